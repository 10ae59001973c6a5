/** Rest for each change that others wrote during a turn, and its limits. */
const MS_PER_CHANGE = 2;
const TURNS = 20;
const MAX_MS = 60;

/**
 * The pause after a turn, so that a long queue of deliveries leaves the thread, the disk and the receivers' processor time
 * to requests that write. Without such requests there is none.
 */
export class Rest {
  #changes: number;

  /** @param counts changes of the writer, those of turns too */
  constructor(private readonly counts: Readonly<{ changes: number }>) {
    this.#changes = counts.changes;
  }

  /** Call it after each turn. Returns the length of the pause in milliseconds. */
  after(turnMs: number): number {
    const others = this.counts.changes - this.#changes - 1;
    this.#changes = this.counts.changes;
    return Math.min(Math.max(0, others) * MS_PER_CHANGE, turnMs * TURNS, MAX_MS);
  }
}
