import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import type { GuardStatus, Section } from "./rules.ts";

/** What one UTC day with snapshots comes to, by the rows that count. */
export interface DayOfGuards {
  /** Days since 1970-01-01. */
  day: number;
  snapshots: number;
  /** Rows that differ between consecutive snapshots, on the later one's day. */
  changes: number;
  /** Which rows those were, by name, without repeats. */
  fields: readonly string[];
  /** Of the day's last snapshot. */
  counts: Record<GuardStatus, number>;
}

/** A row that differs from the snapshot before. */
export type ChangedRow = readonly [section: Section, field: string];

/** A day against the days before it. */
export interface AnomalyRow {
  day: string;
  change_count: number;
  baseline_mean: number | null;
  /** Of the population. */
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

/** The UTC day that holds a time, as days since 1970-01-01. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** One row per day from `firstDay` on, newest first, each held against the baseline_days before it. */
export function anomaliesOf(
  days: readonly DayOfGuards[],
  firstDay: number,
  rules: AnomalyRules,
): AnomalyRow[] {
  return days
    .filter(({ day }) => day >= firstDay)
    .map((each) => judge(each, baselineOf(days, each.day, rules.baseline_days), rules))
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}

function baselineOf(days: readonly DayOfGuards[], day: number, baselineDays: number): number[] {
  return days
    .filter((each) => each.day < day && each.day >= day - baselineDays)
    .map(({ changes }) => changes);
}

function judge(
  { day, changes, fields }: DayOfGuards,
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
  const zscore = (changes - mean) / stddev;
  return { ...measured, zscore, is_anomaly: isEnough && zscore >= rules.zscore_threshold };
}
