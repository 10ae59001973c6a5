import { invalidPayload } from "../../../../http/answers/problem.ts";
import { DAY_MS } from "../../../../kit/clock.ts";
import { dayBefore, type Window } from "./window.ts";

const MAX_DAYS = 366;

/** Unix milliseconds; null if absent. */
interface RequestedWindow {
  from: number | null;
  to: number | null;
}

/**
 * Returns the requested window, or the previous UTC day if neither time is given.
 * @throws Problem invalid_payload naming the field: only one time, an end before the start, or a window that is too long
 */
export function requestedWindow({ from, to }: RequestedWindow, now: number): Window {
  if (from === null && to === null) return dayBefore(now);
  if (from === null) throw invalidPayload("from", "is required together with to");
  if (to === null) throw invalidPayload("to", "is required together with from");
  const window = { from, to };
  if (window.to <= window.from) throw invalidPayload("to", "must be after from");
  if (window.to - window.from > MAX_DAYS * DAY_MS)
    throw invalidPayload("to", `must be at most ${MAX_DAYS} days after from`);
  if (window.from < 0) throw invalidPayload("from", "must be after 1970");
  return window;
}
