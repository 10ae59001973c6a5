/** When something was last done, and when it is due again. */
export interface Pace {
  last: number;
  next: number;
}

/** Whether it is due. A clock that was set back delays nothing. */
export function isTime({ last, next }: Pace, now: number): boolean {
  return now >= next || now < last;
}

/** Records that it is done now and due again after this many milliseconds. */
export function pace(of: Pace, now: number, afterMs: number): void {
  of.last = now;
  of.next = now + afterMs;
}
