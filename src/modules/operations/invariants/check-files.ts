import { join } from "node:path";
import { listLosses } from "../../../db/damage/loss.ts";
import { type DatabaseFile, databaseFiles, stateOfFile } from "../../../db/files.ts";
import { SchemaMismatch } from "../../../db/migrations/migrate.ts";
import { readDatabase } from "../../../db/reader.ts";
import { isSqliteError, type Sql } from "../../../db/sql.ts";
import type { KeyMode } from "../../../http/operation.ts";
import { type Finding, type Invariant, toFinding } from "../../platform/invariants/index.ts";
import {
  describeLoss,
  LOG_AWAITS_RESUME_SETTING,
  LOG_UID_SETTING,
  readLoss,
  readSetting,
} from "../../platform/state/index.ts";
import { type LogMemory, logFaults } from "../../transparency/signed-log/index.ts";
import { foreignKeys, migrations, schema } from "./file.ts";
import { integrity } from "./integrity.ts";
import { checkIntegrity } from "./integrity-threads.ts";
import { jsonColumns } from "./json-columns.ts";
import { idempotencyRecords, onlyMode } from "./records.ts";

/** One invariant of one file. */
export interface Check extends Finding {
  /** Such as `live.ledger_balances`. */
  name: string;
}

/** Content of a file: the state of one key mode, or the signed log. */
type Purpose = KeyMode | "log";

/** Options of a check. */
export interface CheckOptions {
  /** Also compares every index with its table. */
  full: boolean;
  /** Invariants that the modules announce. */
  invariants: readonly Invariant[];
  /** In place of an integrity check. */
  integrityOf?: (full: boolean) => Invariant;
}

/** Invariants of a file in order; later ones rely on earlier ones. */
export function selectInvariants(purpose: Purpose, options: CheckOptions): readonly Invariant[] {
  const { full, invariants, integrityOf = integrity } = options;
  const ofAll = [migrations, integrityOf(isFull(purpose, full)), schema, foreignKeys];
  return purpose === "log"
    ? ofAll
    : [...ofAll, ...invariants, jsonColumns, idempotencyRecords, onlyMode(purpose)];
}

/** The log is always checked in full, with its indexes, because it is published. */
function isFull(purpose: Purpose, full: boolean): boolean {
  return full || purpose === "log";
}

/** Stands for the finding of a thread. */
const AWAITED: Invariant = { name: "integrity", run: () => ({ ok: false, detail: "not checked" }) };

/**
 * Checks the invariants of every database in a directory, beside a running server or without one: the integrity of files
 * in threads, their rows in this one. Read-only; needs no key file. Skips the remaining invariants of a file whose
 * migrations differ. `isCopy` marks a directory of copies, which has no stored note of the log.
 */
export async function checkFiles(
  dataDir: string,
  options: CheckOptions & { isCopy?: boolean },
): Promise<Check[]> {
  const { full, isCopy = false } = options;
  // Before any connection of this process: reading the state would end its locks.
  const files = databaseFiles(dataDir).map((file) => ({ ...file, state: stateOfFile(file.path) }));
  const present = files.filter(({ state }) => state === "present");
  const { findings, value: checks } = await checkIntegrity(
    present.map(({ path, mode }) => ({ path, full: isFull(mode, full) })),
    () => files.flatMap((file) => checkRows(file, dataDir, { ...options, integrityOf: () => AWAITED })),
  );
  const found = new Map(present.map(({ name }, at) => [`${name}.${AWAITED.name}`, findings[at]]));
  const whole = checks.map((check) => ({ ...check, ...found.get(check.name) }));
  return isCopy ? whole : [...whole, { name: WAL_CHECK, ...checkWals(dataDir) }];
}

/** Everything but the integrity of a file. */
function checkRows(
  { name, path, mode, state }: DatabaseFile & { state: ReturnType<typeof stateOfFile> },
  dataDir: string,
  options: CheckOptions & { isCopy?: boolean },
): Check[] {
  if (state !== "present") return [{ name: `${name}.file`, ok: false, detail: `${path} is ${state}` }];
  try {
    return readDatabase(path, (sql) => [
      ...runInvariants(sql, mode, { ...options, name }),
      ...(mode === "log" ? [checkLog(sql, dataDir, options.isCopy ?? false)] : []),
    ]);
  } catch (error) {
    return [{ name: `${name}.file`, ...faultOf(error) }];
  }
}

/** Name of the check of all write-ahead logs. */
export const WAL_CHECK = "wal";

/** Whether the files hold everything that was acknowledged, and no loss waits to be accepted. */
function checkWals(dataDir: string): Finding {
  try {
    const noted = readDatabase(join(dataDir, "live.db"), readLoss);
    return toFinding(
      [
        ...(noted === null ? [] : [describeLoss(noted)]),
        ...listLosses(dataDir).map(({ name, fault }) => `${name}: ${fault}`),
      ],
      "every acknowledged change is there",
    );
  } catch (error) {
    return faultOf(error);
  }
}

/** Compares the log with the note stored beside it. */
function checkLog(sql: Sql, dataDir: string, isCopy: boolean): Check {
  try {
    const okDetail = "its root matches its entries and extends the stored note";
    const faults = logFaults(sql, dataDir, memoryOf(dataDir, isCopy));
    return { name: "log", ...toFinding(faults, okDetail) };
  } catch (error) {
    return { name: "log", ...faultOf(error) };
  }
}

/** The log that live.db remembers. An unreadable live.db counts as remembering none; its own checks report it. */
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

/** Checks the invariants of one open file, in order. @param name prefix of the findings' names */
export function runInvariants(
  sql: Sql,
  mode: Purpose,
  { name = mode, ...options }: CheckOptions & { name?: string },
): Check[] {
  const checks: Check[] = [];
  for (const invariant of selectInvariants(mode, options)) {
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

/** Turns SQLite's errors on a damaged file, and schema mismatches, into findings. @throws any other error */
function faultOf(error: unknown): Finding {
  if (error instanceof SchemaMismatch || isSqliteError(error, "SQLITE_"))
    return { ok: false, detail: (error as Error).message };
  throw error;
}
