import type { Timers } from "../../../../../kit/timers.ts";

/** Outcomes wait for others up to this time, or until there are this many. */
const GATHER_MS = 5;
const GATHERED = 64;

/** Lets outcomes that are not urgent share a commit. */
export class Gathering {
  #disarm: (() => void) | null = null;
  #isOver = false;

  constructor(
    private readonly timers: Timers,
    /** Called once the time is over. */
    private readonly done: () => void,
  ) {}

  /** Whether this many outcomes may keep waiting. */
  mayWait(count: number): boolean {
    if (this.#isOver || count >= GATHERED) return false;
    this.#disarm ??= this.timers.after(GATHER_MS, () => {
      this.#disarm = null;
      this.#isOver = true;
      this.done();
    });
    return true;
  }

  /** Call it when the outcomes are taken into a commit. */
  end(): void {
    this.#isOver = false;
    this.#disarm?.();
    this.#disarm = null;
  }
}
