export { type Check, type Checking, checkFiles, invariantsOf, runInvariants } from "./check-files.ts";
export { proveFilesJob } from "./prove-job.ts";
