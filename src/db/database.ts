import { Database as SqliteDatabase } from "bun:sqlite";
import { chmodSync, existsSync } from "node:fs";
import type { Clock } from "../kit/clock.ts";
import { migrate } from "./migrate.ts";
import { isSqliteError, Sql, Tx } from "./sql.ts";
import { Writer } from "./writer.ts";

/** WAL files can be corrupted by two writers before this version (sqlite.org/wal.html, "walresetbug"). */
const MIN_SQLITE_VERSION = "3.51.3";

/** How long the event loop may stand still for another process's write: the writer retries off the loop. */
const SERVER_BUSY_TIMEOUT_MS = 20;
const CLOSE_BUSY_TIMEOUT_MS = 1_000;
const WAL_AUTOCHECKPOINT_PAGES = 4_000;

/** One file: a read-only connection for reads, and the one writer. */
export class Database {
  readonly read: Sql;
  readonly writer: Writer;
  readonly #tx: Tx;

  private constructor(
    readonly path: string,
    clock: Clock,
    tx: Tx,
  ) {
    this.#tx = tx;
    this.writer = new Writer(tx, clock);
    const reader = new SqliteDatabase(path, { readonly: true, strict: true });
    reader.run("PRAGMA query_only = ON");
    reader.run(`PRAGMA busy_timeout = ${SERVER_BUSY_TIMEOUT_MS}`);
    reader.run("PRAGMA mmap_size = 0");
    reader.run("PRAGMA temp_store = MEMORY");
    reader.run("PRAGMA cache_size = -16000");
    this.read = new Sql(reader);
  }

  /**
   * Opens or makes a file and brings its schema up to date.
   * @throws Error with words where SQLite is too old, or the schema is altered or newer than this executable.
   */
  static open(path: string, clock: Clock): Database {
    const isNew = !existsSync(path);
    const client = new SqliteDatabase(path, { create: true, readwrite: true, strict: true });
    if (isNew) chmodSync(path, 0o600);
    requireSqliteVersion(client);
    client.run("PRAGMA busy_timeout = 5000");
    client.run("PRAGMA journal_mode = WAL");
    client.run("PRAGMA synchronous = FULL");
    client.run("PRAGMA mmap_size = 0");
    client.run("PRAGMA trusted_schema = OFF");
    client.run("PRAGMA temp_store = MEMORY");
    client.run("PRAGMA cache_size = -32000");
    client.run(`PRAGMA wal_autocheckpoint = ${WAL_AUTOCHECKPOINT_PAGES}`);
    migrate(client, path, clock);
    client.run("PRAGMA foreign_keys = ON");
    client.run(`PRAGMA busy_timeout = ${SERVER_BUSY_TIMEOUT_MS}`);
    return new Database(path, clock, new Tx(client));
  }

  /** Proves that a commit reaches the file: writes its header anew, unchanged. @throws WriteUnavailable */
  async proveWritable(): Promise<void> {
    await this.writer.run((tx) => tx.run("PRAGMA user_version = 0"));
  }

  /** Commits what waits, folds the WAL into the file and closes both connections. */
  async close(): Promise<void> {
    await this.writer.close();
    this.read.close();
    this.#tx.run(`PRAGMA busy_timeout = ${CLOSE_BUSY_TIMEOUT_MS}`);
    try {
      this.#tx.run("PRAGMA optimize");
      this.#tx.get("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // Another process is at work on the file: what is committed stays in the WAL, and the next to close it folds it in.
      if (!isSqliteError(error, "SQLITE_BUSY")) throw error;
    }
    this.#tx.close();
  }
}

function requireSqliteVersion(client: SqliteDatabase): void {
  const { version } = client.query("SELECT sqlite_version() AS version").get() as { version: string };
  if (Bun.semver.order(version, MIN_SQLITE_VERSION) < 0) {
    throw new Error(
      `SQLite ${version} can corrupt a WAL file with two writers; ${MIN_SQLITE_VERSION} is needed.`,
    );
  }
}
