export { solvencyJob } from "./job.ts";
export { Inclusion } from "./model.ts";
export { readLiabilities } from "./read.ts";
export { readInclusion } from "./read-inclusion.ts";
export { inclusionRoutes } from "./routes.partner.ts";
export { inclusionSalts } from "./salts.ts";
export { verifyInclusion } from "./verify-inclusion.ts";
