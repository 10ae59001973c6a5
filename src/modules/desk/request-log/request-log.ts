import type { Database } from "../../../db/database.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { addRequests, type LoggedRequest } from "./store.ts";

/** Rows per write transaction, which then takes a few milliseconds. */
const ROWS_A_CHANGE = 200;
/** Beyond it nothing more is kept until the file takes rows again; some 10 MB. */
const MAX_PENDING = 50_000;

/** Limits per minute that keep the disk from filling: refusals per caller, and requests without credentials. */
const KEPT_A_MINUTE = { refusalsOfCaller: 300, refusalsOfUnproved: 60, changesOfUnproved: 300 };

/**
 * Keeps request ids of changes and refusals beyond a restart. Requests wait in memory and are stored in batches, off
 * the path of the request: a kill loses those of the last second.
 */
export class RequestLog {
  #pending: LoggedRequest[] = [];
  #minute = -1;
  #counted = new Map<string, number>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(private readonly live: Database) {}

  /** Records a change or a refusal. */
  record(request: LoggedRequest): void {
    if (this.#pending.length >= MAX_PENDING || !this.#isWithin(request)) return;
    this.#pending.push(request);
  }

  #isWithin({ at, caller, refusal }: LoggedRequest): boolean {
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

  /** Requests not yet stored that match, newest first. */
  pending(fits: (request: LoggedRequest) => boolean): LoggedRequest[] {
    return this.#pending.filter(fits).reverse();
  }

  /** Stores what waits; what the file does not take waits on. @throws WriteUnavailable */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#store());
    return this.#flushing;
  }

  async #store(): Promise<void> {
    while (this.#pending.length > 0) {
      const chunk = this.#pending.slice(0, ROWS_A_CHANGE);
      await this.live.writer.run((tx) => addRequests(tx, chunk), "lasting");
      this.#pending = this.#pending.slice(chunk.length);
    }
  }
}

/** Number of requests of its kind kept per minute; null for all. */
function limitOf(caller: string, refusal: string | null): number | null {
  if (caller === "")
    return refusal === null ? KEPT_A_MINUTE.changesOfUnproved : KEPT_A_MINUTE.refusalsOfUnproved;
  return refusal === null ? null : KEPT_A_MINUTE.refusalsOfCaller;
}
