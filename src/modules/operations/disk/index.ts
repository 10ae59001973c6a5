export { diskCheck } from "./check.ts";
export { shrinkJob } from "./shrink-job.ts";
