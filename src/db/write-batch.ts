import type { Reader } from "./reader.ts";
import type { Tx } from "./sql.ts";
import type { Timeline } from "./timeline.ts";
import type { Wal } from "./wal.ts";
import { RefuseButKeep, WriteUnavailable } from "./write-errors.ts";

/** A file's connections and log. */
export interface WriterParts {
  tx: Tx;
  read: Reader;
  wal: Pick<Wal, "flush" | "gatheringMs" | "checkpointIfLong">;
}

/** The file's content is about to be replaced: its writers wait as for another process's lock. */
export class Held extends Error {}

/**
 * full: durable when the promise resolves, whatever happens to the machine. lasting: survives the end of the process
 * at any time, but a power failure may undo it until the next full commit; for work that can be repeated.
 * acknowledged: full, and also confirmed elsewhere if `confirmWith` requires it.
 */
export type Durability = "full" | "lasting" | "acknowledged";

export interface Job {
  work: (tx: Tx) => unknown;
  durability: Durability;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

/** Runs one closure under its own savepoint, inside the batch's transaction. @throws where the whole batch failed. */
export function runOne(tx: Tx, timeline: Timeline | null, work: (tx: Tx) => unknown): Outcome {
  tx.run("SAVEPOINT change");
  try {
    tx.isMutation = false;
    tx.idempotencyKey = null;
    timeline?.enter(tx);
    const value = work(tx);
    if (value instanceof Promise) {
      value.catch(() => {});
      throw new Error("a write closure must be synchronous");
    }
    timeline?.leave(tx);
    tx.run("RELEASE change");
    return { ok: true, value };
  } catch (error) {
    // SQLite itself rolls the whole transaction back on a full disk or an I/O error: then all of the batch failed.
    if (!tx.client.inTransaction) throw error;
    tx.run("ROLLBACK TO change");
    tx.run("RELEASE change");
    if (!(error instanceof RefuseButKeep)) return { ok: false, error };
    const kept = runOne(tx, timeline, error.keep);
    return { ok: false, error: kept.ok ? error.reason : kept.error };
  }
}

export function unavailable(error: unknown): WriteUnavailable {
  return new WriteUnavailable("the database could not be written", { cause: error });
}

/** Rejects all of them with one error. */
export function refuse(batch: readonly Job[], error: unknown): void {
  for (const job of batch) job.reject(error);
}

export function unflushed(error: unknown): WriteUnavailable {
  return new WriteUnavailable("the disk did not keep a change. Start the server again", { cause: error });
}

function settle(batch: readonly Job[], outcomes: readonly Outcome[]): void {
  for (const [index, job] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome?.ok) job.resolve(outcome.value);
    else job.reject(outcome?.error);
  }
}

/** Settles those that ask for it once `confirm` resolves, and the others at once. */
export function settleConfirmed(
  batch: readonly Job[],
  outcomes: readonly Outcome[],
  confirm: (() => Promise<void>) | null,
): void {
  const waits = ({ durability }: Job) => confirm !== null && durability === "acknowledged";
  if (confirm === null || !batch.some(waits)) {
    settle(batch, outcomes);
    return;
  }
  const confirmed = confirm();
  for (const [index, job] of batch.entries()) {
    const outcome = outcomes[index];
    const now = () => settle([job], outcome === undefined ? [] : [outcome]);
    if (waits(job)) void confirmed.then(now, job.reject);
    else now();
  }
}

/** True if no job in the batch needs a flush. */
export function areLasting(batch: readonly Job[]): boolean {
  return batch.every(({ durability }) => durability === "lasting");
}

/**
 * Commits in a row that need not be durable, of which the last is flushed all the same: after a power failure more
 * commits than these cannot be missing in the midst of a WAL, unless it is damaged.
 */
export const MAX_UNFLUSHED = 16;

/** Counts the commits since the last flush. */
export class Unflushed {
  #commits = 0;

  /** Whether this batch may stay without a flush, too. */
  admits(batch: readonly Job[]): boolean {
    if (areLasting(batch) && ++this.#commits < MAX_UNFLUSHED) return true;
    this.#commits = 0;
    return false;
  }
}
