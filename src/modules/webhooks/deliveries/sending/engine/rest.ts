/** Time of a delivery beside requests that write: 10,000 a second. */
const MS_PER_DELIVERY = 0.1;
/** Shorter pauses are saved up, since many would only delay each delivery. */
const LEAST_MS = 10;
/** Requests that wrote within this time count. */
const RECENT_MS = 50;

/**
 * Pauses between turns: beside requests that write, a long queue of deliveries is sent at 10,000 a second and not as fast as
 * it could be, which leaves the processors and the disk to the requests. Without them there is no pause.
 */
export class Rest {
  #changes: number;
  /** Time of the last turn that met others' changes. */
  #othersAt = Number.NEGATIVE_INFINITY;
  /** Milliseconds by which deliveries were faster than that rate, at the end of the last turn. */
  #aheadMs = 0;
  #endedAt = 0;

  /** @param counts changes of the writer, those of turns too */
  constructor(private readonly counts: Readonly<{ changes: number }>) {
    this.#changes = counts.changes;
  }

  /** Call it when a turn begins: changes before it do not count. */
  begin(): void {
    this.#changes = this.counts.changes;
  }

  /**
   * Call it after each turn, with the number of outcomes that it stored.
   * @returns the length of the pause in milliseconds
   */
  after(outcomes: number, now: number): number {
    if (this.counts.changes - this.#changes > 1) this.#othersAt = now;
    this.begin();
    const left = Math.max(0, this.#aheadMs - (now - this.#endedAt));
    this.#aheadMs = now - this.#othersAt < RECENT_MS ? left + outcomes * MS_PER_DELIVERY : 0;
    this.#endedAt = now;
    return this.#aheadMs < LEAST_MS ? 0 : this.#aheadMs;
  }
}
