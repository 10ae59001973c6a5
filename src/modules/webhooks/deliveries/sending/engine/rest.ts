import { SECOND_MS } from "../../../../../kit/clock.ts";

/** The result of a turn. */
interface Done {
  /** Outcomes stored. */
  outcomes: number;
  /** Milliseconds for which the oldest of its claims had been due; null without claims. */
  lateMs: number | null;
}

/** Time of a delivery beside requests that write: 10,000 a second, or 20,000 if deliveries are late. */
const MS_PER_DELIVERY = 0.1;
const MS_PER_LATE_DELIVERY = 0.05;
/** Shorter pauses are saved up, since many would only delay each delivery. */
const LEAST_MS = 10;
/** Deliveries that have been due for longer are late. */
const LATE_MS = 30 * SECOND_MS;
/** Requests that wrote within this time count. */
const RECENT_MS = 50;

/**
 * Pauses between turns: beside requests that write, a long queue of deliveries is not sent as fast as it could be, which
 * leaves the processors and the disk to the requests. Without them there is no pause.
 */
export class Rest {
  #changes: number;
  /** Time of the last turn that met others' changes. */
  #othersAt = Number.NEGATIVE_INFINITY;
  /** Milliseconds by which deliveries were faster than that rate, at the end of the last turn. */
  #aheadMs = 0;
  #endedAt = 0;
  #isLate = false;

  /** @param counts changes of the writer, those of turns too */
  constructor(private readonly counts: Readonly<{ changes: number }>) {
    this.#changes = counts.changes;
  }

  /** Call it when a turn begins: changes before it do not count. */
  begin(): void {
    this.#changes = this.counts.changes;
  }

  /** Call it after each turn. Returns the length of the pause in milliseconds. */
  after({ outcomes, lateMs }: Done, now: number): number {
    if (this.counts.changes - this.#changes > 1) this.#othersAt = now;
    this.begin();
    if (lateMs !== null) this.#isLate = lateMs > LATE_MS;
    const left = Math.max(0, this.#aheadMs - (now - this.#endedAt));
    const each = this.#isLate ? MS_PER_LATE_DELIVERY : MS_PER_DELIVERY;
    this.#aheadMs = now - this.#othersAt < RECENT_MS ? left + outcomes * each : 0;
    this.#endedAt = now;
    return this.#aheadMs < LEAST_MS ? 0 : this.#aheadMs;
  }
}
