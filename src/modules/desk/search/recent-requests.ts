import { SECOND_MS } from "../../../kit/clock.ts";

/** A recently answered request. */
export interface RecentRequest {
  requestId: string;
  /** Unix milliseconds. */
  at: number;
  /** Method and path template. */
  route: string;
  status: number;
  /** Empty if no key signed it. */
  keyId: string;
  /** The code of a refusal; null for a success. */
  refusal: string | null;
  durationMs: number;
}

/** The time of the oldest remembered request of each kind: Unix milliseconds, null if there is none. */
export interface Reach {
  successes: number | null;
  refusals: number | null;
}

/** Requests of each kind; some 5 MB together. */
const KEPT = 20_000;
/** Under load, objects that outlive their request cost the collector more than the rest of a cached read. */
const SUCCESSES_PER_SECOND = 100;

/**
 * The last requests of this process, so that operators can find a request id that somebody reports. Refusals have room
 * of their own: people report those, and a flood of successes must not push them out.
 */
export class RecentRequests {
  readonly #successes = new Ring(KEPT);
  readonly #refusals = new Ring(KEPT);

  #second = 0;
  #inSecond = 0;

  record(request: RecentRequest): void {
    if (request.status >= 400) this.#refusals.add(request);
    else this.#successes.add(request);
  }

  /** Whether a success at this time (Unix milliseconds) is to be recorded: the first 100 of each second are. */
  takesSuccess(at: number): boolean {
    const second = Math.floor(at / SECOND_MS);
    if (second !== this.#second) {
      this.#second = second;
      this.#inSecond = 0;
    }
    return this.#inSecond++ < SUCCESSES_PER_SECOND;
  }

  /** Newest first. */
  find(requestId: string): RecentRequest[] {
    return [...this.#successes.find(requestId), ...this.#refusals.find(requestId)].sort(
      (a, b) => b.at - a.at,
    );
  }

  reach(): Reach {
    return { successes: this.#successes.oldest(), refusals: this.#refusals.oldest() };
  }
}

class Ring {
  readonly #kept: RecentRequest[] = [];
  #next = 0;

  constructor(private readonly size: number) {}

  add(request: RecentRequest): void {
    this.#kept[this.#next] = request;
    this.#next = (this.#next + 1) % this.size;
  }

  find(requestId: string): RecentRequest[] {
    return this.#kept.filter((each) => each.requestId === requestId);
  }

  oldest(): number | null {
    return (this.#kept.length < this.size ? this.#kept[0] : this.#kept[this.#next])?.at ?? null;
  }
}
