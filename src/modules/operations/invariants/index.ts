export { type Check, checkFiles, invariantsOf, runInvariants } from "./check-files.ts";
