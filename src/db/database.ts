import { Database as SqliteDatabase } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../kit/clock.ts";
import { CannotOpen, closingOnFailure, openForWriting } from "./connection.ts";
import { hasMarks, idsFault, judgeWal, keepEvidence, type Loss, type WalState } from "./damage/loss.ts";
import { MARKS_FILE, MarkKeeper, type Marks, readMarks } from "./damage/marks.ts";
import { noteConnected } from "./files.ts";
import { migrate } from "./migrations/migrate.ts";
import { MIGRATIONS } from "./migrations/migrations.ts";
import { createEmptyFile } from "./migrations/template.ts";
import { openReadOnly, Reader } from "./reader.ts";
import { isPassing, Tx } from "./sql.ts";
import type { Timeline } from "./timeline.ts";
import { Wal } from "./wal.ts";
import { BUSY_WAIT_MS, Writer } from "./writer.ts";

const CLOSE_BUSY_TIMEOUT_MS = 1_000;
/** Without a running Litestream, a WAL of this size is checkpointed anyway. */
const LARGE_WAL_BYTES = 64 * 2 ** 20;

/** Differences between files. */
export interface DatabaseOptions {
  /** The data directory, with its marks and evidence. Without it the file's WAL is not judged. */
  dataDir?: string;
  /** Whether Litestream replicates this file. */
  isReplicated?: boolean;
  /** See Tx. */
  simulatesDeliveries?: boolean;
  /** The file's own time; null if it uses the clock. */
  timeline?: Timeline | null;
}

/** What was found before a file was opened. */
interface Found {
  /** Acknowledged changes that are lost; null if none are known to be. */
  loss: Loss | null;
  /** Its marks as the last process left them; null without any. */
  marks: Marks | null;
  /** Whether the WAL holds remains of transactions that were not recovered. */
  hasRemains: boolean;
}

/** A file opened for writing. */
interface OpenedFile {
  tx: Tx;
  /** Null for a file without marks. */
  marksPath: string | null;
  found: Found;
  applied: readonly string[];
  timeline: Timeline | null;
  isReplicated: boolean;
}

/** One file: a read-only connection for reads, and the one writer. */
export class Database {
  readonly read: Reader;
  readonly writer: Writer;
  /** Names of the migrations applied when it was opened. */
  readonly applied: readonly string[];
  readonly found: Found;
  private readonly timeline: Timeline | null;
  private readonly isReplicated: boolean;
  readonly #tx: Tx;
  readonly #wal: Wal;
  readonly #marks: MarkKeeper | null;
  readonly #noteClosed: () => void;

