import { changePct } from "./percent.ts";

/** Figures of a run that alerts compare. */
export interface RunFigures {
  run: string;
  overall: "ok" | "warn" | "bad" | "other";
  signatures_with_anomalies: number;
  rows_total: number;
}

/** Increases in per cent above which an alert fires, and the smallest absolute increase that counts. */
export interface AlertThresholds {
  sigs_increase_threshold_pct: number;
  rows_increase_threshold_pct: number;
  min_increase: number;
}

/** One metric of a run compared with its baseline. */
export interface Comparison {
  metric: "sigs" | "rows";
  current: number;
  /** Null without a baseline, as are delta and delta_pct. */
  baseline: number | null;
  delta: number | null;
  delta_pct: number | null;
  threshold_pct: number;
  exceeded: boolean;
}

export interface Evaluation {
  alert_level: "ok" | "warn" | "bad";
  comparisons: Comparison[];
  /** The value that `overall` worsened to; null if it did not. Without a baseline it is compared with ok. */
  became: "warn" | "bad" | null;
}

/** Compares a run with its baseline (contract section 15). */
export function evaluate(
  current: RunFigures,
  baseline: RunFigures | null,
  thresholds: AlertThresholds,
): Evaluation {
  const comparisons = [
    compare(
      {
        metric: "sigs",
        current: current.signatures_with_anomalies,
        baseline: baseline?.signatures_with_anomalies ?? null,
        threshold_pct: thresholds.sigs_increase_threshold_pct,
      },
      thresholds.min_increase,
    ),
    compare(
      {
        metric: "rows",
        current: current.rows_total,
        baseline: baseline?.rows_total ?? null,
        threshold_pct: thresholds.rows_increase_threshold_pct,
      },
      thresholds.min_increase,
    ),
  ];
  const became = worsenedTo(current, baseline);
  const isExceeded = comparisons.some(({ exceeded }) => exceeded);
  return {
    alert_level: became === "bad" ? "bad" : isExceeded || became === "warn" ? "warn" : "ok",
    comparisons,
    became,
  };
}

/** Only a change from ok counts as becoming warn: from bad to warn is an improvement. */
function worsenedTo({ overall: now }: RunFigures, baseline: RunFigures | null): Evaluation["became"] {
  const before = baseline?.overall ?? "ok";
  if (now === "bad") return before === "bad" ? null : "bad";
  return now === "warn" && before === "ok" ? "warn" : null;
}

type Figures = Pick<Comparison, "metric" | "current" | "baseline" | "threshold_pct">;

function compare(figures: Figures, minIncrease: number): Comparison {
  const { current, baseline, threshold_pct } = figures;
  if (baseline === null) return { ...figures, delta: null, delta_pct: null, exceeded: false };
  const delta = current - baseline;
  const isAbove = baseline === 0 || delta * 100 > threshold_pct * baseline;
  return {
    ...figures,
    delta,
    delta_pct: changePct(delta, baseline),
    exceeded: delta >= minIncrease && isAbove,
  };
}
