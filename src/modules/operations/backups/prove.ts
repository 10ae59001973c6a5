import { basename, join } from "node:path";
import { migrateFile } from "../../../db/database.ts";
import { missingMigrations, SchemaMismatch } from "../../../db/migrate.ts";
import { readDatabase } from "../../../db/reader.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { Invariant } from "../../platform/invariants/index.ts";
import { type Check, checkFiles } from "../invariants/index.ts";
import { BackupError } from "./backup-error.ts";

/** Proves the databases in a directory. @throws BackupError naming the first thing that does not hold */
export type Prove = (directory: string, files: readonly string[]) => void;

/**
 * Proves databases that nobody has open: integrity check in full, and the contract's section 13. Those that an older
 * salute wrote are proved to be whole, and brought up to date first; one from before the signed log has no log.db.
 * @throws BackupError naming the first thing that does not hold.
 */
export function proveFiles(
  directory: string,
  files: readonly string[],
  { clock, invariants }: { clock: Clock; invariants: readonly Invariant[] },
): void {
  try {
    for (const file of files) bringUpToDate(join(directory, file), clock);
  } catch (error) {
    if (error instanceof SchemaMismatch) throw new BackupError(error.message);
    throw error;
  }
  const isMeant = ({ name }: Check) => name !== "log.file" || files.includes("log.db");
  const failed = checkFiles(directory, { full: true, isCopy: true, invariants }).find(
    (check) => !check.ok && isMeant(check),
  );
  if (failed !== undefined) throw new BackupError(`${failed.name}: ${failed.detail}`);
}

function bringUpToDate(path: string, clock: Clock): void {
  if (readDatabase(path, (sql) => missingMigrations(sql, path)).length === 0) return;
  const faults = readDatabase(path, (sql) => sql.all<{ integrity_check: string }>("PRAGMA integrity_check"));
  const [first] = faults.filter(({ integrity_check }) => integrity_check !== "ok");
  if (first !== undefined) throw new BackupError(`${basename(path)}: integrity: ${first.integrity_check}`);
  migrateFile(path, clock);
}
