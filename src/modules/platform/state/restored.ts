import type { Sql, Tx } from "../../../db/sql.ts";
import { deleteSetting, LOG_AWAITS_RESUME_SETTING, readSetting, writeSetting } from "./store.ts";

const SETTING = "restored";

export interface Restored {
  /** Id of the backup, or its file; the replica and a time. */
  from: string;
  /** Unix milliseconds. */
  at: number;
}

/** What this directory was restored from, until `resume`; null else (contract section 12). */
export function readRestored(sql: Sql): Restored | null {
  const value = readSetting(sql, SETTING);
  return value === null ? null : (JSON.parse(value) as Restored);
}

export function writeRestored(tx: Tx, from: string): void {
  writeSetting(tx, LOG_AWAITS_RESUME_SETTING, "restored");
  writeSetting(tx, SETTING, JSON.stringify({ from, at: tx.now } satisfies Restored));
}

export function deleteRestored(tx: Tx): void {
  deleteSetting(tx, SETTING);
}
