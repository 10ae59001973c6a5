import type { Database as SqliteDatabase, Statement } from "bun:sqlite";
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import { isPassing } from "./sql.ts";

/** Pages of 4 KB after which the WAL is checkpointed. */
const CHECKPOINT_PAGES = 2_000;
/** Mean duration of a flush from which flushes run off the event loop. A faster one is over before a thread has it. */
const SLOW_FLUSH_MS = 4;
/** Share of the newest measurement in the mean. */
const NEWEST_SHARE = 0.25;
/** Part of a slow flush for which changes are gathered first: whoever missed it would wait for a second one. */
const GATHERING_SHARE = 0.125;
/** On a slow disk one of so many flushes runs on the event loop, to measure whether the disk is still slow. */
const FLUSHES_PER_MEASUREMENT = 64;

/**
 * The write-ahead log of an open file. Commits only append to it (`synchronous=NORMAL`), and each is followed by a flush
 * of ours: SQLite's own at `synchronous=FULL` would block the event loop on a slow disk, and with it all reads.
 */
export class Wal {
  #handle: number | null = null;
  #meanMs = 0;
  #sinceMeasurement = 0;
  #length: Statement<{ log: number; checkpointed: number }, []> | null = null;

  constructor(
    private readonly path: string,
    private readonly client: SqliteDatabase,
    /** Whether this process checkpoints it. */
    private readonly isOurs: boolean,
  ) {}

  /** Brings all that is committed to the disk, in a thread if the disk is slow. @throws the disk's error */
  async flush(): Promise<void> {
    if (this.#isSlow && ++this.#sinceMeasurement < FLUSHES_PER_MEASUREMENT) return this.flushInThread();
    this.#sinceMeasurement = 0;
    const handle = this.#open();
    const startedAt = performance.now();
    fdatasyncSync(handle);
    this.#meanMs += NEWEST_SHARE * (performance.now() - startedAt - this.#meanMs);
  }

  /** The same without blocking the event loop at all. @throws the disk's error */
  async flushInThread(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    fdatasync(this.#open(), (error) => (error === null ? resolve() : reject(error)));
    return promise;
  }

  /** Milliseconds for which changes should be gathered before the next commit; 0 unless the disk is slow. */
  get gatheringMs(): number {
    return this.#isSlow ? GATHERING_SHARE * this.#meanMs : 0;
  }

  get #isSlow(): boolean {
    return this.#meanMs >= SLOW_FLUSH_MS;
  }

  /** Moves its pages into the main file once there are many. Only between transactions and snapshots. */
  checkpointIfLong(): void {
    if (!this.isOurs) return;
    this.#length ??= this.client.prepare("PRAGMA wal_checkpoint(NOOP)");
    try {
      const { log, checkpointed } = this.#length.get() ?? { log: 0, checkpointed: 0 };
      if (log - checkpointed >= CHECKPOINT_PAGES) this.client.run("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (error) {
      // The pages stay in the WAL, and the next transaction tries again.
      if (!isPassing(error)) throw error;
    }
  }

  #open(): number {
    // Closing it later drops no lock: SQLite locks the main file and its -shm.
    this.#handle ??= openSync(this.path, "r+");
    return this.#handle;
  }

  close(): void {
    this.#length?.finalize();
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
