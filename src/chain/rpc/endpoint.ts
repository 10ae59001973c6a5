import type { Clock } from "../../kit/clock.ts";
import type { AddressHealth } from "../chain-reader.ts";
import { type Api, createApi, toRpcFailure } from "./client.ts";
import { type FailureCode, RpcFailure } from "./failure.ts";
import type { Timing } from "./timing.ts";
import type { Turns } from "./turns.ts";

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;
/** Limit for a provider's Retry-After. */
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/** Options for the whole set of addresses. */
export interface EndpointOptions {
  maxPerSecond: number;
  timeoutMs: number;
  clock: Clock;
  timing: Timing;
  turns: Turns;
}

/** One RPC address: its limits, its recent results, and its rest after failures. */
export class Endpoint {
  /** Scheme and host: the only part that may be shown. */
  readonly host: string;
  /** The chain's genesis hash, once known. */
  chain: string | null = null;
  readonly #api: Api;
  /** The last request in line, by method. */
  readonly #lines = new Map<string, Promise<void>>();
  #restUntil = 0;
  #failures = 0;
  #slot: bigint | null = null;
  #answeredAt: number | null = null;
  #failedAt: number | null = null;
  #error: string | null = null;

  constructor(
    readonly url: string,
    private readonly options: EndpointOptions,
  ) {
    this.host = new URL(url).origin;
    this.#api = createApi(url);
  }

  /** Milliseconds of rest that remain. */
  get restMs(): number {
    return Math.max(0, this.#restUntil - this.options.timing.now());
  }

  get timeoutMs(): number {
    return this.options.timeoutMs;
  }

  /** Calls a method within the limits. @throws RpcFailure */
  async call<Value>(
    method: string,
    invoke: (api: Api, abortSignal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    await this.turn(method);
    try {
      const value = await invoke(this.#api, AbortSignal.timeout(this.options.timeoutMs));
      this.succeeded();
      return value;
    } catch (error) {
      const failure = toRpcFailure(error);
      this.failed(failure);
      throw failure;
    }
  }

  /** Waits until one more request of a method is within the limit. Requests keep their order. */
  turn(method: string): Promise<void> {
    const before = this.#lines.get(method) ?? Promise.resolve();
    const turn = before.then(() => this.#takeTurn(method));
    this.#lines.set(method, turn);
    return turn;
  }

  async #takeTurn(method: string): Promise<void> {
    const { timing, turns, maxPerSecond } = this.options;
    const take = () => turns.take(`${this.url} ${method}`, 1_000 / maxPerSecond);
    for (let wait = take(); wait > 0; wait = take()) await timing.pause(wait);
  }

  succeeded(): void {
    this.#failures = 0;
    this.#restUntil = 0;
    this.#answeredAt = this.options.clock.now();
    this.#error = null;
  }

  /** Records an invalid answer and returns the error to throw. */
  refused(code: FailureCode = "invalid_answer"): RpcFailure {
    const failure = new RpcFailure(code);
    this.failed(failure);
    return failure;
  }

  /**
   * Rests after a failure: for the time requested by the provider, otherwise twice as long each time, up to a minute.
   */
  failed({ code, retryAfterMs }: RpcFailure): void {
    this.#failedAt = this.options.clock.now();
    this.#error = code;
    // The address works, only this call failed: no rest is needed.
    if (code === "behind" || code === "rpc_error") return;
    const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 16);
    const rest = retryAfterMs === null ? backoff : Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
    this.#restUntil = Math.max(this.#restUntil, this.options.timing.now() + rest);
  }

  /** Records a slot at which it answered. */
  reached(slot: bigint): void {
    if (this.#slot === null || slot > this.#slot) this.#slot = slot;
  }

  health(): AddressHealth {
    return {
      host: this.host,
      chain: this.chain,
      slot: this.#slot,
      answeredAt: this.#answeredAt,
      failedAt: this.#failedAt,
      error: this.#error,
    };
  }
}
