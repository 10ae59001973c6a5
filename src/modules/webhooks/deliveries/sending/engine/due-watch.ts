import type { Sql, Tx } from "../../../../../db/sql.ts";
import { newestDeliveryId } from "../../store.ts";
import { findCandidate, listDue, listNews } from "../candidates.ts";
import type { Ahead } from "./ahead.ts";
import { isTime, type Pace, pace } from "./pace.ts";
import type { Candidate, Slots } from "./slots.ts";

/** Maximum share of time for scans, however many webhooks wait. */
const SCAN_SHARE = 0.02;

/** Offers webhooks with due records to the slots: after commits that created some, and periodically. */
export class DueWatch {
  #newestSeen = 0;
  #hasNews = false;
  readonly #scans: Pace = { last: 0, next: 0 };

  constructor(
    private readonly slots: Slots,
    private readonly ahead: Ahead,
  ) {}

  /** Whether a commit created records that were not searched for yet. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  noteNews(): void {
    this.#hasNews = true;
  }

  /** Records that exist at the start are left to the scan. */
  begin(sql: Sql): void {
    this.#newestSeen = newestDeliveryId(sql);
  }

  /** Offers a webhook that was held back by its rate. */
  resume(sql: Sql, webhookId: number): void {
    const candidate = findCandidate(sql, webhookId);
    if (candidate !== null) this.#offer(candidate);
  }

  scan(sql: Sql, now: number): void {
    if (!isTime(this.#scans, now)) return;
    const startedAt = performance.now();
    for (const candidate of listDue(sql, now)) this.#offer(candidate);
    pace(this.#scans, now, (performance.now() - startedAt) / SCAN_SHARE);
  }

  /**
   * Finds new records by their ids or, if there are none, the older ones that became due again.
   * @returns a function that undoes this if the transaction fails
   */
  lookAround(tx: Tx): () => void {
    const before = this.#newestSeen;
    this.#hasNews = false;
    const { candidates, newest } = listNews(tx, before, tx.now);
    const found = newest > before ? candidates : listDue(tx, tx.now);
    this.#newestSeen = newest;
    for (const candidate of found) this.#offer(candidate);
    return () => {
      this.#newestSeen = before;
      this.#hasNews = true;
    };
  }

  #offer(candidate: Candidate): void {
    this.slots.offer(candidate);
    this.ahead.noteMore(candidate.webhookId);
  }
}
