import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../kit/clock.ts";

/** Longest interval between snapshots without a gap: jobs may start some seconds late on a busy machine. */
const MAX_GAP_MS = 90 * SECOND_MS;

/**
 * Time until which a snapshot counts: the next snapshot or, if that is late or missing, the end of its own minute; the
 * rest of the gap is unknown.
 * @param nextAt time of the next snapshot; null if there is none yet, which limits the span to `now`
 */
export function standsUntil(takenAt: number, nextAt: number | null, now: number): number {
  if (nextAt !== null && nextAt - takenAt <= MAX_GAP_MS) return nextAt;
  return Math.min(takenAt + MINUTE_MS, nextAt ?? now);
}

/** Splits a span at clock hours. Yields the Unix hour and duration of each part. */
export function* byHour(from: number, to: number): Generator<{ hour: number; ms: number }> {
  let at = from;
  while (at < to) {
    const hour = Math.floor(at / HOUR_MS);
    const end = Math.min(to, (hour + 1) * HOUR_MS);
    yield { hour, ms: end - at };
    at = end;
  }
}
