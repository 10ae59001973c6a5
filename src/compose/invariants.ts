import type { Sql } from "../db/sql.ts";
import type { KeyMode } from "../http/operation.ts";
import { systemClock } from "../kit/clock.ts";
import { ledger } from "../modules/ledger/module.ts";
import { type Prove, proveFiles } from "../modules/operations/backups/index.ts";
import {
  type Check,
  checkFiles as checkWith,
  runInvariants as runWith,
} from "../modules/operations/invariants/index.ts";
import type { BrokenInvariant } from "../modules/platform/state/index.ts";
import { INVARIANTS } from "./modules.ts";

/**
 * Checks the build's invariants on the databases of a directory, with or without a running server. @param full also
 * compares indexes
 */
export function checkFiles(dataDir: string, full: boolean): Promise<Check[]> {
  return checkWith(dataDir, { full, invariants: INVARIANTS });
}

/** Findings that stop changes: balances cannot be trusted while one of them fails. */
const STOPPING = new Set(
  [...(ledger.invariants ?? []).map(({ name }) => name), "foreign_keys", "idempotency_records"].map(
    (name) => `live.${name}`,
  ),
);

/** The first failed check that stops changes; null if there is none. */
export function findStopping(checks: readonly Check[]): BrokenInvariant | null {
  const found = checks.find(({ name, ok }) => !ok && STOPPING.has(name));
  return found === undefined ? null : { invariant: found.name.replace(/^live\./, ""), fault: found.detail };
}

/** The build's invariants of one open file. */
export function runInvariants(sql: Sql, mode: KeyMode | "log", full: boolean): Check[] {
  return runWith(sql, mode, { full, invariants: INVARIANTS });
}

/** Proves unpacked or copied databases. @throws BackupError naming the first failed check */
export const prove: Prove = (directory, files) =>
  proveFiles(directory, files, { clock: systemClock, invariants: INVARIANTS });
