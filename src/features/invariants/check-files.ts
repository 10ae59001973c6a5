import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILES } from "../../db/files.ts";
import { SchemaMismatch } from "../../db/migrate.ts";
import { readDatabase } from "../../db/reader.ts";
import { isSqliteError, type Sql } from "../../db/sql.ts";
import type { KeyMode } from "../../http/operation.ts";
import { claims } from "./claims.ts";
import { deliveryAttempts, deliveryStates, dueDeliveries, eventFanout } from "./deliveries.ts";
import { foreignKeys, integrity, migrations, schema } from "./file.ts";
import type { Finding, Invariant } from "./invariant.ts";
import { balances, conversions, references, settlements } from "./ledger.ts";
import { idempotencyRecords, onlyMode } from "./records.ts";

/** One invariant of one file. */
export interface Check extends Finding {
  /** Such as `live.ledger_balances`. */
  name: string;
}

/** Everything that holds in a file of this mode, what the others rest on first. */
export function invariantsOf(mode: KeyMode, full: boolean): readonly Invariant[] {
  return [
    migrations,
    integrity(full),
    schema,
    foreignKeys,
    balances,
    references,
    idempotencyRecords,
    eventFanout,
    deliveryStates,
    dueDeliveries,
    deliveryAttempts,
    settlements,
    conversions,
    claims,
    onlyMode(mode),
  ];
}

/**
 * Holds the invariants against the databases of a directory, live or stopped: it only reads, and needs no key file.
 * Of a file that other migrations made nothing further is said.
 */
export function checkFiles(dataDir: string, full: boolean): Check[] {
  return DATABASE_FILES.flatMap(({ file, mode }) => {
    const path = join(dataDir, file);
    if (!existsSync(path)) return [{ name: `${mode}.file`, ok: false, detail: `${path} is missing` }];
    try {
      return readDatabase(path, (sql) => runInvariants(sql, mode, full));
    } catch (error) {
      return [{ name: `${mode}.file`, ...faultOf(error) }];
    }
  });
}

/** The invariants of one open file, in order. */
export function runInvariants(sql: Sql, mode: KeyMode, full: boolean): Check[] {
  const checks: Check[] = [];
  for (const invariant of invariantsOf(mode, full)) {
    const finding = runOne(invariant, sql);
    checks.push({ name: `${mode}.${invariant.name}`, ...finding });
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
