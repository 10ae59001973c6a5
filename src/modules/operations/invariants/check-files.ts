import { join } from "node:path";
import { listLosses } from "../../../db/damage/loss.ts";
import { type DatabaseFile, databaseFiles, stateOfFile } from "../../../db/files.ts";
import { SchemaMismatch } from "../../../db/migrations/migrate.ts";
import { readDatabase } from "../../../db/reader.ts";
import { isSqliteError, type Sql } from "../../../db/sql.ts";
import type { KeyMode } from "../../../http/operation.ts";
import { readAhead } from "../../../kit/process/read-ahead.ts";
import {
  createOnce,
  type Finding,
  type Invariant,
  type Once,
  type Statement,
  toFinding,
} from "../../platform/invariants/index.ts";
import {
  describeLoss,
  LOG_AWAITS_RESUME_SETTING,
  LOG_UID_SETTING,
  readLoss,
  readSetting,
} from "../../platform/state/index.ts";
import { type LogMemory, logFaults } from "../../transparency/signed-log/index.ts";
import type { Question } from "./answer.ts";
import { answerInThreads } from "./answer-in-threads.ts";
import { foreignKeys, migrations, schema } from "./file.ts";
import { integrity } from "./integrity.ts";
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
}

/** Invariants of a file in order; later ones rely on earlier ones. */
export function selectInvariants(purpose: Purpose, options: CheckOptions): readonly Invariant[] {
  const { full, invariants } = options;
  // The log is always checked in full, with its indexes, because it is published.
  const ofAll = [migrations, integrity(full || purpose === "log"), schema, foreignKeys];
  return purpose === "log"
    ? ofAll
    : [...ofAll, ...invariants, jsonColumns, idempotencyRecords, onlyMode(purpose)];
}

interface FilesOptions extends CheckOptions {
  /** Marks a directory of copies, which has no stored note of the log. */
  isCopy?: boolean;
}

/**
 * Checks the invariants of every database in a directory, beside a running server or without one: those that are one
 * statement in threads, too. Read-only; needs no key file. Skips the remaining invariants of a file whose migrations
 * differ.
 */
export async function checkFiles(dataDir: string, options: FilesOptions): Promise<Check[]> {
  const { isCopy = false } = options;
  // Before any connection of this process: to close the file would end its locks.
  const files = databaseFiles(dataDir).map((file) => ({ ...file, state: stateOfFile(file.path) }));
  for (const { path, state } of files) if (state === "present") readAhead(path);
  const begun = files.map((file) => beginFile(file, dataDir, options));
  const questions = begun.flatMap(({ path, others }) =>
    others.flatMap(({ name, statement }) => (statement === undefined ? [] : ask(name, path, statement))),
  );
  const { findings, value: own } = await answerInThreads(questions, () => begun.flatMap(checkHere));
  const found = new Map([...findings, ...own]);
  const checks = begun.flatMap(({ first, others }) => [
    first,
    ...others.map(({ name }) => ({ name, ...(found.get(name) ?? { ok: false, detail: "not checked" }) })),
  ]);
  return isCopy ? checks : [...checks, { name: WAL_CHECK, ...checkWals(dataDir) }];
}

/** A file after its first check. */
interface BegunFile {
  path: string;
  first: Check;
  /** The checks that remain, under their full names. */
  others: readonly Invariant[];
}

function ask(name: string, path: string, statement: Statement): Question[] {
  const { parts = [statement] } = statement;
  return parts.map((part) => ({ name, path, statement, part }));
}

function beginFile(
  { name, path, mode, state }: DatabaseFile & { state: ReturnType<typeof stateOfFile> },
  dataDir: string,
  options: FilesOptions,
): BegunFile {
  const unreadable = (finding: Finding) => ({
    path,
    first: { name: `${name}.file`, ...finding },
    others: [],
  });
  if (state !== "present") return unreadable({ ok: false, detail: `${path} is ${state}` });
  try {
    const finding = readDatabase(path, (sql) => runOne(migrations, sql));
    const rest = finding.ok ? selectInvariants(mode, options).filter((each) => each !== migrations) : [];
    const others = rest.map((each) => ({ ...each, name: `${name}.${each.name}` }));
    if (mode === "log") others.push(logOf(dataDir, options.isCopy ?? false));
    return { path, first: { name: `${name}.${migrations.name}`, ...finding }, others };
  } catch (error) {
    return unreadable(faultOf(error));
  }
}

/** Findings of the checks that are code. */
function checkHere({ path, others }: BegunFile): [name: string, Finding][] {
  const own = others.filter(({ statement }) => statement === undefined);
  if (own.length === 0) return [];
  try {
    return readDatabase(path, (sql) => {
      const once = createOnce(sql);
      return own.map((each) => [each.name, runOne(each, sql, once)]);
    });
  } catch (error) {
    const fault = faultOf(error);
    return own.map(({ name }) => [name, fault]);
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
function logOf(dataDir: string, isCopy: boolean): Invariant {
  const okDetail = "its root matches its entries and extends the stored note";
  return {
    name: "log",
    run: (sql) => toFinding(logFaults(sql, dataDir, memoryOf(dataDir, isCopy)), okDetail),
  };
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

/** Checks the invariants of one open file, in order. */
export function runInvariants(sql: Sql, mode: Purpose, options: CheckOptions): Check[] {
  const checks: Check[] = [];
  const once = createOnce(sql);
  for (const invariant of selectInvariants(mode, options)) {
    const finding = runOne(invariant, sql, once);
    checks.push({ name: `${mode}.${invariant.name}`, ...finding });
    if (invariant === migrations && !finding.ok) break;
  }
  return checks;
}

function runOne(invariant: Invariant, sql: Sql, once?: Once): Finding {
  try {
    return invariant.run(sql, once);
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
