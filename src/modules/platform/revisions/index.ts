export { REVISION_CONFLICT } from "./errors.ts";
