import type { Clock } from "../kit/clock.ts";
import { isSqliteError, type Signal, type Tx } from "./sql.ts";
import type { Timeline } from "./timeline.ts";

/** The file could not be written now (locked by a command, disk full, closed). Nothing of the change is kept. */
export class WriteUnavailable extends Error {}

/**
 * Thrown inside a write closure: its change is undone, but `keep` is committed, and then `reason` is what the caller
 * gets. For what must outlive a refusal, such as counting a wrong try.
 */
export class RefuseButKeep extends Error {
  constructor(
    readonly reason: Error,
    readonly keep: (tx: Tx) => void,
  ) {
    super(reason.message);
  }
}

/**
 * full: durable when the promise resolves, whatever happens to the machine. lasting: survives the end of the process at
 * any instant, but a power failure may undo it until the next full commit; for what can be done over. acknowledged:
 * full, and confirmed elsewhere too where `confirmWith` asks for that.
 */
type Durability = "full" | "lasting" | "acknowledged";

interface Job {
  work: (tx: Tx) => unknown;
  durability: Durability;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** The file's content is about to be exchanged: its writers wait as for another process's lock. */
class Held extends Error {}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

/** How long the event loop may stand still for another process's write. */
export const BUSY_WAIT_MS = 20;
const BUSY_RETRY_MS = 5;
const BUSY_GIVE_UP_MS = 5_000;
const MAX_BATCH = 512;
const MAX_QUEUE = 20_000;

/**
 * The one writer of a file. Closures that arrive in one turn of the event loop share a `BEGIN IMMEDIATE … COMMIT`, each
 * under its own savepoint, so that one fsync pays for many (on two cores 20,000 durable changes a second in place of
 * 4,000). A promise settles after the COMMIT, whether its closure returned or threw: what it saw may have been a
 * neighbour's change that only the COMMIT makes true.
 */
export class Writer {
  /** Since the file was opened: transactions, closures that ran in them, and transactions that failed. */
  readonly counts = { commits: 0, changes: 0, failures: 0 };
  #queue: Job[] = [];
  #scheduled = false;
  #closed = false;
  #busySince: number | null = null;
  #idle: (() => void)[] = [];
  #durability: Durability = "full";
  readonly #listeners = new Map<Signal, Set<() => void>>();
  #confirm: (() => Promise<void>) | null = null;

  constructor(
    private readonly tx: Tx,
    private readonly clock: Clock,
    /**
     * Ends the readers' snapshot: before a transaction begins, since a WAL that somebody reads from never starts over,
     * and before it commits, so that the checkpoint in the COMMIT reaches its last page and nobody who waited for this
     * change reads the state before it.
     */
    private readonly endSnapshot: () => void = () => {},
    /** Null: the rows of a batch are dated by the clock. */
    private readonly timeline: Timeline | null = null,
  ) {}

