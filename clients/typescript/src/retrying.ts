import { SaluteAbortError, type SaluteCallError, SaluteConnectionError, SaluteError } from "./errors.ts";
import type { SaluteOptions } from "./options.ts";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 8_000;
const BUDGET_MS = 60_000;
const STATUSES = [429, 500, 502, 503, 504];

/** Decides whether and when a call is sent again. A change keeps its Idempotency-Key, so repeating it is safe. */
export class Retrying {
  readonly #startedAt = performance.now();

  constructor(private readonly options: Pick<SaluteOptions, "retries" | "retryBudgetMs" | "retryStatuses">) {}

  /** Milliseconds before the next attempt; null if there is none. */
  waitAfter(failure: SaluteCallError): number | null {
    const { retries = Number.POSITIVE_INFINITY, retryBudgetMs = BUDGET_MS } = this.options;
    if (failure.attempts > retries || !this.#mayRetry(failure)) return null;
    const wait =
      backoff(failure.attempts) + (failure instanceof SaluteError ? (failure.retryAfter ?? 0) : 0) * 1000;
    const spent = performance.now() - this.#startedAt;
    return spent + wait > retryBudgetMs ? null : wait;
  }

  #mayRetry(failure: SaluteCallError): boolean {
    if (failure instanceof SaluteConnectionError) return true;
    if (!(failure instanceof SaluteError)) return false;
    return (
      (this.options.retryStatuses ?? STATUSES).includes(failure.status) || failure.code === "replay_detected"
    );
  }
}

/** Doubles with each attempt, up to a limit; shortened by up to half at random, so that clients do not return at once. */
function backoff(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
}

/** @throws the failure as a SaluteAbortError if the signal ends the wait */
export function pause(ms: number, failure: SaluteCallError, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new SaluteAbortError(failure, signal?.reason));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
