import type { Database as SqliteDatabase, Statement } from "bun:sqlite";
import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import { checkpoints } from "./checkpoint-thread.ts";
import { readSalts } from "./damage/scan-wal.ts";
import { isPassing } from "./sql.ts";

/** Pages of 4 KB in the WAL but not in the file from which the thread of checkpoints is begun. */
const CHECKPOINT_PAGES = 2_000;
/** The same once it runs: small portions delay the flushes beside them least. */
const PORTION_PAGES = 300;
/**
 * WAL length in pages at which the next transaction waits for a full checkpoint, because under continuous load the
 * background thread never catches up. Below `WAL_KEPT_BYTES`.
 */
const FULL_PAGES = 7_500;
/** Growth after which that is tried again, if another process's reader kept the WAL from beginning anew. */
const RETRY_PAGES = 1_000;
/** Mean duration of a flush from which flushes run off the event loop. A faster one is over before a thread has it. */
const SLOW_FLUSH_MS = 4;
/** Share of the newest measurement in the mean. */
const NEWEST_SHARE = 0.25;
/** Fraction of a slow flush to wait for more changes; a change that misses the batch waits for another whole flush. */
const GATHERING_SHARE = 0.125;
/** On a slow disk one of so many flushes runs on the event loop, to measure whether the disk is still slow. */
const FLUSHES_PER_MEASUREMENT = 64;

/** Pages of a WAL, and how many of them are in the file. */
interface WalLength {
  log: number;
  checkpointed: number;
}

/**
 * The write-ahead log of an open file. Commits only append to it (`synchronous=NORMAL`), and each is followed by a flush
 * of ours: SQLite's own at `synchronous=FULL` would block the event loop on a slow disk, and with it all reads.
 */
export class Wal {
  #handle: number | null = null;
  #meanMs = 0;
  #sinceMeasurement = 0;
  #length: Statement<WalLength, []> | null = null;
  #checkpoint: Promise<void> | null = null;
  #hasThreadFailed = false;
  /** Called after each flush, before its changes are acknowledged. It must not throw. */
  onFlushed: (() => void) | null = null;
  #fullPages = FULL_PAGES;

  constructor(
    /** Of the file; the WAL is beside it. */
    private readonly path: string,
    private readonly client: SqliteDatabase,
    /** Whether this process checkpoints it. */
    private readonly isOurs: boolean,
  ) {}

  /** Brings all that is committed to the disk, in a thread if the disk is slow. @throws the disk's error */
  async flush(): Promise<void> {
    if (this.#isSlow && ++this.#sinceMeasurement < FLUSHES_PER_MEASUREMENT) await this.flushInThread();
    else this.#flushHere();
    this.onFlushed?.();
  }

  /** Measures how slow the disk is. */
  #flushHere(): void {
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

  /**
   * Has its pages moved into the main file, in a thread, once there are many. Only between transactions and snapshots.
   * @returns what the next transaction must wait for, asking again then; null if it may begin. @throws SQLite's error
   */
  checkpointIfLong(): Promise<void> | null {
    if (!this.isOurs) return null;
    try {
      const length = this.#measure();
      if (!this.#hasThreadFailed) return this.#checkpointInThread(length);
      if (length.log - length.checkpointed >= CHECKPOINT_PAGES) {
        this.client.run("PRAGMA wal_checkpoint(PASSIVE)");
        this.#hasThreadFailed = false;
      }
    } catch (error) {
      // The pages stay in the WAL, and the next transaction tries again.
      if (!isPassing(error)) throw error;
    }
    return null;
  }

  /** Moves its pages into the main file in the thread, as far as readers permit. */
  async fold(): Promise<void> {
    this.#checkpoint ??= this.#askThread();
    await this.#checkpoint;
  }

  /** Where the last commit ends: the generation in hex, and the frames. */
  position(): { salt: string; frames: number } {
    return { salt: readSalts(this.#open()), frames: this.#measure().log };
  }

  #measure(): WalLength {
    this.#length ??= this.client.prepare("PRAGMA wal_checkpoint(NOOP)");
    return this.#length.get() ?? { log: 0, checkpointed: 0 };
  }

  #checkpointInThread({ log, checkpointed }: WalLength): Promise<void> | null {
    if (log < FULL_PAGES) this.#fullPages = FULL_PAGES;
    const isFull = log >= this.#fullPages && log > checkpointed;
    if (this.#checkpoint === null) {
      const pages = checkpoints.isBegun ? PORTION_PAGES : CHECKPOINT_PAGES;
      if (!isFull && log - checkpointed < pages) return null;
      if (isFull) this.#fullPages = log + RETRY_PAGES;
      this.#checkpoint = this.#askThread();
    }
    return isFull ? this.#checkpoint : null;
  }

  async #askThread(): Promise<void> {
    try {
      await checkpoints.ask(this.path);
    } catch {
      // The next one is made here, where SQLite's error reaches the writer.
      this.#hasThreadFailed = true;
    } finally {
      this.#checkpoint = null;
    }
  }

  #open(): number {
    // Closing it later drops no lock: SQLite locks the main file and its -shm.
    this.#handle ??= openSync(`${this.path}-wal`, "r+");
    return this.#handle;
  }

  /** Ends the thread's use of the file, too: a checkpoint must not outlive the reader's hold on unflushed commits. */
  async close(): Promise<void> {
    await this.#checkpoint;
    await checkpoints.end();
    this.#length?.finalize();
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}
