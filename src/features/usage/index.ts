export { createUsageRecorder, type UsageRecorder } from "./recorder.ts";
export { purgeUsage } from "./store.ts";
