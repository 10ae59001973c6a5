export { EXPOSITION_TYPE, exposition, type Family, type Sample } from "./exposition.ts";
export { counter, gauge } from "./families.ts";
