export { type Check, checkFiles, invariantsOf, runInvariants, WAL_CHECK } from "./check-files.ts";
export { proveFilesJob } from "./prove-job.ts";
