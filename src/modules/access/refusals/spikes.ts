/** What an hour's refusals are held against (contract section 17). */
export const BASELINE_MODES = ["rolling_24h", "same_hour_yesterday", "same_weekday_hour_4w"] as const;
export type BaselineMode = (typeof BASELINE_MODES)[number];

/** Unsuppressed refusals of a Unix hour; null before the installation. */
export type CountAt = (hour: number) => number | null;

export interface Spike {
  /** Unix hours. */
  hour: number;
  count: number;
  baseline: number;
  /** Null where the baseline is 0. */
  ratio: number | null;
}

interface SpikeQuestion {
  countAt: CountAt;
  /** The last hour that is looked at: mostly the running one. */
  lastHour: number;
  hours: number;
  mode: BaselineMode;
  /** How many hours running must stand out. */
  consecutive: number;
}

const LEAST_COUNT = 10;
const LEAST_RATIO = 3;
const DAY_HOURS = 24;
const WEEK_HOURS = 7 * DAY_HOURS;
const WEEKS = 4;

/** How many hours before the first that is looked at a baseline may reach. */
export const BASELINE_REACH_HOURS = WEEKS * WEEK_HOURS;

/**
 * Spikes in so many hours up to one, newest first. An hour stands out with at least 10 refusals and three times its
 * baseline; from the k-th hour running that does, each is a spike. An hour without any baseline never stands out.
 */
export function findSpikes({ countAt, lastHour, hours, mode, consecutive }: SpikeQuestion): Spike[] {
  const spikes: Spike[] = [];
  let run = 0;
  for (let hour = lastHour - hours - consecutive + 2; hour <= lastHour; hour++) {
    const count = countAt(hour) ?? 0;
    const baseline = baselineOf(countAt, hour, mode);
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

/** What is usual for an hour; null where all hours that it is taken from lie before the installation. */
export function baselineOf(countAt: CountAt, hour: number, mode: BaselineMode): number | null {
  const known = hoursBefore(hour, mode)
    .map(countAt)
    .filter((count) => count !== null);
  if (known.length === 0) return null;
  if (mode === "same_weekday_hour_4w") return medianOf(known);
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

/** The middle value; the mean of the two in the middle of an even number. 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
