import { DETECTORS, type ThresholdDefinition } from "../detectors/index.ts";

const MAX_INCREASE_PCT = 10_000;

function increase(name: string, meaning: string): ThresholdDefinition {
  return { name: `audit.${name}`, meaning, default: 25, min: 0, max: MAX_INCREASE_PCT, isInteger: false };
}

/** Thresholds of alerts, which compare a run with its baseline. */
const ALERT_THRESHOLDS: readonly ThresholdDefinition[] = [
  increase(
    "sigs_increase_pct",
    "Increase of transactions with anomalies in per cent above which an alert is due.",
  ),
  increase("rows_increase_pct", "Increase of anomalies in per cent above which an alert is due."),
  {
    name: "audit.min_increase",
    meaning: "Increases below this number never exceed a threshold.",
    default: 5,
    min: 1,
    max: 1_000_000,
    isInteger: true,
  },
];

/** Every threshold that an operator may change, by name. */
export const THRESHOLDS: readonly ThresholdDefinition[] = [
  ...DETECTORS.flatMap(({ thresholds }) => thresholds),
  ...ALERT_THRESHOLDS,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Names of those that decide what a run finds. */
export const DETECTOR_THRESHOLDS: ReadonlySet<string> = new Set(
  DETECTORS.flatMap(({ thresholds }) => thresholds.map(({ name }) => name)),
);
