export { purgeInChunks } from "./chunks.ts";
export { createRetention, type RetentionParts, stateFiles } from "./retention.ts";
export { describeKept, keep, keptMs, RECORDED_ANSWERS, type Retention } from "./windows.ts";