  private constructor(
    readonly path: string,
    clock: Clock,
    { tx, applied, timeline, isReplicated, marksPath, found }: OpenedFile,
  ) {
    this.#tx = tx;
    this.applied = applied;
    this.timeline = timeline;
    this.isReplicated = isReplicated;
    this.read = new Reader(openReadOnly(path, BUSY_WAIT_MS));
    this.#wal = new Wal(path, tx.client, !isReplicated);
    this.writer = new Writer({ tx, read: this.read, wal: this.#wal }, clock, timeline);
    this.found = found;
    const { read } = this;
    const keeper = (path: string) => new MarkKeeper({ path, wal: this.#wal, read, clock });
    this.#marks = marksPath === null ? null : keeper(marksPath);
    this.#wal.onFlushed = () => this.#marks?.noteFlushed();
    this.#noteClosed = noteConnected(path);
  }

  /**
   * Opens or creates a file and migrates its schema.
   * @throws Error with an explanation if SQLite is too old, or the schema is altered or newer than this executable;
   *   CannotOpen
   */
  static open(
    path: string,
    clock: Clock,
    { simulatesDeliveries = false, timeline = null, isReplicated = false, dataDir }: DatabaseOptions = {},
  ): Database {
    const found = dataDir === undefined ? SOUND : inspect(path, dataDir, clock);
    const made = createIfMissing(path, clock);
    const client = openForWriting(path);
    return closingOnFailure(client, path, () => {
      // Checkpoints and flushes are the writer's: see Wal.
      client.run("PRAGMA wal_autocheckpoint = 0");
      const applied = [...made, ...migrate(client, path, clock).applied];
      client.run("PRAGMA foreign_keys = ON");
      client.run("PRAGMA synchronous = NORMAL");
      client.run(`PRAGMA busy_timeout = ${BUSY_WAIT_MS}`);
      const tx = new Tx(client, simulatesDeliveries);
      const marksPath = dataDir !== undefined && hasMarks(path) ? join(dataDir, MARKS_FILE) : null;
      const database = new Database(path, clock, { tx, applied, timeline, isReplicated, marksPath, found });
      database.#compareIds();
      if (found.loss === null && found.hasRemains) database.foldRemains();
      return database;
    });
  }

  #compareIds(): void {
    const fault = this.found.loss === null ? idsFault(this.read, this.found.marks) : null;
    if (fault !== null) this.found.loss = { fault, evidence: null };
    this.read.endSnapshot();
  }

  /**
   * Begins the WAL anew, so that nothing in it follows the recovered transactions. After a loss, only once that is
   * recorded: the remains are its proof.
   */
  foldRemains(): void {
    this.#outsideBatches(() => this.#tx.get("PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  /** The file's time when the clock says `clockNow`. */
  now(clockNow: number): number {
    return this.timeline === null ? clockNow : this.timeline.now(this.read);
  }

  /** Bytes of the file and of its WAL. */
  fileSizes(): { main: number; wal: number } {
    const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return { main: size(this.path), wal: size(`${this.path}-wal`) };
  }

  /** Proves that commits reach the file by rewriting its header unchanged. @throws WriteUnavailable */
  async proveWritable(): Promise<void> {
    await this.writer.run((tx) => tx.run("PRAGMA user_version = 0"));
  }

  /**
   * Commits waiting changes, checkpoints the WAL unless another process uses the file, and closes both connections. A
   * WAL replicated by Litestream is left to it: it holds a lock on it while it runs. A file whose disk refused a flush
   * stays open until the process ends.
   */
  async close(): Promise<void> {
    await this.writer.close();
    await this.#marks?.close();
    await this.#wal.close();
    this.read.close();
    // Closing the last connection would checkpoint pages that the disk may have lost.
    if (this.writer.isUnflushed) return;
    this.#tx.isOpen = true;
    try {
      if (!this.isReplicated) this.#foldWal();
    } catch (error) {
      // Committed data stays in the WAL, and the next process to close the file checkpoints it.
      if (!isPassing(error)) throw error;
    } finally {
      this.#tx.close();
      this.#noteClosed();
    }
  }

  /** Brings what is in the WAL to the disk off the event loop, so that the next durable change need not. */
  syncWal(): Promise<void> {
    return this.#wal.flushInThread();
  }

  /** Frees the pages that both connections keep, up to 20 MB; the next reads take them from the system's own cache. */
  releasePages(): void {
    for (const { client } of [this.read, this.#tx]) client.run("PRAGMA shrink_memory");
  }

  /** Checkpoints a large WAL. Only while no Litestream runs on the file. */
  foldLargeWal(): void {
    if (this.writer.isUnflushed || this.fileSizes().wal < LARGE_WAL_BYTES) return;
    this.#outsideBatches(() => this.#tx.get("PRAGMA wal_checkpoint(PASSIVE)"));
  }

  /** Leaves nothing deleted in the WAL's unused rest, unless another process reads it or Litestream replicates it. */
  async emptyWal(): Promise<void> {
    if (this.isReplicated) return;
    await this.#wal.fold();
    await this.writer.run(() => {});
    if (!this.writer.isUnflushed) this.foldRemains();
  }

  /** Runs a statement of the writer that changes no row. */
  #outsideBatches(work: () => void): void {
    this.#tx.isOpen = true;
    try {
      this.read.endSnapshot();
      work();
    } finally {
      this.#tx.isOpen = false;
    }
  }

  #foldWal(): void {
    this.#tx.run(`PRAGMA busy_timeout = ${CLOSE_BUSY_TIMEOUT_MS}`);
    this.#tx.get("PRAGMA wal_checkpoint(TRUNCATE)");
  }
}

const SOUND: Found = { loss: null, marks: null, hasRemains: false };

/** Judges a file's WAL before SQLite recovers it, and keeps a damaged one aside. @throws CannotOpen if it cannot be kept */
function inspect(path: string, dataDir: string, clock: Clock): Found {
  const marks = hasMarks(path) ? readMarks(join(dataDir, MARKS_FILE)) : null;
  const { fault, hasRemains }: WalState = judgeWal(path, dataDir);
  if (fault === null) return { loss: null, marks, hasRemains };
  try {
    return { loss: { fault, evidence: keepEvidence(path, dataDir, clock) }, marks, hasRemains: true };
  } catch (error) {
    const words = `${path} cannot be opened: ${fault}, and no copy of it can be kept: ${(error as Error).message}`;
    throw new CannotOpen(words, { cause: error });
  }
}

/** Names of the migrations that a new file was made with; none where it exists. Opening the file reports faults. */
function createIfMissing(path: string, clock: Clock): string[] {
  if (existsSync(path)) return [];
  try {
    createEmptyFile(path, clock);
    return MIGRATIONS.map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Migrates a file that nobody has open, and leaves no other files beside it. @throws as `Database.open` does */
export function migrateFile(path: string, clock: Clock): void {
  const client = new SqliteDatabase(path, { create: false, readwrite: true, strict: true });
  try {
    client.run("PRAGMA journal_mode = DELETE");
    client.run("PRAGMA synchronous = FULL");
    migrate(client, path, clock);
  } finally {
    client.close(true);
  }
}
