import { columns, type In } from "../../../db/columns.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { alarmCalls } from "../../../db/tables/desk/on-call.ts";
import type { Tally } from "../../platform/notices/index.ts";

const CALL = columns<typeof alarmCalls>()(
  "alert_uid",
  "subject",
  "title",
  "created_at",
  "acknowledged_at",
  "acknowledged_by",
  "escalated_at",
  "ended_at",
);
export type CallRow = In<typeof CALL>;

export function insertCall(
  tx: Tx,
  call: Pick<CallRow, "alert_uid" | "subject" | "title" | "escalated_at">,
): void {
  tx.run(
    "INSERT INTO alarm_calls (alert_uid, subject, title, created_at, escalated_at) VALUES (?, ?, ?, ?, ?)",
    call.alert_uid,
    call.subject,
    call.title,
    tx.now,
    call.escalated_at,
  );
}

export function findCall(sql: Sql, alertUid: string): CallRow | null {
  return sql.get<CallRow>(`SELECT ${CALL} FROM alarm_calls WHERE alert_uid = ?`, alertUid);
}

/** Calls that nobody acknowledged and whose cause lasts, oldest first. */
export function listOpenCalls(sql: Sql, limit: number): CallRow[] {
  return sql.all<CallRow>(
    `SELECT ${CALL} FROM alarm_calls WHERE acknowledged_at IS NULL AND ended_at IS NULL
       ORDER BY created_at LIMIT ?`,
    limit,
  );
}

/** How many calls are open about other subjects than these. */
export function tallyOpenCalls(sql: Sql, without: readonly string[]): Tally {
  const open = sql.get<{ count: number; oldest: number | null }>(
    `SELECT count(*) AS count, min(created_at) AS oldest FROM alarm_calls
       WHERE acknowledged_at IS NULL AND ended_at IS NULL
         AND subject NOT IN (SELECT value FROM json_each(?))`,
    JSON.stringify(without),
  );
  return { count: open?.count ?? 0, oldestAt: open?.oldest ?? null };
}

/** Acknowledges every open call about a subject. */
export function acknowledgeCalls(tx: Tx, subject: string, by: string): void {
  tx.run(
    `UPDATE alarm_calls SET acknowledged_at = ?, acknowledged_by = ?
       WHERE subject = ? AND acknowledged_at IS NULL AND ended_at IS NULL`,
    tx.now,
    by,
    subject,
  );
}

/** Ends every open call about a subject: its cause is over. */
export function endCalls(tx: Tx, subject: string): void {
  tx.run(
    "UPDATE alarm_calls SET ended_at = ? WHERE subject = ? AND acknowledged_at IS NULL AND ended_at IS NULL",
    tx.now,
    subject,
  );
}

export function markEscalated(tx: Tx, alertUid: string): void {
  tx.run("UPDATE alarm_calls SET escalated_at = ? WHERE alert_uid = ?", tx.now, alertUid);
}

/** Deletes up to `chunk` calls created before a time. Returns the number deleted. */
export function purgeCalls(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM alarm_calls WHERE created_at < ? LIMIT ?", before, chunk).changes;
}
