import { availableParallelism } from "node:os";
import { SECOND_MS, systemClock } from "../../../../../kit/clock.ts";
import type { Logger } from "../../../../../kit/process/log.ts";
import { systemTimers } from "../../../../../kit/timers.ts";
import { Client } from "../client.ts";
import { type Address, type Letter, type Posted, signLetter } from "./letter.ts";
import type { PostSettings } from "./messages.ts";
import { PostThread } from "./post-thread.ts";

export interface PosterOptions {
  settings: PostSettings;
  log: Logger;
  /** A thread without posts ends after one to two of these, and its memory is freed. */
  idleMs?: number;
  /** Posts in progress from which on a thread takes them; infinite for none. */
  busyFrom?: number;
  /** The thread's entry point; by default the real one. */
  program?: URL;
}

/** On one core a thread would only add its own work. */
const BUSY_FROM = availableParallelism() > 1 ? 16 : Number.POSITIVE_INFINITY;
const IDLE_MS = 10 * SECOND_MS;

/**
 * Signs and posts here while few posts are in progress, which answers soonest, and in a thread of its own while there are
 * many: then the thread that stores outcomes and answers requests does not sign and send them, too.
 */
export class Poster {
  readonly #client: Client;
  #busyFrom: number;
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

  /** Whether letters may be posted ahead: the thread has them wait, and knows of all that are in progress. */
  get keepsLanes(): boolean {
    return this.#thread !== null && this.#here === 0;
  }

  /** Aborting `stop` abandons the letter. @throws Error if it could not be signed */
  async post(letter: Letter, address: Address, stop: AbortSignal): Promise<Posted> {
    const startedAt = letter.nowMs;
    if (stop.aborted) return { receipt: { kind: "abandoned" }, startedAt, endedAt: startedAt };
    if (this.#thread === null && this.#here >= this.#busyFrom) this.#begin();
    if (this.#thread !== null) {
      this.#wasUsed = true;
      return await this.#thread.post(letter, address, stop);
    }
    this.#here++;
    const from = performance.now();
    try {
      const receipt = await this.#client.post(signLetter(letter, address.receiver), stop);
      return { receipt, startedAt, endedAt: startedAt + Math.round(performance.now() - from) };
    } finally {
      this.#here--;
    }
  }

  /** Abandons the letters of a webhook that wait for others of it. */
  recall(webhookId: number): void {
    this.#thread?.recall(webhookId);
  }

  /** Ends the thread, and abandons its posts. */
  end(): void {
    clearInterval(this.#watch);
    this.#thread?.end();
    this.#thread = null;
  }

  #begin(): void {
    const { settings, log, program } = this.options;
    const failed = (reason: string) => {
      log.error("the thread that posts deliveries failed, and is not used until the next start", {
        error: reason,
      });
      // Its letters are abandoned, so that they are sent again. A new thread could fail again and again.
      this.#busyFrom = Number.POSITIVE_INFINITY;
      this.end();
    };
    this.#thread = new PostThread(settings, failed, program);
    this.#watch = setInterval(() => {
      if (!this.#wasUsed && this.#thread?.inFlight === 0) this.end();
      this.#wasUsed = false;
    }, this.options.idleMs ?? IDLE_MS);
    this.#watch.unref();
  }
}
