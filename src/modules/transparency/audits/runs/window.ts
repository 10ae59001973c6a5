import { DAY_MS, isoUtc, utcDay } from "../../../../kit/clock.ts";
import type { TimeRange } from "../../../token/movements/index.ts";

/** A run's window. */
export type Window = TimeRange;

/** The UTC day that is `days` days before that of `now`. */
export function dayBefore(now: number, days = 1): Window {
  const from = Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS;
  return { from, to: from + DAY_MS };
}

/** Whether a window is exactly one UTC day. */
export function isDaily({ from, to }: Window): boolean {
  return from % DAY_MS === 0 && to === from + DAY_MS;
}

/** `2026-11-20` for a whole UTC day, else `from – to`. */
export function labelWindow(window: Window): string {
  return isDaily(window) ? utcDay(window.from) : `${isoUtc(window.from)} – ${isoUtc(window.to)}`;
}

/** First and last UTC day that overlap the window, and the number of days. */
export function toDayRange({ from, to }: Window): { first: string; last: string; count: number } {
  const count = Math.floor((to - 1) / DAY_MS) - Math.floor(from / DAY_MS) + 1;
  return { first: utcDay(from), last: utcDay(to - 1), count };
}

/** Pattern of a run's id, without anchors. */
export const RUN_ID = "[0-9]{8}T[0-9]{6}Z";

/** Id of a run that starts at this time: YYYYMMDDTHHMMSSZ. */
export function runIdAt(ms: number): string {
  return `${isoUtc(ms).slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}
