import { DAY_MS } from "../../../kit/clock.ts";

const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday: the Monday before it is day -3. */
const FIRST_MONDAY = -3;
const BAND_BITS = 6;

/** The Monday of a time's UTC week, in days since 1970-01-01. */
export function weekOf(at: number): number {
  const day = Math.floor(at / DAY_MS);
  return day - ((((day - FIRST_MONDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS);
}

/** The week's bounds, the second not included, in Unix milliseconds. */
export function windowOf(week: number): { from: number; to: number } {
  return { from: week * DAY_MS, to: (week + WEEK_DAYS) * DAY_MS };
}

/**
 * The band of a score: 64 per doubling, so that some 3,000 bands hold every score that a balance can reach, in their
 * order: few enough to add up, and each small enough to count.
 */
export function bandOf(score: number): number {
  const steps = 2 ** BAND_BITS;
  if (score < steps) return score;
  const exponent = Math.floor(Math.log2(score));
  const floor = 2 ** exponent;
  return (exponent - BAND_BITS + 1) * steps + Math.floor(((score - floor) * steps) / floor);
}
