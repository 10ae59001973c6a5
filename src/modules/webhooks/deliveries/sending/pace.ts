/** When something was last done and is to be done again. */
export interface Pace {
  last: number;
  next: number;
}

/** A clock that was set back stops nothing. */
export function isTime({ last, next }: Pace, now: number): boolean {
  return now >= next || now < last;
}

/** It is done now, and again after this long. */
export function pace(of: Pace, now: number, afterMs: number): void {
  of.last = now;
  of.next = now + afterMs;
}
