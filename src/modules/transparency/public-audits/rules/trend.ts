import { changePct } from "./percent.ts";

export const METRICS = ["rows", "sigs"] as const;
export type Metric = (typeof METRICS)[number];

/** A point of the trend: one complete run. */
export interface TrendPoint {
  run_id: string;
  label: string;
  /** Total number of rows of the run, regardless of filters. */
  rows_total: number;
  metric: Metric;
  metric_value: number;
  /** Change against the previous point; null at the first. */
  metric_delta: number | null;
  /** Change in per cent, rounded to 2 decimals; null at the first point or if the previous value is 0. */
  metric_delta_pct: number | null;
}

/** A run with the value of the metric. */
export interface MeasuredRun {
  run: string;
  label: string;
  rows_total: number;
  value: number;
}

/** @param measured oldest first */
export function trendPoints(measured: readonly MeasuredRun[], metric: Metric): TrendPoint[] {
  return measured.map(({ run, label, rows_total, value }, index) => {
    const before = index === 0 ? null : (measured[index - 1]?.value ?? null);
    const delta = before === null ? null : value - before;
    return {
      run_id: run,
      label,
      rows_total,
      metric,
      metric_value: value,
      metric_delta: delta,
      metric_delta_pct: before === null || delta === null ? null : changePct(delta, before),
    };
  });
}

/** Number of runs by overall; incomplete runs count as other. */
export interface StatusCounts {
  ok: number;
  warn: number;
  bad: number;
  other: number;
}

export function countStatuses(
  runs: readonly { overall: keyof StatusCounts; isComplete: boolean }[],
): StatusCounts {
  const counts: StatusCounts = { ok: 0, warn: 0, bad: 0, other: 0 };
  for (const { overall, isComplete } of runs) counts[isComplete ? overall : "other"]++;
  return counts;
}
