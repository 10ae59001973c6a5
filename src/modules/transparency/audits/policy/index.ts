export { changeThreshold } from "./change-threshold.ts";
export { readDetectorThresholds, readThresholds } from "./read.ts";
export { lastThresholdChangeAt, listThresholdChanges, type ThresholdChange } from "./store.ts";
export { THRESHOLDS } from "./thresholds.ts";
