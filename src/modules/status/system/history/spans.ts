import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../kit/clock.ts";

/** A snapshot stands until the next one where that comes this soon: jobs begin some seconds late on a busy machine. */
const MAX_GAP_MS = 90 * SECOND_MS;

/**
 * Until when a snapshot says what the state was. Where the next one is late or missing it stands for its own minute,
 * and the rest of the gap is unknown.
 * @param nextAt when the next snapshot was taken; null where there is none yet: `now` ends it then.
 */
export function standsUntil(takenAt: number, nextAt: number | null, now: number): number {
  if (nextAt !== null && nextAt - takenAt <= MAX_GAP_MS) return nextAt;
  return Math.min(takenAt + MINUTE_MS, nextAt ?? now);
}

/** A span cut at the clock's hours: the Unix hour of each piece, and its milliseconds. */
export function* byHour(from: number, to: number): Generator<{ hour: number; ms: number }> {
  let at = from;
  while (at < to) {
    const hour = Math.floor(at / HOUR_MS);
    const end = Math.min(to, (hour + 1) * HOUR_MS);
    yield { hour, ms: end - at };
    at = end;
  }
}
