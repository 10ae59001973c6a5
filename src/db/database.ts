import { Database as SqliteDatabase } from "bun:sqlite";
import { chmodSync, existsSync, statSync } from "node:fs";
import type { Clock } from "../kit/clock.ts";
import { migrate } from "./migrate.ts";
import { openReadOnly } from "./reader.ts";
import { isPassing, isSqliteError, Reader, Tx } from "./sql.ts";
import type { Timeline } from "./timeline.ts";
import { BUSY_WAIT_MS, Writer } from "./writer.ts";

/** WAL files can be corrupted by two writers before this version (sqlite.org/wal.html, "walresetbug"). */
export const MIN_SQLITE_VERSION = "3.51.3";

const CLOSE_BUSY_TIMEOUT_MS = 1_000;
const WAL_AUTOCHECKPOINT_PAGES = 4_000;
/**
 * Of a file that Litestream reads: it alone may fold the WAL in. A checkpoint of ours while it copies the file for a
 * snapshot mixes older and newer pages in the replica, which then cannot be restored.
 */
const NO_AUTOCHECKPOINT = 0;
/** Where Litestream does not run, a WAL of this size is folded in all the same. */
const LARGE_WAL_BYTES = 64 * 2 ** 20;
/** What a WAL that grew past its usual length, behind another process's long read, is cut to when it starts over. */
const WAL_KEPT_BYTES = 32 * 1024 * 1024;

/** A file cannot be opened for writing; the message names the file, the cause and the fix. */
export class CannotOpen extends Error {}

const REASONS = {
  SQLITE_FULL: "the disk is full. Make room, or give it a larger one.",
  SQLITE_READONLY: "it cannot be written. Check whether its disk is read-only, and who owns the directory.",
  SQLITE_CANTOPEN:
    "its directory cannot be written. Check whether its disk is read-only, and who owns the directory.",
  SQLITE_IOERR: "the disk refuses writes. Check whether it is full, read-only or broken.",
} as const;

/** What sets some files apart. */
export interface DatabaseOptions {
  /** Whether Litestream takes up what is written here. */
  isReplicated?: boolean;
  /** See Tx. */
  simulatesDeliveries?: boolean;
  /** The file's own time; null where it follows the clock. */
  timeline?: Timeline | null;
}

/** One file: a read-only connection for reads, and the one writer. */
export class Database {
  readonly read: Reader;
  readonly writer: Writer;
  readonly #tx: Tx;

  private constructor(
    readonly path: string,
    clock: Clock,
    tx: Tx,
    /** Names of the migrations that opening it applied. */
    readonly applied: readonly string[],
    private readonly timeline: Timeline | null,
    private readonly isReplicated: boolean,
  ) {
    this.#tx = tx;
    this.read = new Reader(openReadOnly(path, BUSY_WAIT_MS));
    this.writer = new Writer(tx, clock, () => this.read.endSnapshot(), timeline);
  }

  /**
   * Opens or makes a file and brings its schema up to date.
   * @throws Error with words where SQLite is too old, or the schema is altered or newer than this executable;
   * CannotOpen
   */
  static open(
    path: string,
    clock: Clock,
    { simulatesDeliveries = false, timeline = null, isReplicated = false }: DatabaseOptions = {},
  ): Database {
    const client = openForWriting(path);
    return closingOnFailure(client, path, () => {
      if (isReplicated) client.run(`PRAGMA wal_autocheckpoint = ${NO_AUTOCHECKPOINT}`);
      const { applied } = migrate(client, path, clock);
      client.run("PRAGMA foreign_keys = ON");
      client.run(`PRAGMA busy_timeout = ${BUSY_WAIT_MS}`);
      return new Database(path, clock, new Tx(client, simulatesDeliveries), applied, timeline, isReplicated);
    });
  }

  /** The time that the file goes by, where the clock says `clockNow`. */
  now(clockNow: number): number {
    return this.timeline === null ? clockNow : this.timeline.now(this.read);
  }

  /** Bytes of the file, and of the WAL beside it. */
  fileSizes(): { main: number; wal: number } {
    const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return { main: size(this.path), wal: size(`${this.path}-wal`) };
  }

