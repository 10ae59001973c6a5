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

const DATE =
  "[0-9]{4}((0[13578]|1[02])(0[1-9]|[12][0-9]|3[01])|(0[469]|11)(0[1-9]|[12][0-9]|30)|02(0[1-9]|[12][0-9]))";
/** Pattern of a run's id, without anchors: a time, except that every year may have a 29 February. */
export const RUN_ID = `${DATE}T([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]Z`;

/** Id of a run that starts at this time: YYYYMMDDTHHMMSSZ. */
export function runIdAt(ms: number): string {
  return `${isoUtc(ms).slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}
