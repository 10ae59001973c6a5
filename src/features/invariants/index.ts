export { checkFiles, invariantsOf, runInvariants } from "./check-files.ts";
