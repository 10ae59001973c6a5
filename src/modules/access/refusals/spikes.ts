/** The baselines for an hour's refusals (contract section 17). */
export const BASELINE_MODES = ["rolling_24h", "same_hour_yesterday", "same_weekday_hour_4w"] as const;
export type BaselineMode = (typeof BASELINE_MODES)[number];

/** Unsuppressed refusals of a Unix hour; null before the installation. */
export type CountAt = (hour: number) => number | null;

export interface Spike {
  /** Unix hours. */
  hour: number;
  count: number;
  baseline: number;
  /** Null if the baseline is 0. */
  ratio: number | null;
}

interface SpikeQuestion {
  countAt: CountAt;
  /** The last hour examined, usually the current one. */
  lastHour: number;
  hours: number;
  mode: BaselineMode;
  /** Number of consecutive outstanding hours that make a spike. */
  consecutive: number;
}

const LEAST_COUNT = 10;
const LEAST_RATIO = 3;
const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
const WEEKS = 4;

/** Hours before the first examined one that a baseline may use. */
export const BASELINE_REACH_HOURS = WEEKS * WEEK_HOURS;

/**
 * Spikes in the `hours` hours up to the last one, newest first. An hour stands out with at least 10 refusals and
 * three times its baseline; from the k-th consecutive one on, each is a spike. An hour without a baseline never
 * stands out.
 */
export function detectSpikes({ countAt, lastHour, hours, mode, consecutive }: SpikeQuestion): Spike[] {
  const spikes: Spike[] = [];
  let run = 0;
  for (let hour = lastHour - hours - consecutive + 2; hour <= lastHour; hour++) {
    const count = countAt(hour) ?? 0;
    const baseline = computeBaseline(countAt, hour, mode);
    const standsOut = baseline !== null && count >= LEAST_COUNT && count >= LEAST_RATIO * baseline;
    run = standsOut ? run + 1 : 0;
    if (baseline === null || run < consecutive || hour <= lastHour - hours) continue;
    spikes.push({
      hour,
      count,
      baseline: round(baseline),
      ratio: baseline === 0 ? null : round(count / baseline),
    });
  }
  return spikes.reverse();
}

/** The usual number for an hour; null if all hours of the baseline are before the installation. */
export function computeBaseline(countAt: CountAt, hour: number, mode: BaselineMode): number | null {
  const known = hoursBefore(hour, mode)
    .map(countAt)
    .filter((count) => count !== null);
  if (known.length === 0) return null;
  if (mode === "same_weekday_hour_4w") return computeMedian(known);
  return known.reduce((sum, count) => sum + count, 0) / known.length;
}

function hoursBefore(hour: number, mode: BaselineMode): number[] {
  switch (mode) {
    case "rolling_24h":
      return Array.from({ length: DAY_HOURS }, (_, index) => hour - 1 - index);
    case "same_hour_yesterday":
      return [hour - DAY_HOURS];
    case "same_weekday_hour_4w":
      return Array.from({ length: WEEKS }, (_, index) => hour - (index + 1) * WEEK_HOURS);
  }
}

/** The median; for an even number of values the mean of the middle two. 0 without values. */
export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
