export { ErrorCounts, type TopError } from "./recorder.ts";
export { purgeErrors } from "./store.ts";
