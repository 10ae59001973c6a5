import { join } from "node:path";
import { readDatabase } from "../../../../db/reader.ts";
import { isSqliteError, type Sql } from "../../../../db/sql.ts";
import { HOUR_MS, isoUtc } from "../../../../kit/clock.ts";
import { readPublishedNote } from "../../../transparency/signed-log/index.ts";
import { BackupError } from "../backup-error.ts";
import type { Manifest } from "./manifest.ts";

/** The part of a manifest that describes the databases. */
export type Contents = Pick<Manifest, "counts" | "log_root" | "checkpoint">;

/** Longest time between a backup's id and its created_at. */
const LONGEST_MAKING_MS = 2 * HOUR_MS;
const COUNTED = ["partners", "partner_keys", "users", "ledger_entries", "events", "audit_entries"];

/** Reads the contents of unpacked or copied databases. */
export function readContents(directory: string, files: readonly string[]): Contents {
  const counts = readDatabase(join(directory, "live.db"), (sql) => countRows(sql, COUNTED));
  const isLogged = files.includes("log.db");
  const published = isLogged ? readDatabase(join(directory, "log.db"), readPublishedNote) : null;
  return { counts, log_root: published?.root ?? null, checkpoint: published?.note ?? null };
}

/** Compares databases with their manifest. @throws BackupError naming the first difference */
export function requireContents(directory: string, files: readonly string[], manifest: Manifest): void {
  const begun = beganAt(manifest.id);
  if (Math.abs(Date.parse(manifest.created_at) - begun) > LONGEST_MAKING_MS)
    throw differs("created_at", manifest.created_at, isoUtc(begun));
  const found = read(() => readContents(directory, files));
  for (const [table, count] of Object.entries(manifest.counts)) {
    const rows = found.counts[table];
    if (rows !== count) throw differs(`rows of ${table}`, count, rows);
  }
  if (found.log_root !== manifest.log_root) throw differs("log_root", manifest.log_root, found.log_root);
  if (found.checkpoint !== manifest.checkpoint)
    throw differs("checkpoint", manifest.checkpoint, found.checkpoint);
}

/** Start time in a backup's id, such as b-20261121T100000Z-1f2e, in Unix milliseconds. */
function beganAt(id: string): number {
  const [, year, month, day, hour, minute, second] =
    /^b-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(id) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function countRows(sql: Sql, tables: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    tables.map((table) => {
      const count = sql.get<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`)?.count ?? 0;
      return [table, count];
    }),
  );
}

/** Reports SQLite's own error for a damaged database, instead of a difference to the manifest. */
function read(work: () => Contents): Contents {
  try {
    return work();
  } catch (error) {
    if (isSqliteError(error, "SQLITE_"))
      throw new BackupError(`the databases cannot be read: ${(error as Error).message}`);
    throw error;
  }
}

function differs(what: string, expected: unknown, found: unknown): BackupError {
  return new BackupError(
    `its manifest and its content differ in ${what}: the manifest says ${JSON.stringify(expected)}, the content is ${JSON.stringify(found ?? null)}`,
  );
}
