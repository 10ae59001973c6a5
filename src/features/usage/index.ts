export { createUsageRecorder, type UsageRecorder } from "./recorder.ts";
