export { diskCheck } from "./check.ts";
export { measureFiles } from "./measure-files.ts";
export { measureJob } from "./measure-job.ts";
export { storagePage } from "./routes.admin.tsx";
export { shrinkJob } from "./shrink-job.ts";
