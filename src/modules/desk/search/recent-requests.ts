import { SECOND_MS } from "../../../kit/clock.ts";

/** A recently answered request. */
export interface RecentRequest {
  requestId: string;
  /** Unix milliseconds. */
  at: number;
  /** Method and path template. */
  route: string;
  status: number;
  /** Empty if no key signed the request. */
  keyId: string;
  /** Error code; null for a success. */
  refusal: string | null;
  durationMs: number;
}

/** Times of the oldest remembered requests in Unix milliseconds; null if there are none. */
export interface Reach {
  successes: number | null;
  refusals: number | null;
}

/** Successes, and refusals, in memory; about 5 MB together. */
const CAPACITY = 20_000;
/** Under load, objects that outlive their request cost the collector more than the rest of a cached read. */
const SUCCESSES_PER_SECOND = 100;

/**
 * The last requests of this process, for searches by request id. Refusals have a buffer of their own, so that successes
 * cannot displace them.
 */
export class RecentRequests {
  readonly #successes = new RingBuffer(CAPACITY);
  readonly #refusals = new RingBuffer(CAPACITY);

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

class RingBuffer {
  readonly #items: RecentRequest[] = [];
  #next = 0;

  constructor(private readonly size: number) {}

  add(request: RecentRequest): void {
    this.#items[this.#next] = request;
    this.#next = (this.#next + 1) % this.size;
  }

  find(requestId: string): RecentRequest[] {
    return this.#items.filter((each) => each.requestId === requestId);
  }

  oldest(): number | null {
    return (this.#items.length < this.size ? this.#items[0] : this.#items[this.#next])?.at ?? null;
  }
}
