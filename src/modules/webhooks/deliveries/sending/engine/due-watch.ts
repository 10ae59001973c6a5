import type { Sql, Tx } from "../../../../../db/sql.ts";
import { newestDeliveryId } from "../../store.ts";
import { findDue, findNews } from "../find-due.ts";
import type { Ahead } from "./ahead.ts";
import { isTime, type Pace, pace } from "./pace.ts";
import type { Candidate, Slots } from "./slots.ts";

/** Looking for what is due takes at most this share of the time, however many webhooks wait. */
const SCAN_SHARE = 0.02;

/** Offers webhooks with something due to the slots: after each commit that made some, and again as time passes. */
export class DueWatch {
  #newestSeen = 0;
  #hasNews = false;
  readonly #scans: Pace = { last: 0, next: 0 };

  constructor(
    private readonly slots: Slots,
    private readonly ahead: Ahead,
  ) {}

  /** Whether a commit made something that was not looked at. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  noteNews(): void {
    this.#hasNews = true;
  }

  /** Records that exist at the start are found by the scan. */
  begin(sql: Sql): void {
    this.#newestSeen = newestDeliveryId(sql);
  }

  scan(sql: Sql, now: number): void {
    if (!isTime(this.#scans, now)) return;
    const startedAt = performance.now();
    for (const candidate of findDue(sql, now)) this.#offer(candidate);
    pace(this.#scans, now, (performance.now() - startedAt) / SCAN_SHARE);
  }

  /**
   * Something was made, or an old record became due again: the newest ids tell which, else all that is due is sought.
   * @returns what undoes it where the transaction fails.
   */
  lookAround(tx: Tx): () => void {
    const before = this.#newestSeen;
    this.#hasNews = false;
    const { candidates, newest } = findNews(tx, before, tx.now);
    const found = newest > before ? candidates : findDue(tx, tx.now);
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
