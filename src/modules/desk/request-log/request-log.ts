import type { Database } from "../../../db/database.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { type LoggedRequest, recordRequests } from "./store.ts";

/** Successful reads of a key that are logged at once, and again each minute. */
const FIRST = 60;
const PER_MINUTE = 3;

/**
 * Chooses the successful reads to log: all of a person who tries something out, and a few of a program that reads all
 * day, about 130,000 rows in 30 days.
 */
class ReadSample {
  readonly #keys = new Map<string, { left: number; at: number }>();

  /** Whether to log a read of this key, and if so counts it. @param at Unix milliseconds */
  takes(keyId: string, at: number): boolean {
    let key = this.#keys.get(keyId);
    if (key === undefined) {
      key = { left: FIRST, at };
      this.#keys.set(keyId, key);
    }
    const minutes = Math.floor((at - key.at) / MINUTE_MS);
    if (minutes > 0) {
      key.left = Math.min(FIRST, key.left + minutes * PER_MINUTE);
      key.at += minutes * MINUTE_MS;
    }
    if (key.left === 0) return false;
    key.left--;
    return true;
  }
}

/** Rows per transaction, to keep each to a few milliseconds. */
const ROWS_PER_TRANSACTION = 200;
/** Limit of pending requests, about 10 MB; further requests are dropped. */
const MAX_PENDING = 50_000;

/** Logged requests per minute and caller; `anonymous` limits apply to all unauthenticated callers together. */
const LIMITS_PER_MINUTE = { refusals: 300, anonymousRefusals: 60, anonymousChanges: 300 };

/**
 * Logs changes, refused requests and a sample of partners' reads under their request ids. Requests are queued in memory and stored in batches
 * outside the request path; a killed process loses those of the last second.
 */
export class RequestLog {
  readonly #reads = new ReadSample();
  #pending: LoggedRequest[] = [];
  #minute = -1;
  #counted = new Map<string, number>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(private readonly live: Database) {}

  /** Whether a key's successful read is to be recorded: see `ReadSample`. */
  takesRead(keyId: string, at: number): boolean {
    return this.#pending.length < MAX_PENDING && this.#reads.takes(keyId, at);
  }

  /** Records a change, a refusal, or a read that `takesRead` chose. */
  record(request: LoggedRequest): void {
    if (this.#pending.length >= MAX_PENDING || !this.#isWithinLimit(request)) return;
    this.#pending.push(request);
  }

  #isWithinLimit({ at, caller, refusal }: LoggedRequest): boolean {
    const limit = limitOf(caller, refusal);
    if (limit === null) return true;
    const minute = Math.floor(at / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counted = new Map();
    }
    const name = `${caller} ${refusal === null}`;
    const counted = this.#counted.get(name) ?? 0;
    this.#counted.set(name, counted + 1);
    return counted < limit;
  }

  /** Matching requests that are not stored yet, newest first. */
  pending(matches: (request: LoggedRequest) => boolean): LoggedRequest[] {
    return this.#pending.filter(matches).reverse();
  }

  /** Stores pending requests; those that cannot be written stay pending. @throws WriteUnavailable */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#store());
    return this.#flushing;
  }

  async #store(): Promise<void> {
    while (this.#pending.length > 0) {
      const chunk = this.#pending.slice(0, ROWS_PER_TRANSACTION);
      await this.live.writer.run((tx) => recordRequests(tx, chunk), "lasting");
      this.#pending = this.#pending.slice(chunk.length);
    }
  }
}

/** Logged requests of this kind per minute; null for no limit. */
function limitOf(caller: string, refusal: string | null): number | null {
  if (caller === "")
    return refusal === null ? LIMITS_PER_MINUTE.anonymousChanges : LIMITS_PER_MINUTE.anonymousRefusals;
  return refusal === null ? null : LIMITS_PER_MINUTE.refusals;
}
