export { ErrorCounts } from "./recorder.ts";
export { purgeErrors } from "./store.ts";
