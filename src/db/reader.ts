import { constants, Database as SqliteDatabase } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Sql } from "./sql.ts";

/** A read-only connection beside the writer. */
export function openReadOnly(path: string, busyTimeoutMs: number): SqliteDatabase {
  return prepared(new SqliteDatabase(path, { readonly: true, strict: true }), busyTimeoutMs);
}

const BUSY_TIMEOUT_MS = 5_000;

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

function openImmutable(path: string): SqliteDatabase {
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  return prepared(new SqliteDatabase(`${pathToFileURL(path).href}?immutable=1`, flags), BUSY_TIMEOUT_MS);
}

function prepared(client: SqliteDatabase, busyTimeoutMs: number): SqliteDatabase {
  client.run("PRAGMA query_only = ON");
  client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  client.run("PRAGMA mmap_size = 0");
  client.run("PRAGMA temp_store = MEMORY");
  client.run("PRAGMA cache_size = -8000");
  return client;
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
