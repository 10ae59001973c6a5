import type { Sql, Tx } from "../../db/sql.ts";

/** Set once the first start is over. */
export const FIRST_START_SETTING = "first_start";

/** The uid of the signed log that was first begun here. */
export const LOG_UID_SETTING = "signed_log_uid";

/** Small facts of this installation, by name; null where unset. */
export function readSetting(sql: Sql, name: string): string | null {
  return sql.get<{ value: string }>("SELECT value FROM settings WHERE name = ?", name)?.value ?? null;
}

export function writeSetting(tx: Tx, name: string, value: string): void {
  tx.run(
    "INSERT INTO settings (name, value, updated_at) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
    name,
    value,
    tx.now,
  );
}

export function deleteSetting(tx: Tx, name: string): void {
  tx.run("DELETE FROM settings WHERE name = ?", name);
}
