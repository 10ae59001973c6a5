import type { LimitRow } from "./store.ts";

export type DailyLimit = Pick<LimitRow, "daily_salutes" | "next_daily_salutes" | "from_day">;

export const NO_LIMIT: DailyLimit = { daily_salutes: null, next_daily_salutes: null, from_day: null };

/** The limits as of a day: an announced one counts from its day on. */
export function resolveLimit(limit: DailyLimit, day: number): DailyLimit {
  if (limit.from_day === null || day < limit.from_day) return limit;
  return { ...NO_LIMIT, daily_salutes: limit.next_daily_salutes };
}

/** A lower limit counts at once, a higher one or none from the next day on. */
export function withLimit(before: DailyLimit, wanted: number | null, day: number): DailyLimit {
  const { daily_salutes: current } = resolveLimit(before, day);
  if (current === null || (wanted !== null && wanted <= current))
    return { ...NO_LIMIT, daily_salutes: wanted };
  return { daily_salutes: current, next_daily_salutes: wanted, from_day: day + 1 };
}