  /**
   * Runs a **synchronous** closure in a transaction and resolves with its value once that is as durable as asked for.
   * @throws WriteUnavailable, or whatever the closure threw (its change is then undone).
   */
  run<Value>(work: (tx: Tx) => Value, durability: Durability = "full"): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (this.#closed) return reject(new WriteUnavailable("the database is closing"));
      if (this.#queue.length >= MAX_QUEUE)
        return reject(new WriteUnavailable("too many changes are waiting"));
      this.#queue.push({ work, durability, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /**
   * From now on what is to be acknowledged settles once this has, which is called after its COMMIT; where it rejects,
   * so does every one of them, though committed: their callers cannot know, and ask again.
   */
  confirmWith(confirm: () => Promise<void>): void {
    this.#confirm = confirm;
  }

  /**
   * Calls back after each commit that signalled this topic, until the function returned is called. It may be called
   * for a change that was undone beside others that were kept: look what is there. A listener must not throw.
   */
  listen(topic: Signal, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** How many closures wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Waits until everything that was handed over is committed, then refuses more. */
  async close(): Promise<void> {
    if (this.#queue.length > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    this.#closed = true;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    const batch = this.#queue.slice(0, MAX_BATCH);
    if (batch.length === 0) return;
    this.tx.isOpen = true;
    try {
      this.endSnapshot();
      this.#synchronize(batch);
      this.tx.run("BEGIN IMMEDIATE");
      this.#requireFree();
    } catch (error) {
      this.tx.isOpen = false;
      this.#beginFailed(error);
      return;
    }
    this.#endBusy();
    this.#queue = this.#queue.slice(batch.length);
    const outcomes = this.#commit(batch);
    this.tx.isOpen = false;
    this.#settle(batch, outcomes);
    this.#tell();
    if (this.#queue.length > 0) this.#schedule();
    else for (const resolve of this.#idle.splice(0)) resolve();
  }

  /**
   * Only a batch in which nobody asks for more spares the fsync; the next full one syncs what it left (SQLite, WAL).
   */
  #synchronize(batch: readonly Job[]): void {
    const wanted = batch.every(({ durability }) => durability === "lasting") ? "lasting" : "full";
    if (wanted === this.#durability) return;
    this.tx.client.run(`PRAGMA synchronous = ${wanted === "full" ? "FULL" : "NORMAL"}`);
    this.#durability = wanted;
  }

  #requireFree(): void {
    if (this.timeline?.isHeld(this.tx, this.clock.now()) !== true) return;
    this.tx.run("ROLLBACK");
    throw new Held("its content is about to be exchanged");
  }

  /** Another process holds the file: after the one wait, try again off the event loop, for a while. */
  #beginFailed(error: unknown): void {
    const now = this.clock.now();
    if (this.#busySince === null) this.tx.client.run("PRAGMA busy_timeout = 0");
    this.#busySince ??= now;
    const isPassing = error instanceof Held || isSqliteError(error, "SQLITE_BUSY");
    if (isPassing && now - this.#busySince < BUSY_GIVE_UP_MS) {
      this.#scheduled = true;
      setTimeout(() => this.#flush(), BUSY_RETRY_MS);
      return;
    }
    this.#endBusy();
    this.counts.failures++;
    const waiting = this.#queue.splice(0);
    settle(waiting, failAll(waiting, error));
    for (const resolve of this.#idle.splice(0)) resolve();
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
      const outcomes = batch.map((job) => this.#runOne(job.work));
      this.endSnapshot();
      this.tx.run("COMMIT");
      this.counts.commits++;
      this.counts.changes += batch.length;
      return outcomes;
    } catch (error) {
      this.counts.failures++;
      this.tx.signals.clear();
      if (this.tx.client.inTransaction) this.tx.run("ROLLBACK");
      return failAll(batch, error);
    }
  }

  #settle(batch: readonly Job[], outcomes: readonly Outcome[]): void {
    const confirm = this.#confirm;
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

  #tell(): void {
    if (this.tx.signals.size === 0) return;
    const topics = [...this.tx.signals];
    this.tx.signals.clear();
    for (const topic of topics) for (const listener of this.#listeners.get(topic) ?? []) listener();
  }

  #runOne(work: (tx: Tx) => unknown): Outcome {
    this.tx.run("SAVEPOINT change");
    try {
      this.tx.isMutation = false;
      this.timeline?.enter(this.tx);
      const value = work(this.tx);
      if (value instanceof Promise) {
        value.catch(() => {});
        throw new Error("a write closure must be synchronous");
      }
      this.timeline?.leave(this.tx);
      this.tx.run("RELEASE change");
      return { ok: true, value };
    } catch (error) {
      // SQLite itself rolls the whole transaction back on a full disk or an I/O error: then all of the batch failed.
      if (!this.tx.client.inTransaction) throw error;
      this.tx.run("ROLLBACK TO change");
      this.tx.run("RELEASE change");
      if (!(error instanceof RefuseButKeep)) return { ok: false, error };
      const kept = this.#runOne(error.keep);
      return { ok: false, error: kept.ok ? error.reason : kept.error };
    }
  }
}

function failAll(batch: Job[], error: unknown): Outcome[] {
  const unavailable = new WriteUnavailable("the database could not be written", { cause: error });
  return batch.map(() => ({ ok: false, error: unavailable }));
}

function settle(batch: readonly Job[], outcomes: readonly Outcome[]): void {
  for (const [index, job] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome?.ok) job.resolve(outcome.value);
    else job.reject(outcome?.error);
  }
}
