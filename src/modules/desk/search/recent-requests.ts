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

/** Successes, and refusals, in memory; about 3 MB together. */
const CAPACITY = 20_000;
const SUCCESSES_PER_SECOND = 100;
/** Longer ids, which only clients give, are kept as texts. */
const ID_BYTES = 48;

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

/**
 * The newest requests, in columns without an object or a text of their own: each object that outlives its request keeps
 * a whole block of the heap from being freed, and the blocks of a load that ended were half of a resting server's heap.
 * Routes, keys and codes are texts that exist anyway.
 */
class RingBuffer {
  #ids = Buffer.alloc(0);
  #idLengths = new Uint8Array(0);
  readonly #longIds = new Map<number, string>();
  #times = new Float64Array(0);
  #durations = new Float64Array(0);
  #statuses = new Uint16Array(0);
  readonly #routes: string[] = [];
  readonly #keyIds: string[] = [];
  readonly #refusals: (string | null)[] = [];
  #next = 0;

  constructor(private readonly size: number) {}

  add({ requestId, at, route, status, keyId, refusal, durationMs }: RecentRequest): void {
    if (this.#times.length === 0) this.#allocate();
    const slot = this.#next;
    if (this.#longIds.size > 0) this.#longIds.delete(slot);
    if (requestId.length > ID_BYTES) this.#longIds.set(slot, requestId);
    this.#idLengths[slot] = requestId.length;
    this.#ids.write(requestId, slot * ID_BYTES, ID_BYTES, "latin1");
    this.#times[slot] = at;
    this.#durations[slot] = durationMs;
    this.#statuses[slot] = status;
    this.#routes[slot] = route;
    this.#keyIds[slot] = keyId;
    this.#refusals[slot] = refusal;
    this.#next = (slot + 1) % this.size;
  }

  find(requestId: string): RecentRequest[] {
    const id = Buffer.from(requestId);
    const slots = this.#routes.keys().filter((slot) => this.#holds(slot, id, requestId));
    return slots.map((slot) => this.#at(slot, requestId)).toArray();
  }

  oldest(): number | null {
    if (this.#routes.length === 0) return null;
    return this.#times[this.#routes.length < this.size ? 0 : this.#next] ?? null;
  }

  #holds(slot: number, id: Buffer, requestId: string): boolean {
    if (this.#idLengths[slot] !== id.length) return false;
    if (id.length > ID_BYTES) return this.#longIds.get(slot) === requestId;
    const start = slot * ID_BYTES;
    return id.equals(this.#ids.subarray(start, start + id.length));
  }

  #at(slot: number, requestId: string): RecentRequest {
    return {
      requestId,
      at: this.#times[slot] ?? 0,
      route: this.#routes[slot] ?? "",
      status: this.#statuses[slot] ?? 0,
      keyId: this.#keyIds[slot] ?? "",
      refusal: this.#refusals[slot] ?? null,
      durationMs: this.#durations[slot] ?? 0,
    };
  }

  /** At the first request: many servers never refuse one. */
  #allocate(): void {
    this.#ids = Buffer.alloc(this.size * ID_BYTES);
    this.#idLengths = new Uint8Array(this.size);
    this.#times = new Float64Array(this.size);
    this.#durations = new Float64Array(this.size);
    this.#statuses = new Uint16Array(this.size);
  }
}
