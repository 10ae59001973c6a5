import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import type { GuardStatus, Section } from "./rules.ts";

/** One UTC day with snapshots, limited to the selected rows. */
export interface GuardDay {
  /** Days since 1970-01-01. */
  day: number;
  snapshots: number;
  /** Rows that differ between consecutive snapshots, counted on the later one's day. */
  changes: number;
  /** Distinct names of those rows. */
  fields: readonly string[];
  /** Statuses in the day's last snapshot. */
  counts: Record<GuardStatus, number>;
}

/** A row that differs from the previous snapshot. */
export type ChangedRow = readonly [section: Section, field: string];

/** A day compared with the days before it. */
export interface AnomalyRow {
  day: string;
  change_count: number;
  baseline_mean: number | null;
  /** Population standard deviation. */
  baseline_stddev: number | null;
  baseline_points: number;
  zscore: number | null;
  is_anomaly: boolean;
  fields: readonly string[];
}

export interface AnomalyRules {
  baseline_days: number;
  min_baseline_points: number;
  zscore_threshold: number;
  min_change_count: number;
}

export function dayText(day: number): string {
  return utcDay(day * DAY_MS);
}

/** UTC day of a time, as days since 1970-01-01. */
export function toDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** One row per day from `firstDay` on, newest first, each compared with the previous `baseline_days`. */
export function scoreDays(days: readonly GuardDay[], firstDay: number, rules: AnomalyRules): AnomalyRow[] {
  return days
    .filter(({ day }) => day >= firstDay)
    .map((each) => scoreDay(each, baselineOf(days, each.day, rules.baseline_days), rules))
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}

function baselineOf(days: readonly GuardDay[], day: number, baselineDays: number): number[] {
  return days
    .filter((each) => each.day < day && each.day >= day - baselineDays)
    .map(({ changes }) => changes);
}

function scoreDay(
  { day, changes, fields }: GuardDay,
  baseline: readonly number[],
  rules: AnomalyRules,
): AnomalyRow {
  const points = baseline.length;
  const row = { day: dayText(day), change_count: changes, baseline_points: points, fields };
  if (points === 0)
    return { ...row, baseline_mean: null, baseline_stddev: null, zscore: null, is_anomaly: false };
  const mean = baseline.reduce((sum, each) => sum + each, 0) / points;
  const stddev = Math.sqrt(baseline.reduce((sum, each) => sum + (each - mean) ** 2, 0) / points);
  const measured = { ...row, baseline_mean: mean, baseline_stddev: stddev };
  if (points < rules.min_baseline_points) return { ...measured, zscore: null, is_anomaly: false };
  const isEnough = changes >= rules.min_change_count;
  if (stddev === 0) return { ...measured, zscore: null, is_anomaly: isEnough && changes > mean };
  // Rounded, since sums of fractions miss a threshold that they reach by the last digit.
  const zscore = Number(((changes - mean) / stddev).toFixed(12));
  return { ...measured, zscore, is_anomaly: isEnough && zscore >= rules.zscore_threshold };
}
