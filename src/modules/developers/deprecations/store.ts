import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { deprecationReminders } from "../../../db/tables/deprecations.ts";

/** A reminder of a sunset, a number of days before it. */
export interface Reminder {
  deprecationId: string;
  sunsetAt: number;
  days: number;
}

/** Stands for the operators in place of a partner's id. */
export const OPERATORS = 0;

/** Partner ids, possibly OPERATORS, that have had this reminder. */
export function listReminded(sql: Sql, { deprecationId, sunsetAt, days }: Reminder): Set<number> {
  const rows = sql.all<Pick<RowOf<typeof deprecationReminders>, "partner_id">>(
    "SELECT partner_id FROM deprecation_reminders WHERE deprecation_id = ? AND sunset_at = ? AND days = ?",
    deprecationId,
    sunsetAt,
    days,
  );
  return new Set(rows.map((row) => row.partner_id));
}

/** Records that a partner, or OPERATORS, gets this reminder; false if it has had it before. */
export function noteReminded(
  tx: Tx,
  { deprecationId, sunsetAt, days }: Reminder,
  partnerId: number,
): boolean {
  const { changes } = tx.run(
    `INSERT INTO deprecation_reminders (deprecation_id, sunset_at, days, partner_id, created_at)
       VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    deprecationId,
    sunsetAt,
    days,
    partnerId,
    tx.now,
  );
  return changes > 0;
}

/** Deletes up to `chunk` reminders sent before a time. Returns the number deleted. */
export function purgeReminders(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM deprecation_reminders WHERE created_at < ? LIMIT ?", before, chunk).changes;
}
