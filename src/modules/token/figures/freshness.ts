import { HOUR_MS } from "../../../kit/clock.ts";
import type { FigureKind } from "./figures.ts";

/** Hours after which figures of a kind count as stale: several times the interval of the job that fills them. */
export const STALE_AFTER_HOURS: Readonly<Record<FigureKind, number>> = {
  mint_authorities: 3,
  public_stats: 1,
  holder_cache: 1,
  holder_growth: 48,
  token_distribution: 3,
  transaction_sync: 0.25,
};

/** Hours since a time, truncated to two decimals; never negative, even if clocks differ. */
export function ageHours(takenAt: number, now: number): number {
  return Math.max(0, Math.floor(((now - takenAt) / HOUR_MS) * 100) / 100);
}

export function isStale(kind: FigureKind, takenAt: number, now: number): boolean {
  return now - takenAt > STALE_AFTER_HOURS[kind] * HOUR_MS;
}
