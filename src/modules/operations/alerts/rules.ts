import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import type { AlertType } from "./model.ts";

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

/** Age at which an unsent alert is abandoned: older news is of no use. */
export const GIVE_UP_MS = DAY_MS;

/** Milliseconds until the next attempt; the last delay repeats until the alert is abandoned. */
export function retryDelay(attempts: number): number {
  return DELAYS_MS[attempts - 1] ?? 6 * HOUR_MS;
}

/** Alerts that call nobody: they go to ALERT_EMAIL also while there is a plan. */
const NEWS: readonly AlertType[] = ["status.report", "deprecation.due", "leader.changed", "alert.test"];

/** Whether the operator on call gets an alert, instead of ALERT_EMAIL. */
export function isForOnCall(type: AlertType): boolean {
  return !NEWS.includes(type);
}

/** Discord accepts at most 2,000 characters; Slack allows more. */
export const MAX_TEXT = 1_900;

/** Truncates a text to MAX_TEXT characters. */
export function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`;
}
