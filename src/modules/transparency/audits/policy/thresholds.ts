import { DETECTORS, type ThresholdDefinition } from "../detectors/index.ts";

const MAX_INCREASE_PCT = 10_000;

function increase(name: string, meaning: string): ThresholdDefinition {
  return { name: `audit.${name}`, meaning, default: 25, min: 0, max: MAX_INCREASE_PCT, isInteger: false };
}

/** Thresholds for the comparison of a run with its baseline. */
const ALERT_THRESHOLDS: readonly ThresholdDefinition[] = [
  increase(
    "sigs_increase_pct",
    "An alert fires if the number of transactions with anomalies grows by more than this, in per cent.",
  ),
  increase(
    "rows_increase_pct",
    "An alert fires if the number of anomalies grows by more than this, in per cent.",
  ),
  {
    name: "audit.min_increase",
    meaning: "Smaller absolute increases never fire an alert.",
    default: 5,
    min: 1,
    max: 1_000_000,
    isInteger: true,
  },
];

/** All thresholds, sorted by name. Operators can change each of them. */
export const THRESHOLDS: readonly ThresholdDefinition[] = [
  ...DETECTORS.flatMap(({ thresholds }) => thresholds),
  ...ALERT_THRESHOLDS,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Names of the thresholds that determine a run's rows. */
export const DETECTOR_THRESHOLDS: ReadonlySet<string> = new Set(
  DETECTORS.flatMap(({ thresholds }) => thresholds.map(({ name }) => name)),
);
