export { type Check, checkFiles, invariantsOf, runInvariants } from "./check-files.ts";
export type { Finding, Invariant } from "./invariant.ts";
