import type { Clock } from "../kit/clock.ts";
import { Listeners } from "./listeners.ts";
import { currentPrecondition, requireMet } from "./precondition.ts";
import type { Reader } from "./reader.ts";
import { isSqliteError, type Signal, type Tx } from "./sql.ts";
import type { Timeline } from "./timeline.ts";
import {
  areLasting,
  type Durability,
  Held,
  type Job,
  type Outcome,
  refuse,
  runAlone,
  runOne,
  type State,
  settleConfirmed,
  takeBatch,
  Unflushed,
  unavailable,
  unflushed,
  WORKING,
  type WriterParts,
} from "./write-batch.ts";
import { WriteUnavailable } from "./write-errors.ts";

/** Longest time for which the event loop waits for another process's write. */
export const BUSY_WAIT_MS = 20;
const BUSY_RETRY_MS = 5;
const BUSY_GIVE_UP_MS = 5_000;
const MAX_QUEUE = 20_000;

/**
 * The one writer of a file. Closures that arrive in one turn of the event loop, or during a flush, share a
 * `BEGIN IMMEDIATE … COMMIT`, each under its own savepoint, so that one flush serves many (on two cores 20,000 durable
 * changes per second instead of 4,000). A promise settles after the flush, whether its closure returned or threw: it may
 * have read another closure's change, which only the flush makes permanent. Until then nothing else is written, and
 * reads see the state before.
 */
export class Writer {
  /** Since the file was opened: transactions, closures run in them, and failed transactions. */
  readonly counts = { commits: 0, changes: 0, failures: 0 };
  private readonly tx: Tx;
  private readonly read: Reader;
  private readonly wal: WriterParts["wal"];
  #queue: Job[] = [];
  #state: State = "idle";
  /** Whether the last transaction was that of one change alone. */
  #wasAlone = false;
  /** Why it is broken. */
  #fault: unknown = null;
  #busySince: number | null = null;
  readonly #unflushed = new Unflushed();
  #idle: (() => void)[] = [];
  readonly #listeners = new Listeners();
  #confirm: (() => Promise<void>) | null = null;

  constructor(
    { tx, read, wal }: WriterParts,
    private readonly clock: Clock,
    /** Null: rows get the clock's time. */
    private readonly timeline: Timeline | null,
  ) {
    this.tx = tx;
    this.read = read;
    this.wal = wal;
  }

