export { exposition, type Family, OPEN_METRICS, PROMETHEUS, type Sample } from "./exposition.ts";
export { counter, durations, EDGES, gauge } from "./families.ts";
