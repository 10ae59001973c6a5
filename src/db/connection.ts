import { Database as SqliteDatabase } from "bun:sqlite";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { readFileSize } from "../kit/process/files.ts";
import { isSqliteError } from "./sql.ts";

/** Earlier versions can corrupt WAL files with two writers (sqlite.org/wal.html, "walresetbug"). */
export const MIN_SQLITE_VERSION = "3.51.3";

/** A WAL that grew during another process's long read is truncated to this size when it restarts. */
const WAL_KEPT_BYTES = 32 * 1024 * 1024;

/** A file cannot be opened; the message names the file, the cause and the fix. */
export class CannotOpen extends Error {}

const DAMAGED = "it is damaged or no database: restore a backup into a new directory (salute restore).";

const REASONS = {
  SQLITE_FULL: "the disk is full. Free some space, or use a larger disk.",
  SQLITE_READONLY: "it cannot be written. Check whether its disk is read-only, and who owns the directory.",
  SQLITE_CANTOPEN:
    "its directory cannot be written. Check whether its disk is read-only, and who owns the directory.",
  SQLITE_IOERR: "the disk refuses writes. Check whether it is full, read-only or broken.",
  SQLITE_NOTADB: DAMAGED,
  SQLITE_CORRUPT: DAMAGED,
} as const;

/**
 * A connection that may write, waits 5 s for locks and does not enforce foreign keys yet. Creates a missing file with
 * 0600, and leaves none if that fails: an empty file would be taken for a lost one.
 * @throws CannotOpen
 */
export function openForWriting(path: string): SqliteDatabase {
  const isNew = !existsSync(path);
  try {
    return open(path, isNew);
  } catch (error) {
    if (isNew && readFileSize(path) === 0) rmSync(path);
    throw error;
  }
}

function open(path: string, isNew: boolean): SqliteDatabase {
  const client = inWords(
    path,
    () => new SqliteDatabase(path, { create: true, readwrite: true, strict: true }),
  );
  return closingOnFailure(client, path, () => {
    if (isNew) chmodSync(path, 0o600);
    // Set first: even reading the schema can meet the lock of another process that is opening the file.
    client.run("PRAGMA busy_timeout = 5000");
    requireSqliteVersion(client);
    client.run("PRAGMA journal_mode = WAL");
    client.run("PRAGMA synchronous = FULL");
    client.run("PRAGMA mmap_size = 0");
    client.run("PRAGMA trusted_schema = OFF");
    // Deleted content is overwritten with zeros: an erased person's name must not be left in free pages.
    client.run("PRAGMA secure_delete = ON");
    client.run("PRAGMA temp_store = MEMORY");
    client.run("PRAGMA cache_size = -12000");
    client.run(`PRAGMA journal_size_limit = ${WAL_KEPT_BYTES}`);
    return client;
  });
}

/** Closes a connection whose setup failed: one leaked at each request would use up the process's file handles. */
export function closingOnFailure<Value>(client: SqliteDatabase, path: string, work: () => Value): Value {
  try {
    return inWords(path, work);
  } catch (error) {
    client.close();
    throw error;
  }
}

/** @throws CannotOpen instead of SQLite's error of a disk or a damaged file, which names no file */
function inWords<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const reason = Object.entries(REASONS).find(([kind]) => isSqliteError(error, kind))?.[1];
    if (reason === undefined || error instanceof CannotOpen) throw error;
    throw new CannotOpen(`${path} cannot be opened: ${reason}`, { cause: error });
  }
}

function requireSqliteVersion(client: SqliteDatabase): void {
  const version = versionOf(client);
  if (isSqliteSound(version)) return;
  throw new Error(
    `SQLite ${version} can corrupt a WAL file with two writers; ${MIN_SQLITE_VERSION} is needed.`,
  );
}

/** Whether this SQLite version is free of the fault described at MIN_SQLITE_VERSION. */
export function isSqliteSound(version: string): boolean {
  return Bun.semver.order(version, MIN_SQLITE_VERSION) >= 0;
}

/** The SQLite version of this executable. */
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
