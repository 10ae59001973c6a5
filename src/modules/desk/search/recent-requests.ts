/** A request that was answered lately. */
export interface RecentRequest {
  requestId: string;
  /** Unix milliseconds. */
  at: number;
  /** Method and path template. */
  route: string;
  status: number;
  /** Empty where no key signed it. */
  keyId: string;
  /** The code of a refusal; null of a success. */
  refusal: string | null;
  durationMs: number;
}

/** How far back requests can be found: Unix milliseconds, null while there are none. */
export interface Reach {
  successes: number | null;
  refusals: number | null;
}

/** Of each; some 5 MB together. */
const KEPT = 20_000;

/**
 * The last requests of this process, by which operators find a request id that somebody tells them. Refusals have room of
 * their own: they are what is asked about, and a flood of successes must not push them out.
 */
export class RecentRequests {
  readonly #successes = new Ring(KEPT);
  readonly #refusals = new Ring(KEPT);

  record(request: RecentRequest): void {
    (request.status < 400 ? this.#successes : this.#refusals).add(request);
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
