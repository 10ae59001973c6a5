export { solvencyJob } from "./job.ts";
export { coverage, readLiabilities } from "./read.ts";
