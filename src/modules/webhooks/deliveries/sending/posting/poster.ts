import { availableParallelism } from "node:os";
import { SECOND_MS, systemClock } from "../../../../../kit/clock.ts";
import type { Logger } from "../../../../../kit/process/log.ts";
import { systemTimers } from "../../../../../kit/timers.ts";
import { Client, type Receipt, type Shipment } from "../client.ts";
import type { PostSettings } from "./post-batches.ts";
import { PostThread } from "./post-thread.ts";

export interface PosterOptions {
  settings: PostSettings;
  log: Logger;
  /** A thread without posts ends after one to two of these, and its memory is freed. */
  idleMs?: number;
  /** Posts in progress from which on a thread takes them; infinite for none. */
  busyFrom?: number;
}

/** On one core a thread would only add its own work. */
const BUSY_FROM = availableParallelism() > 1 ? 16 : Number.POSITIVE_INFINITY;
const IDLE_MS = 10 * SECOND_MS;

/**
 * Posts here while few are in progress, which answers soonest, and in a thread of its own while there are many: then the
 * thread that stores outcomes and answers requests need not send them, too.
 */
export class Poster implements Pick<Client, "post"> {
  readonly #client: Client;
  readonly #busyFrom: number;
  #here = 0;
  #thread: PostThread | null = null;
  #wasUsed = false;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: PosterOptions) {
    const { settings, busyFrom = BUSY_FROM } = options;
    this.#client = new Client({ ...settings, clock: systemClock, timers: systemTimers });
    this.#busyFrom = busyFrom;
  }

  /** Whether posts go to the thread. */
  get isInThread(): boolean {
    return this.#thread !== null;
  }

  /** Sends one POST request. Never throws: errors are in the receipt. Aborting `stop` abandons the request. */
  async post(shipment: Shipment, stop?: AbortSignal): Promise<Receipt> {
    if (stop?.aborted === true) return { kind: "abandoned" };
    if (this.#thread === null && this.#here >= this.#busyFrom) this.#begin();
    if (this.#thread !== null) {
      this.#wasUsed = true;
      return await this.#thread.post(shipment, stop);
    }
    this.#here++;
    try {
      return await this.#client.post(shipment, stop);
    } finally {
      this.#here--;
    }
  }

  /** Ends the thread, and abandons its posts. */
  end(): void {
    clearInterval(this.#watch);
    this.#thread?.end();
    this.#thread = null;
  }

  #begin(): void {
    this.#thread = new PostThread(this.options.settings, (reason) => {
      this.options.log.error("the thread that posts deliveries failed", { error: reason });
      this.end();
    });
    this.#watch = setInterval(() => {
      if (!this.#wasUsed && this.#thread?.inFlight === 0) this.end();
      this.#wasUsed = false;
    }, this.options.idleMs ?? IDLE_MS);
    this.#watch.unref();
  }
}
