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
  /** Whether it shares its transaction with no other. */
  isAlone: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

/**
 * State of a file's writer.
 * - idle: nothing waits.
 * - gathering: closures wait for their transaction: for the turn of the event loop, a checkpoint, or another process.
 * - committing: they run, and are committed.
 * - flushing: the commit is on its way to the disk.
 * - broken: a commit did not get there; no later flush would prove anything, so nothing is written until the file is
 *   opened again (docs/decisions.md).
 * - closed: refuses every change.
 */
export type State = "idle" | "broken" | "closed" | Working;
type Working = "gathering" | "committing" | "flushing";
export const WORKING: ReadonlySet<State> = new Set<Working>(["gathering", "committing", "flushing"]);

const MAX_BATCH = 512;

interface NextBatch {
  batch: Job[];
  /** The queue without it. */
  rest: Job[];
}

/**
 * The jobs of the next transaction: the first, if it shares its transaction with none, or as many others as may share one.
 * After one alone the others come first, so that a short change waits for one long one, not for all that are ahead of it.
 */
export function takeBatch(queue: readonly Job[], wasAlone: boolean): NextBatch {
  const others = queue.filter(({ isAlone }) => !isAlone);
  const isNext = queue[0]?.isAlone === true && (!wasAlone || others.length === 0);
  if (isNext) return { batch: queue.slice(0, 1), rest: queue.slice(1) };
  const alone = queue.filter(({ isAlone }) => isAlone);
  return { batch: others.slice(0, MAX_BATCH), rest: [...alone, ...others.slice(MAX_BATCH)] };
}

type Work = (tx: Tx) => unknown;

/** Runs one closure under its own savepoint, inside the batch's transaction. @throws where the whole batch failed. */
export function runOne(tx: Tx, timeline: Timeline | null, work: Work): Outcome {
  tx.run("SAVEPOINT change");
  try {
    const value = carryOut(tx, timeline, work);
    tx.run("RELEASE change");
    return { ok: true, value };
  } catch (error) {
    // SQLite itself rolls the whole transaction back on a full disk or an I/O error: then all of the batch failed.
    if (!tx.client.inTransaction) throw error;
    tx.run("ROLLBACK TO change");
    tx.forget();
    tx.run("RELEASE change");
    return refused(error, (keep) => runOne(tx, timeline, keep));
  }
}

/**
 * Runs one closure that has the transaction to itself, which ends if it throws. With a savepoint around them SQLite keeps a
 * copy of every page that each statement changes, until the end: thousands of statements take twice the time, and 60 MB.
 */
export function runAlone(tx: Tx, timeline: Timeline | null, work: Work): Outcome {
  try {
    return { ok: true, value: carryOut(tx, timeline, work) };
  } catch (error) {
    if (!tx.client.inTransaction) throw error;
    tx.run("ROLLBACK");
    tx.forget();
    return refused(error, (keep) => {
      tx.run("BEGIN IMMEDIATE");
      return runAlone(tx, timeline, keep);
    });
  }
}

function carryOut(tx: Tx, timeline: Timeline | null, work: Work): unknown {
  tx.isMutation = false;
  tx.idempotencyKey = null;
  timeline?.enter(tx);
  const value = work(tx);
  if (value instanceof Promise) {
    value.catch(() => {});
    throw new Error("a write closure must be synchronous");
  }
  timeline?.leave(tx);
  return value;
}

/** @param keepWith carries out what a refusal keeps */
function refused(error: unknown, keepWith: (keep: Work) => Outcome): Outcome {
  if (!(error instanceof RefuseButKeep)) return { ok: false, error };
  const kept = keepWith(error.keep);
  return { ok: false, error: kept.ok ? error.reason : kept.error };
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
