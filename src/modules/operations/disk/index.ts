export { diskCheck } from "./check.ts";
