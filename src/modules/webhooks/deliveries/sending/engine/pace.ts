/** Time of the last run, and time at which the next is due. */
export interface Pace {
  last: number;
  next: number;
}

/** Whether the next run is due; also after the clock was set back. */
export function isTime({ last, next }: Pace, now: number): boolean {
  return now >= next || now < last;
}

/** Records a run now; the next is due after `afterMs`. */
export function pace(of: Pace, now: number, afterMs: number): void {
  of.last = now;
  of.next = now + afterMs;
}
