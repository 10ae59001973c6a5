import type { Database } from "../../../db/database.ts";
import type { AnsweredRequest } from "./checks.ts";
import { recordRequests } from "./store.ts";

const MAX_PENDING = 10_000;
const REQUESTS_A_CHANGE = 200;

/**
 * Stores evidence from sandbox keys' requests in sandbox.db, shortly after their commit and without delaying it.
 * Evidence that cannot be written waits, up to a limit, for the next attempt.
 */
export class EvidenceRecorder {
  #pending: AnsweredRequest[] = [];
  #flushing: Promise<void> | null = null;

  constructor(private readonly sandbox: Database) {}

  record(request: AnsweredRequest): void {
    if (this.#pending.length < MAX_PENDING) this.#pending.push(request);
    this.flush().catch(() => {});
  }

  /** Resolves once everything recorded so far is stored. @throws WriteUnavailable */
  flush(): Promise<void> {
    if (this.#pending.length > 0) this.#flushing ??= this.#store();
    return this.#flushing ?? Promise.resolve();
  }

  async #store(): Promise<void> {
    try {
      while (this.#pending.length > 0) await this.#storeSome();
    } finally {
      this.#flushing = null;
    }
  }

  async #storeSome(): Promise<void> {
    const chunk = this.#pending.splice(0, REQUESTS_A_CHANGE);
    try {
      await this.sandbox.writer.run((tx) => recordRequests(tx, chunk));
    } catch (error) {
      this.#pending.unshift(...chunk);
      throw error;
    }
  }
}
