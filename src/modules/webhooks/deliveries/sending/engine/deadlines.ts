import type { Clock } from "../../../../../kit/clock.ts";
import type { Timers } from "../../../../../kit/timers.ts";

/** The deadline of one request, which others that began in the same millisecond share. */
export interface Deadline {
  /** Aborted when the time is over, with `reason`, or with `Abandoned` when `stop` was. */
  signal: AbortSignal;
  /** The request is over. */
  leave(): void;
}

interface Options {
  clock: Clock;
  timers: Timers;
  ms: number;
  /** Why the signal is aborted when the time is over. */
  reason: () => Error;
}

/** The sender stops. */
export class Abandoned extends Error {}

/** One timer and one abort signal for all requests of a millisecond: of their own they cost as much as signing does. */
export class Deadlines {
  #latest: Shared | null = null;

  constructor(private readonly options: Options) {}

  /** @param stop not aborted yet. */
  join(stop: AbortSignal | undefined): Deadline {
    const now = this.options.clock.now();
    if (this.#latest?.admits(now, stop) !== true) this.#latest = new Shared(this.options, now, stop);
    this.#latest.enter();
    return this.#latest;
  }
}

class Shared implements Deadline {
  readonly #controller = new AbortController();
  readonly #disarm: () => void;
  readonly #abandon = () => this.#controller.abort(new Abandoned());
  #requests = 0;
  #isOver = false;

  constructor(
    { timers, ms, reason }: Options,
    private readonly begunAt: number,
    private readonly stop: AbortSignal | undefined,
  ) {
    this.#disarm = timers.after(ms, () => this.#controller.abort(reason()));
    stop?.addEventListener("abort", this.#abandon);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  admits(now: number, stop: AbortSignal | undefined): boolean {
    return !this.#isOver && !this.signal.aborted && now === this.begunAt && stop === this.stop;
  }

  enter(): void {
    this.#requests++;
  }

  leave(): void {
    if (--this.#requests > 0) return;
    this.#isOver = true;
    this.#disarm();
    this.stop?.removeEventListener("abort", this.#abandon);
  }
}
