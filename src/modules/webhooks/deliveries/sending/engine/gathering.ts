import type { Timers } from "../../../../../kit/timers.ts";

/** Outcomes wait for each other this long at most, or until they are so many. */
const GATHER_MS = 5;
const GATHERED = 24;

/** Lets outcomes share a commit where none of them is in a hurry. */
export class Gathering {
  #disarm: (() => void) | null = null;
  #isOver = false;

  constructor(
    private readonly timers: Timers,
    /** Calls back once they have waited long enough. */
    private readonly done: () => void,
  ) {}

  /** Whether so many may go on waiting. */
  mayWait(count: number): boolean {
    if (this.#isOver || count >= GATHERED) return false;
    this.#disarm ??= this.timers.after(GATHER_MS, () => {
      this.#disarm = null;
      this.#isOver = true;
      this.done();
    });
    return true;
  }

  /** They are taken to a commit. */
  end(): void {
    this.#isOver = false;
    this.#disarm?.();
    this.#disarm = null;
  }
}