  /** Proves that a commit reaches the file: writes its header anew, unchanged. @throws WriteUnavailable */
  async proveWritable(): Promise<void> {
    await this.writer.run((tx) => tx.run("PRAGMA user_version = 0"));
  }

  /**
   * Commits what waits, folds the WAL into the file unless another process works on it, and closes both connections.
   * A WAL that Litestream reads is left to it: it holds a lock on it for as long as it runs.
   */
  async close(): Promise<void> {
    await this.writer.close();
    this.read.close();
    this.#tx.isOpen = true;
    try {
      if (!this.isReplicated) this.#foldWal();
    } catch (error) {
      // What is committed stays in the WAL, and the next to close the file folds it in.
      if (!isPassing(error)) throw error;
    } finally {
      this.#tx.close();
    }
  }

  /** Folds a large WAL in. Only while no Litestream runs on the file. */
  foldLargeWal(): void {
    if (this.fileSizes().wal < LARGE_WAL_BYTES) return;
    this.#tx.isOpen = true;
    try {
      this.read.endSnapshot();
      this.#tx.get("PRAGMA wal_checkpoint(PASSIVE)");
    } finally {
      this.#tx.isOpen = false;
    }
  }

  #foldWal(): void {
    this.#tx.run(`PRAGMA busy_timeout = ${CLOSE_BUSY_TIMEOUT_MS}`);
    this.#tx.get("PRAGMA wal_checkpoint(TRUNCATE)");
  }
}

/**
 * A connection that may write, waits 5 s for others and minds no foreign keys yet. Makes a file that is missing, 0600.
 * @throws CannotOpen
 */
export function openForWriting(path: string): SqliteDatabase {
  const isNew = !existsSync(path);
  const client = inWords(
    path,
    () => new SqliteDatabase(path, { create: true, readwrite: true, strict: true }),
  );
  return closingOnFailure(client, path, () => {
    if (isNew) chmodSync(path, 0o600);
    // First of all: even a look at the schema meets the lock of another process that opens the file now.
    client.run("PRAGMA busy_timeout = 5000");
    requireSqliteVersion(client);
    client.run("PRAGMA journal_mode = WAL");
    client.run("PRAGMA synchronous = FULL");
    client.run("PRAGMA mmap_size = 0");
    client.run("PRAGMA trusted_schema = OFF");
    client.run("PRAGMA temp_store = MEMORY");
    client.run("PRAGMA cache_size = -12000");
    client.run(`PRAGMA wal_autocheckpoint = ${WAL_AUTOCHECKPOINT_PAGES}`);
    client.run(`PRAGMA journal_size_limit = ${WAL_KEPT_BYTES}`);
    return client;
  });
}

/** A connection that nobody gets is closed: one that is tried at each request would use up the process's files. */
function closingOnFailure<Value>(client: SqliteDatabase, path: string, work: () => Value): Value {
  try {
    return inWords(path, work);
  } catch (error) {
    client.close();
    throw error;
  }
}

/** @throws CannotOpen in place of what SQLite says of the disk, which names no file. */
function inWords<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const reason = Object.entries(REASONS).find(([kind]) => isSqliteError(error, kind))?.[1];
    if (reason === undefined || error instanceof CannotOpen) throw error;
    throw new CannotOpen(`${path} cannot be opened: ${reason}`, { cause: error });
  }
}

/** Brings a file that nobody has open up to date, and leaves nothing beside it. @throws as `Database.open` does. */
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

function requireSqliteVersion(client: SqliteDatabase): void {
  const version = versionOf(client);
  if (isSqliteSound(version)) return;
  throw new Error(
    `SQLite ${version} can corrupt a WAL file with two writers; ${MIN_SQLITE_VERSION} is needed.`,
  );
}

/** Whether this version of SQLite is free of the fault that asks for MIN_SQLITE_VERSION. */
export function isSqliteSound(version: string): boolean {
  return Bun.semver.order(version, MIN_SQLITE_VERSION) >= 0;
}

/** The version of SQLite that this executable carries. */
export function sqliteVersion(): string {
  const client = new SqliteDatabase(":memory:");
  try {
    return versionOf(client);
  } finally {
    client.close();
  }
}

function versionOf(client: SqliteDatabase): string {
  return (client.query("SELECT sqlite_version() AS version").get() as { version: string }).version;
}
