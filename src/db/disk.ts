import type { Database as SqliteDatabase } from "bun:sqlite";
import { closeSync, fdatasync, openSync } from "node:fs";

/** Flushes that decide whether the disk is slow: the fastest of them, so that a busy machine is no slow disk. */
const WINDOW = 8;
/** A disk that was slow has to be this much faster than one that is called so. */
const RECOVERY = 2;
export const SLOW_FLUSH_MS = 2;
export const LOST =
  "the disk did not take a change; nothing more is written until the server is started again";

/** Whether flushes take so long that reads must not wait for them. */
class FlushPace {
  readonly #last: number[] = [];
  #isSlow = false;

  constructor(private readonly slowMs: number) {}

  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** A commit with its flush took this long. Returns whether that changed the answer. */
  note(ms: number): boolean {
    this.#last.push(ms);
    if (this.#last.length > WINDOW) this.#last.shift();
    if (this.#last.length < WINDOW) return false;
    const fastest = Math.min(...this.#last);
    const isSlow = this.#isSlow ? fastest >= this.slowMs / RECOVERY : fastest > this.slowMs;
    const hasChanged = isSlow !== this.#isSlow;
    this.#isSlow = isSlow;
    return hasChanged;
  }
}

/** The disk under a database: how long its flushes take, and flushes of the WAL beside the event loop. */
export class Disk {
  readonly #pace: FlushPace;
  #file: number | null = null;
  /** From which length of the WAL it is folded in; 0 while COMMIT does that itself, or nobody. */
  #checkpointPages = 0;

  constructor(
    private readonly client: SqliteDatabase,
    private readonly path: string,
    slowMs: number,
  ) {
    this.#pace = new FlushPace(slowMs);
  }

  get isSlow(): boolean {
    return this.#pace.isSlow;
  }

  /**
   * A commit with its flush took this long. On a slow disk COMMIT makes no checkpoint: it would stop short at the
   * readers' snapshot.
   */
  note(ms: number): void {
    if (!this.#pace.note(ms)) return;
    const row = this.client.query("PRAGMA wal_autocheckpoint").get() as { wal_autocheckpoint: number };
    this.client.run(`PRAGMA wal_autocheckpoint = ${this.isSlow ? 0 : this.#checkpointPages}`);
    this.#checkpointPages = this.isSlow ? row.wal_autocheckpoint : 0;
  }

  /** Resolves once everything that is written to the WAL is on the disk. */
  async flush(): Promise<void> {
    this.#file ??= openSync(`${this.path}-wal`, "r+");
    const file = this.#file;
    await new Promise<void>((resolve, reject) =>
      fdatasync(file, (error) => (error === null ? resolve() : reject(error))),
    );
  }

  /** Folds in a WAL that is long enough. Only while no transaction is open and nobody reads from it. */
  checkpoint(): void {
    if (this.#checkpointPages === 0) return;
    const wal = this.client.query("PRAGMA wal_checkpoint(NOOP)").get() as {
      log: number;
      checkpointed: number;
    };
    if (wal.log < this.#checkpointPages || wal.checkpointed >= wal.log) return;
    this.client.run("PRAGMA wal_checkpoint(PASSIVE)");
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
