export { type Check, checkFiles, runInvariants, selectInvariants, WAL_CHECK } from "./check-files.ts";
export { proveFilesJob } from "./prove-job.ts";