  /**
   * Runs a **synchronous** closure in a transaction and resolves with its value once that has the requested
   * durability.
   * @param isAlone whether it shares its transaction with no other change: for closures of thousands of statements
   * @throws WriteUnavailable, or the closure's own error (its change is then undone)
   */
  run<Value>(work: (tx: Tx) => Value, durability: Durability = "full", isAlone = false): Promise<Value> {
    const precondition = currentPrecondition();
    const guarded = (tx: Tx): Value => {
      requireMet(precondition);
      return work(tx);
    };
    return new Promise<Value>((resolve, reject) => {
      if (this.#state === "closed") return reject(new WriteUnavailable("the database is closing"));
      if (this.#state === "broken") return reject(unflushed(this.#fault));
      if (this.#queue.length >= MAX_QUEUE)
        return reject(new WriteUnavailable("too many changes are waiting"));
      const job = precondition === null ? work : guarded;
      const settle = { resolve: resolve as (value: unknown) => void, reject };
      this.#queue.push({ work: job, durability, isAlone, ...settle });
      if (this.#state === "idle") this.#gather();
    });
  }

  /**
   * From now on acknowledged changes settle once `confirm`, called after their COMMIT, resolves; if it rejects, all
   * of them reject although committed: their callers cannot know the outcome, and ask again.
   */
  confirmWith(confirm: () => Promise<void>): void {
    this.#confirm = confirm;
  }

  /** Returns a function that waits, through `confirmWith`, for everything committed since this call. */
  confirmation(): () => Promise<void> {
    const before = this.counts.commits;
    return async () => {
      if (this.counts.commits > before) await this.#confirm?.();
    };
  }

  /**
   * Calls the listener after each commit that signalled this topic, until the returned function is called. The signal
   * may come from a change that was undone while others of its batch were kept, so the listener must read the actual
   * state. It must not throw.
   */
  listen(topic: Signal, listener: () => void): () => void {
    return this.#listeners.add(topic, listener);
  }

  /** Number of waiting closures. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Whether a commit is on its way to the disk, or never got there. */
  get isUnflushed(): boolean {
    return this.#state === "flushing" || this.#state === "broken";
  }

  /** Waits until all accepted changes are on the disk, then refuses further ones. */
  async close(): Promise<void> {
    if (WORKING.has(this.#state)) await new Promise<void>((resolve) => this.#idle.push(resolve));
    this.#state = "closed";
  }

  #gather(): void {
    this.#state = "gathering";
    const { gatheringMs } = this.wal;
    if (gatheringMs === 0) setImmediate(() => this.#flush());
    else setTimeout(() => this.#flush(), gatheringMs);
  }

  #flush(): void {
    const { batch, rest } = takeBatch(this.#queue, this.#wasAlone);
    try {
      // A WAL in use by a reader never restarts.
      this.read.endSnapshot();
      const checkpoint = this.wal.checkpointIfLong();
      if (checkpoint !== null) {
        void checkpoint.then(() => this.#flush());
        return;
      }
      this.#state = "committing";
      this.tx.isOpen = true;
      this.tx.run("BEGIN IMMEDIATE");
      this.#requireFree();
    } catch (error) {
      this.tx.isOpen = false;
      this.#beginFailed(error);
      return;
    }
    this.#endBusy();
    this.#wasAlone = batch.some(({ isAlone }) => isAlone);
    this.#queue = rest;
    const outcomes = this.#commit(batch);
    this.tx.isOpen = false;
    if (this.#unflushed.admits(batch)) this.#finish(batch, outcomes);
    else this.#bringToDisk(batch, outcomes);
  }

  #bringToDisk(batch: readonly Job[], outcomes: readonly Outcome[]): void {
    this.#state = "flushing";
    this.wal.flush().then(
      () => this.#finish(batch, outcomes),
      (error) => this.#fail(batch, error),
    );
  }

  #finish(batch: readonly Job[], outcomes: readonly Outcome[]): void {
    this.read.release();
    settleConfirmed(batch, outcomes, this.#confirm);
    this.#listeners.announce(this.tx.signals);
    if (this.#queue.length > 0) this.#gather();
    else this.#rest("idle");
  }

  #fail(batch: readonly Job[], error: unknown): void {
    this.#fault = error;
    this.counts.failures++;
    this.tx.signals.clear();
    refuse([...batch, ...this.#queue.splice(0)], unflushed(error));
    this.#rest("broken");
  }

  #rest(state: "idle" | "broken"): void {
    this.#state = state;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #requireFree(): void {
    if (this.timeline?.isHeld(this.tx, this.clock.now()) !== true) return;
    this.tx.run("ROLLBACK");
    throw new Held("its content is about to be replaced");
  }

  /** Another process holds the file: after one wait, retries off the event loop for a while. */
  #beginFailed(error: unknown): void {
    const now = this.clock.now();
    if (this.#busySince === null) this.tx.client.run("PRAGMA busy_timeout = 0");
    this.#busySince ??= now;
    const isPassing = error instanceof Held || isSqliteError(error, "SQLITE_BUSY");
    if (isPassing && now - this.#busySince < BUSY_GIVE_UP_MS) {
      this.#state = "gathering";
      setTimeout(() => this.#flush(), BUSY_RETRY_MS);
      return;
    }
    this.#endBusy();
    this.counts.failures++;
    refuse(this.#queue.splice(0), unavailable(error));
    this.#rest("idle");
  }

  #endBusy(): void {
    if (this.#busySince === null) return;
    this.#busySince = null;
    this.tx.client.run(`PRAGMA busy_timeout = ${BUSY_WAIT_MS}`);
  }

  #commit(batch: Job[]): Outcome[] {
    this.tx.clockNow = this.clock.now();
    this.tx.now = this.tx.clockNow;
    try {
      const run = batch.length === 1 ? runAlone : runOne;
      const outcomes = batch.map((job) => run(this.tx, this.timeline, job.work));
      if (!areLasting(batch)) this.read.hold();
      // A closure alone that threw has ended its transaction.
      if (this.tx.client.inTransaction) this.tx.run("COMMIT");
      this.counts.commits++;
      this.counts.changes += batch.length;
      return outcomes;
    } catch (error) {
      this.counts.failures++;
      this.tx.signals.clear();
      if (this.tx.client.inTransaction) this.tx.run("ROLLBACK");
      const failure = unavailable(error);
      return batch.map(() => ({ ok: false, error: failure }));
    }
  }
}
