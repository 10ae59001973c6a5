export { readDetectorThresholds, readThresholds } from "./read.ts";
export { setThreshold } from "./set-threshold.ts";
export { lastThresholdChangeAt, listThresholdChanges, type ThresholdChange } from "./store.ts";
export { THRESHOLDS } from "./thresholds.ts";
