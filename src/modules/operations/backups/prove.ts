import { basename, join } from "node:path";
import { migrateFile } from "../../../db/database.ts";
import { missingMigrations, SchemaMismatch } from "../../../db/migrations/migrate.ts";
import { readDatabase } from "../../../db/reader.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { Invariant } from "../../platform/invariants/index.ts";
import { type Check, checkFiles } from "../invariants/index.ts";
import { BackupError } from "./backup-error.ts";

/** Proves the databases in a directory. @throws BackupError naming the first failed check */
export type Prove = (directory: string, files: readonly string[]) => Promise<void>;

/**
 * Proves databases that no process has open: full integrity check and contract section 13. Databases of an older
 * version are checked for integrity, then migrated; log.db may be missing in those older than the signed log. @throws
 * BackupError naming the first failed check
 */
export async function proveFiles(
  directory: string,
  files: readonly string[],
  { clock, invariants }: { clock: Clock; invariants: readonly Invariant[] },
): Promise<void> {
  bringUpToDate(directory, files, clock);
  const isMeant = ({ name }: Check) => name !== "log.file" || files.includes("log.db");
  const checks = await checkFiles(directory, { full: true, isCopy: true, invariants });
  const failed = checks.find((check) => !check.ok && isMeant(check));
  if (failed !== undefined) throw new BackupError(`${failed.name}: ${failed.detail}`);
}

/** Migrates databases of an older version, checked for integrity before. @throws BackupError if one is damaged or newer */
export function bringUpToDate(directory: string, files: readonly string[], clock: Clock): void {
  try {
    for (const file of files) migrateIntact(join(directory, file), clock);
  } catch (error) {
    if (error instanceof SchemaMismatch) throw new BackupError(error.message);
    throw error;
  }
}

function migrateIntact(path: string, clock: Clock): void {
  if (readDatabase(path, (sql) => missingMigrations(sql, path)).length === 0) return;
  const faults = readDatabase(path, (sql) => sql.all<{ integrity_check: string }>("PRAGMA integrity_check"));
  const [first] = faults.filter(({ integrity_check }) => integrity_check !== "ok");
  if (first !== undefined) throw new BackupError(`${basename(path)}: integrity: ${first.integrity_check}`);
  migrateFile(path, clock);
}
