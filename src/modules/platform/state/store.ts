import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { settings } from "../../../db/tables/operations.ts";

/** Set once the first start is complete. */
export const FIRST_START_SETTING = "first_start";

/** The uid of the signed log that was created here. */
export const LOG_UID_SETTING = "signed_log_uid";

/** The mode in which a server last ran on live.db: production or development. */
export const SERVED_MODE_SETTING = "served_mode";

/** Set by a restore until the log is resumed or restarted: its stored note is absent on purpose. */
export const LOG_AWAITS_RESUME_SETTING = "signed_log_awaits_resume";

/** Small facts of this installation, by name; null if unset. */
export function readSetting(sql: Sql, name: string): string | null {
  return (
    sql.get<Pick<RowOf<typeof settings>, "value">>("SELECT value FROM settings WHERE name = ?", name)
      ?.value ?? null
  );
}

/** Unix milliseconds of the first start's completion; null before. */
export function firstStartAt(sql: Sql): number | null {
  const text = "SELECT updated_at FROM settings WHERE name = ?";
  return sql.get<{ updated_at: number }>(text, FIRST_START_SETTING)?.updated_at ?? null;
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
