import type { RowOf } from "../../../db/row.ts";
import { inPages, type Sql, type Tx } from "../../../db/sql.ts";
import type { alerts } from "../../../db/tables/alerts.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import type { Tally } from "../../platform/notices/index.ts";
import type { AlertType } from "./model.ts";

export interface AlertRow
  extends Pick<
    RowOf<typeof alerts>,
    | "id"
    | "uid"
    | "type"
    | "contact"
    | "title"
    | "body"
    | "state"
    | "attempts"
    | "last_error"
    | "next_attempt_at"
    | "created_at"
  > {
  type: AlertType;
}

const COLUMNS =
  "id, uid, type, contact, title, body, state, attempts, last_error, next_attempt_at, created_at";

export function insertAlert(
  tx: Tx,
  {
    uid,
    type,
    contact,
    title,
    body,
    state,
  }: Pick<AlertRow, "uid" | "type" | "contact" | "title" | "body" | "state">,
): void {
  tx.run(
    `INSERT INTO alerts (uid, type, contact, title, body, state, attempts, next_attempt_at, created_at, finished_at)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
    uid,
    type,
    contact,
    title,
    body,
    state,
    tx.now,
    tx.now,
    state === "queued" ? null : tx.now,
  );
}

/** Queued alerts whose next attempt is due, oldest first. */
export function listDueAlerts(sql: Sql, now: number, limit: number): AlertRow[] {
  return sql.all<AlertRow>(
    `SELECT ${COLUMNS} FROM alerts WHERE state = 'queued' AND next_attempt_at <= ? ORDER BY next_attempt_at, id LIMIT ?`,
    now,
    limit,
  );
}

const PAGE_ROWS = 500;

/** Alerts created at or after `from`, newest first. */
export function iterateAlerts(sql: Sql, from: number): Iterable<AlertRow> {
  return inPages<AlertRow>((after) =>
    sql.all(
      `SELECT ${COLUMNS} FROM alerts WHERE created_at >= ? AND id < ? ORDER BY id DESC LIMIT ?`,
      from,
      after?.id ?? Number.MAX_SAFE_INTEGER,
      PAGE_ROWS,
    ),
  );
}

/** Newest first. */
export function listAlerts(sql: Sql, limit: number): AlertRow[] {
  return sql.all<AlertRow>(`SELECT ${COLUMNS} FROM alerts ORDER BY id DESC LIMIT ?`, limit);
}

export function findAlert(sql: Sql, uid: string): AlertRow | null {
  return sql.get<AlertRow>(`SELECT ${COLUMNS} FROM alerts WHERE uid = ?`, uid);
}

/** Claims an alert for an attempt; false if another process has done so. */
export function beginAttempt(tx: Tx, alert: AlertRow, nextAt: number): boolean {
  return (
    tx.run(
      `UPDATE alerts SET attempts = attempts + 1, next_attempt_at = ?
         WHERE id = ? AND state = 'queued' AND next_attempt_at = ?`,
      nextAt,
      alert.id,
      alert.next_attempt_at,
    ).changes === 1
  );
}

/** Schedules the next attempt after a failed one. */
export function postponeAlert(tx: Tx, id: number, { at, error }: { at: number; error: string }): void {
  tx.run(
    "UPDATE alerts SET next_attempt_at = ?, last_error = ? WHERE id = ? AND state = 'queued'",
    at,
    error,
    id,
  );
}

export function endAlert(
  tx: Tx,
  id: number,
  { state, error }: { state: "sent" | "failed"; error: string | null },
): void {
  tx.run(
    "UPDATE alerts SET state = ?, last_error = ?, finished_at = ? WHERE id = ? AND state = 'queued'",
    state,
    error,
    tx.now,
    id,
  );
}

/** Days for which operators see a notice about alerts that could not be sent. */
export const FAILURES_SHOWN_DAYS = 7;

/** Alerts abandoned in the last FAILURES_SHOWN_DAYS days. */
export function tallyFailedAlerts(sql: Sql, now: number): Tally {
  const { count, oldest_at: oldestAt } = sql.one<{ count: number; oldest_at: number | null }>(
    "SELECT COUNT(*) AS count, min(finished_at) AS oldest_at FROM alerts WHERE state = 'failed' AND finished_at >= ?",
    now - FAILURES_SHOWN_DAYS * DAY_MS,
  );
  return { count, oldestAt };
}

/** Deletes up to `chunk` alerts created before a time. Returns the number deleted. */
export function purgeAlerts(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM alerts WHERE created_at < ? LIMIT ?", before, chunk).changes;
}
