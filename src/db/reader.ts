import { constants, Database as SqliteDatabase } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { closingOnFailure } from "./connection.ts";
import { Sql, type SqlValue } from "./sql.ts";

/**
 * The connection for reads. All reads of one turn of the event loop share a snapshot: taking SQLite's read lock costs
 * 2 µs of the 2.4 µs of a small query. The writer ends the snapshot before each transaction, so that the WAL can
 * restart, and holds it from each commit until that is on the disk, so that nobody reads what a power failure may undo.
 */
export class Reader extends Sql {
  #isOpen = false;
  #snapshots = 0;
  #isHeld = false;
  #isEndScheduled = false;
  /** Statements in progress: one that outlives its turn would keep every reader of the process at its snapshot. */
  readonly #iterations = new Set<Generator<unknown, void>>();

  override get<Row>(text: string, ...values: SqlValue[]): Row | null {
    this.#enter();
    return super.get<Row>(text, ...values);
  }

  override all<Row>(text: string, ...values: SqlValue[]): Row[] {
    this.#enter();
    return super.all<Row>(text, ...values);
  }

  override *iterate<Row>(text: string, ...values: SqlValue[]): Generator<Row, void> {
    this.#enter();
    const rows = super.iterate<Row>(text, ...values);
    this.#iterations.add(rows);
    try {
      for (let step = rows.next(); step.done !== true; step = rows.next()) {
        yield step.value;
        if (!this.#iterations.has(rows)) throw new Error(`rows were read over several turns: ${text}`);
      }
    } finally {
      this.#iterations.delete(rows);
      rows.return();
    }
  }

  /** Number of the snapshot that the next read uses; null if it begins a new one. What was read in it still holds. */
  get snapshot(): number | null {
    return this.#isOpen ? this.#snapshots : null;
  }

  /** The next read sees what is committed by then, unless the snapshot is held. */
  endSnapshot(): void {
    for (const rows of this.#iterations) rows.return();
    this.#iterations.clear();
    if (!this.#isOpen || this.#isHeld) return;
    this.#isOpen = false;
    // SQLite itself ends a transaction in which a read fails by a disk error or lack of memory.
    if (this.client.inTransaction) super.run("COMMIT");
  }

  /** All reads until `release` see the present snapshot. */
  hold(): void {
    this.#begin();
    // BEGIN alone takes no snapshot.
    super.get("SELECT 1 FROM sqlite_schema LIMIT 1");
    this.#isHeld = true;
  }

  /** The next read sees what is committed by then. */
  release(): void {
    this.#isHeld = false;
    this.endSnapshot();
  }

  override close(): void {
    this.release();
    super.close();
  }

  #enter(): void {
    this.#begin();
    if (this.#isEndScheduled) return;
    this.#isEndScheduled = true;
    setImmediate(() => {
      this.#isEndScheduled = false;
      this.endSnapshot();
    });
  }

  #begin(): void {
    if (this.#isOpen) return;
    super.run("BEGIN");
    this.#isOpen = true;
    this.#snapshots++;
  }
}

/** A read-only connection beside the writer. @throws CannotOpen, or SQLite's error if there is no such file */
export function openReadOnly(path: string, busyTimeoutMs: number): SqliteDatabase {
  return prepared(new SqliteDatabase(path, { readonly: true, strict: true }), path, busyTimeoutMs);
}

const BUSY_TIMEOUT_MS = 5_000;

/** Reads as of one moment over many turns of the event loop, on a connection of its own: meanwhile the WAL only grows. */
export async function readSnapshot<Value>(path: string, work: (sql: Sql) => Promise<Value>): Promise<Value> {
  const sql = new Sql(openReadOnly(path, BUSY_TIMEOUT_MS));
  try {
    sql.run("BEGIN");
    return await work(sql);
  } finally {
    sql.close();
  }
}

/**
 * Reads a file without leaving anything behind, whether or not a server has it open: SQLite would create -wal and
 * -shm beside a closed file, and cannot in a read-only directory. Such a file is read as immutable, and again in the
 * shared way if somebody opened it meanwhile.
 */
export function readDatabase<Value>(path: string, work: (sql: Sql) => Value): Value {
  if (!isOpenSomewhere(path)) {
    const before = stampOf(path);
    const outcome = attempt(() => closing(openImmutable(path), work));
    if (!isOpenSomewhere(path) && stampOf(path) === before) {
      if (outcome.ok) return outcome.value;
      throw outcome.error;
    }
  }
  return closing(openReadOnly(path, BUSY_TIMEOUT_MS), work);
}

/**
 * `readDatabase` for many reads in a row: a file that a server has open is opened once until the current task ends,
 * because each opening parses the whole schema.
 */
export function createFileReader(): typeof readDatabase {
  const opened = new Map<string, Sql>();
  const closeAll = () => {
    for (const sql of opened.values()) sql.close();
    opened.clear();
  };
  return (path, work) => {
    if (!isOpenSomewhere(path)) return readDatabase(path, work);
    let sql = opened.get(path);
    if (sql === undefined) {
      sql = new Sql(openReadOnly(path, BUSY_TIMEOUT_MS));
      if (opened.size === 0) queueMicrotask(closeAll);
      opened.set(path, sql);
    }
    return work(sql);
  };
}

function openImmutable(path: string): SqliteDatabase {
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  const client = new SqliteDatabase(`${pathToFileURL(path).href}?immutable=1`, flags);
  return prepared(client, path, BUSY_TIMEOUT_MS);
}

function prepared(client: SqliteDatabase, path: string, busyTimeoutMs: number): SqliteDatabase {
  return closingOnFailure(client, path, () => {
    client.run("PRAGMA query_only = ON");
    client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    client.run("PRAGMA mmap_size = 0");
    client.run("PRAGMA temp_store = MEMORY");
    client.run("PRAGMA cache_size = -8000");
    return client;
  });
}

function closing<Value>(client: SqliteDatabase, work: (sql: Sql) => Value): Value {
  const sql = new Sql(client);
  try {
    return work(sql);
  } finally {
    sql.close();
  }
}

function isOpenSomewhere(path: string): boolean {
  return existsSync(`${path}-wal`);
}

function stampOf(path: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  return `${mtimeNs} ${size} ${ino}`;
}

function attempt<Value>(work: () => Value): { ok: true; value: Value } | { ok: false; error: unknown } {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, error };
  }
}
