import type { Clock } from "../../../../../kit/clock.ts";
import { Cutoff } from "../../../../../kit/network/http/cutoff.ts";
import type { Timers } from "../../../../../kit/timers.ts";

/** Deadline of a request, shared with others that began in the same millisecond. */
export interface Deadline {
  /** Cut with `reason` when the time is over, or with `Abandoned` when `stop` is aborted. */
  cutoff: Cutoff;
  /** Call it once the request has ended. */
  leave(): void;
}

interface Options {
  clock: Clock;
  timers: Timers;
  ms: number;
  /** The cutoff's reason when the time is over. */
  reason: () => Error;
}

/** The request was given up because the sender stops. */
export class Abandoned extends Error {}

/** Shares one timer and one cutoff among all requests of a millisecond; separate ones cost as much as signing. */
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
  readonly cutoff = new Cutoff();
  readonly #disarm: () => void;
  readonly #abandon = () => this.cutoff.cut(new Abandoned());
  #requests = 0;
  #isOver = false;

  constructor(
    { timers, ms, reason }: Options,
    private readonly begunAt: number,
    private readonly stop: AbortSignal | undefined,
  ) {
    this.#disarm = timers.after(ms, () => this.cutoff.cut(reason()));
    stop?.addEventListener("abort", this.#abandon);
  }

  admits(now: number, stop: AbortSignal | undefined): boolean {
    return !this.#isOver && !this.cutoff.isCut && now === this.begunAt && stop === this.stop;
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
