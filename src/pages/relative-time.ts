import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../kit/clock.ts";

const UNITS: readonly [number, string][] = [
  [365 * DAY_MS, "y"],
  [DAY_MS, "d"],
  [HOUR_MS, "h"],
  [MINUTE_MS, "min"],
  [SECOND_MS, "s"],
];

/** The distance of a time from `now`, in its largest whole unit: `now`, `3 min ago`, `in 2 d`. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(at - now);
  const unit = UNITS.find(([size]) => distance >= size);
  if (unit === undefined) return "now";
  const words = `${Math.floor(distance / unit[0])} ${unit[1]}`;
  return at < now ? `${words} ago` : `in ${words}`;
}
