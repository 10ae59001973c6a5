import type { Clock } from "../../../src/kit/clock.ts";
import type { Timers } from "../../../src/kit/timers.ts";
import type { ManualClock } from "../app/clock.ts";

interface Alarm {
  at: number;
  order: number;
  work: () => void;
}

/** Timers on a test's clock; they fire only when the test advances it. */
export class VirtualTimers implements Timers {
  #alarms: Alarm[] = [];
  #order = 0;

  constructor(private readonly clock: ManualClock & Clock) {}

  after(ms: number, work: () => void): () => void {
    const alarm = { at: this.clock.now() + ms, order: this.#order++, work };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((each) => each !== alarm);
    };
  }

  /** Time of the next timer; null if none is set. */
  get nextAt(): number | null {
    return this.#first()?.at ?? null;
  }

  /** Fires the earliest timer that is due by a time. @returns false if none is due */
  strikeUntil(time: number): boolean {
    const first = this.#first();
    if (first === undefined || first.at > time) return false;
    this.#alarms = this.#alarms.filter((each) => each !== first);
    this.clock.advance(Math.max(0, first.at - this.clock.now()));
    first.work();
    return true;
  }

  /** Clears all timers, as the death of a process does. */
  clear(): void {
    this.#alarms = [];
  }

  #first(): Alarm | undefined {
    return this.#alarms.reduce<Alarm | undefined>(
      (first, each) =>
        first === undefined || each.at < first.at || (each.at === first.at && each.order < first.order)
          ? each
          : first,
      undefined,
    );
  }
}
