import type { Sql, Tx } from "../../../db/sql.ts";
import { deleteSetting, LOG_AWAITS_RESUME_SETTING, readSetting, writeSetting } from "./store.ts";

const SETTING = "restored";

export interface RestoreOrigin {
  /** Id of the backup, or its file; or the replica and a time. */
  from: string;
  /** Unix milliseconds. */
  at: number;
}

/** The origin of a restored directory until `resume`; otherwise null (contract section 12). */
export function readRestored(sql: Sql): RestoreOrigin | null {
  const value = readSetting(sql, SETTING);
  return value === null ? null : (JSON.parse(value) as RestoreOrigin);
}

export function writeRestored(tx: Tx, from: string): void {
  writeSetting(tx, LOG_AWAITS_RESUME_SETTING, "restored");
  writeSetting(tx, SETTING, JSON.stringify({ from, at: tx.now } satisfies RestoreOrigin));
}

export function deleteRestored(tx: Tx): void {
  deleteSetting(tx, SETTING);
}
