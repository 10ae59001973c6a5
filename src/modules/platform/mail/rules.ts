import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";

/** Mails of one partner per UTC day (contract section 8); further ones wait for the next day. */
export const DAILY_PER_PARTNER = 200;

const DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS];
export const MAX_ATTEMPTS = 12;

/** Milliseconds to wait after this many attempts; null if there is no further attempt. */
export function retryDelay(attempts: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return DELAYS_MS[attempts - 1] ?? 3 * HOUR_MS;
}

export function startOfDay(now: number): number {
  return now - (now % DAY_MS);
}

export function startOfNextDay(now: number): number {
  return startOfDay(now) + DAY_MS;
}
