import { existsSync } from "node:fs";
import { join } from "node:path";
import { databaseFiles } from "../../../db/files.ts";
import { SchemaMismatch } from "../../../db/migrate.ts";
import { readDatabase } from "../../../db/reader.ts";
import { isSqliteError, type Sql } from "../../../db/sql.ts";
import type { KeyMode } from "../../../http/operation.ts";
import { type Finding, findingOf, type Invariant } from "../../platform/invariants/index.ts";
import { LOG_AWAITS_RESUME_SETTING, LOG_UID_SETTING, readSetting } from "../../platform/state/index.ts";
import { type LogMemory, logFaults } from "../../transparency/signed-log/index.ts";
import { foreignKeys, integrity, migrations, schema } from "./file.ts";
import { idempotencyRecords, onlyMode } from "./records.ts";

/** One invariant of one file. */
export interface Check extends Finding {
  /** Such as `live.ledger_balances`. */
  name: string;
}

/** What a file is for: keys of a mode with what they change, or the signed log. */
type Purpose = KeyMode | "log";

/** How thoroughly to check, and what the modules announce. */
export interface Checking {
  /** Compare every index with its table too. */
  full: boolean;
  invariants: readonly Invariant[];
}

/** Everything that holds in a file of this mode, what the others rest on first. */
export function invariantsOf(purpose: Purpose, { full, invariants }: Checking): readonly Invariant[] {
  const ofAll = [migrations, integrity(full), schema, foreignKeys];
  return purpose === "log" ? ofAll : [...ofAll, ...invariants, idempotencyRecords, onlyMode(purpose)];
}

/**
 * Holds the invariants against the databases of a directory, live or stopped: it only reads, and needs no key file.
 * A copy has no kept note of the log beside it.
 * Of a file that other migrations made nothing further is said.
 */
export function checkFiles(dataDir: string, checking: Checking & { isCopy?: boolean }): Check[] {
  const { isCopy = false } = checking;
  return databaseFiles(dataDir).flatMap(({ name, path, mode }) => {
    if (!existsSync(path)) return [{ name: `${name}.file`, ok: false, detail: `${path} is missing` }];
    try {
      return readDatabase(path, (sql) => [
        ...runInvariants(sql, mode, checking, name),
        ...(mode === "log" ? [checkLog(sql, dataDir, isCopy)] : []),
      ]);
    } catch (error) {
      return [{ name: `${name}.file`, ...faultOf(error) }];
    }
  });
}

/** The log against its kept note, which stands beside the file. */
function checkLog(sql: Sql, dataDir: string, isCopy: boolean): Check {
  try {
    const whenNone = "its root is the one recomputed from its entries, and an extension of the kept note";
    const faults = logFaults(sql, dataDir, memoryOf(dataDir, isCopy));
    return { name: "log", ...findingOf(faults, whenNone) };
  } catch (error) {
    return { name: "log", ...faultOf(error) };
  }
}

/** The log that live.db remembers; null where it remembers none, or cannot be read, which its own checks say. */
function memoryOf(dataDir: string, isCopy: boolean): LogMemory {
  try {
    return readDatabase(join(dataDir, "live.db"), (live) => ({
      rememberedUid: readSetting(live, LOG_UID_SETTING),
      awaitsResume: isCopy || readSetting(live, LOG_AWAITS_RESUME_SETTING) !== null,
    }));
  } catch {
    return { rememberedUid: null, awaitsResume: isCopy };
  }
}

/** The invariants of one open file, in order. @param name what its findings are called by. */
export function runInvariants(sql: Sql, mode: Purpose, checking: Checking, name: string = mode): Check[] {
  const checks: Check[] = [];
  for (const invariant of invariantsOf(mode, checking)) {
    const finding = runOne(invariant, sql);
    checks.push({ name: `${name}.${invariant.name}`, ...finding });
    if (invariant === migrations && !finding.ok) break;
  }
  return checks;
}

function runOne(invariant: Invariant, sql: Sql): Finding {
  try {
    return invariant.run(sql);
  } catch (error) {
    return faultOf(error);
  }
}

/** A damaged file answers with an error of SQLite's, which is a finding too. @throws what is neither. */
function faultOf(error: unknown): Finding {
  if (error instanceof SchemaMismatch || isSqliteError(error, "SQLITE_"))
    return { ok: false, detail: (error as Error).message };
  throw error;
}
