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

const KEPT = 5_000;

/** The last requests of this process, by which operators find a request id that somebody tells them. */
export class RecentRequests {
  readonly #ring: RecentRequest[] = [];
  #next = 0;

  record(request: RecentRequest): void {
    this.#ring[this.#next] = request;
    this.#next = (this.#next + 1) % KEPT;
  }

  /** Newest first. */
  find(requestId: string): RecentRequest[] {
    return this.#ring.filter((each) => each.requestId === requestId).sort((a, b) => b.at - a.at);
  }
}
