export { type Check, checkFiles, invariantsOf, runInvariants } from "./check-files.ts";
export { proveFilesJob } from "./prove-job.ts";
