import { type Static, Type } from "@sinclair/typebox";
import type { Sql, Tx } from "../../../db/sql.ts";
import { jsonSetting } from "./json-setting.ts";
import { LOG_AWAITS_RESUME_SETTING, writeSetting } from "./store.ts";

const RestoreOrigin = Type.Object({
  /** Id of the backup, or its file; or the replica and a time. */
  from: Type.String(),
  /** Unix milliseconds. */
  at: Type.Number(),
});
export type RestoreOrigin = Static<typeof RestoreOrigin>;

const RESTORED = jsonSetting("restored", RestoreOrigin);

/** The origin of a restored directory until `resume`; otherwise null (contract section 12). */
export function readRestored(sql: Sql): RestoreOrigin | null {
  return RESTORED.read(sql);
}

export function writeRestored(tx: Tx, from: string): void {
  writeSetting(tx, LOG_AWAITS_RESUME_SETTING, "restored");
  RESTORED.write(tx, { from, at: tx.now });
}

export function deleteRestored(tx: Tx): void {
  RESTORED.delete(tx);
}
