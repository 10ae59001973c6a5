export { MAX_CELLS, OTHER, type RefusalCell } from "./cells.ts";
export { changeSuppressions, SUPPRESSION_ACTIONS, type SuppressionChange } from "./change-suppressions.ts";
export { SUPPRESSION_ERRORS } from "./errors.ts";
export { type HourlyRefusals, type RefusalSource, readHourly } from "./read.ts";
export { RefusalRecorder } from "./recorder.ts";
export { readSaltMonth } from "./source.ts";
export {
  BASELINE_MODES,
  BASELINE_REACH_HOURS,
  type BaselineMode,
  type CountAt,
  findSpikes,
  medianOf,
  type Spike,
} from "./spikes.ts";
export {
  countBy,
  countByHour,
  countByPath,
  countByRule,
  countPathByHour,
  countSources,
  type HourCount,
  iterateCells,
  type PathCount,
  purgeRefusals,
  wasRefused,
} from "./store.ts";
export {
  MAX_DAYS,
  MAX_RULES,
  SUPPRESSION_METHODS,
  type Suppression,
  suppressionView,
} from "./suppression.ts";
export { SuppressionFile, type SuppressionState } from "./suppression-file.ts";
