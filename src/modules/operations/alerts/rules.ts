import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";

const DELAYS_MS = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
];

/** An alert that is older than this helps nobody any more: it is given up, not posted late. */
export const GIVE_UP_MS = DAY_MS;

/** How long to wait after this many attempts; the last wait repeats until the alert is given up. */
export function retryDelay(attempts: number): number {
  return DELAYS_MS[attempts - 1] ?? 6 * HOUR_MS;
}

/** Discord takes no more than 2,000 characters, and Slack cuts far beyond. */
export const MAX_TEXT = 1_900;

/** A text that is too long keeps its beginning. */
export function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`;
}
