export { EXPOSITION_TYPE, exposition, type Family, type Sample } from "./exposition.ts";
export { counter, durations, gauge } from "./families.ts";
