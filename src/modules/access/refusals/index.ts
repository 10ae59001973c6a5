export { SUPPRESSION_ERRORS } from "./errors.ts";
export { type HourlyRefusals, type RefusalSource, readHourly } from "./read.ts";
export { RefusalRecorder } from "./recorder.ts";
export { readSaltMonth } from "./source.ts";
export {
  BASELINE_MODES,
  BASELINE_REACH_HOURS,
  type BaselineMode,
  computeMedian,
  detectSpikes,
  type Spike,
} from "./spikes.ts";
export {
  countBy,
  countByHour,
  countByPath,
  countByRule,
  countPathByHour,
  countSources,
  iterateCells,
  purgeRefusals,
  wasRefused,
} from "./store.ts";
export {
  MAX_DAYS,
  SUPPRESSION_METHODS,
  suppressionView,
} from "./suppression.ts";
export { SuppressionFile, type SuppressionState } from "./suppression-file.ts";
export { SUPPRESSION_ACTIONS, updateSuppressions } from "./update-suppressions.ts";
