import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { mails } from "../../../db/tables/claims.ts";
import { startOfDay } from "./rules.ts";

export interface MailRow
  extends Pick<
    RowOf<typeof mails>,
    "id" | "uid" | "partner_id" | "to_operators" | "about" | "message_sealed" | "attempts" | "next_attempt_at"
  > {
  /** JSON of the message; null once it is sent, failed or dropped. */
  message_sealed: string;
}

export interface NewMail
  extends Pick<RowOf<typeof mails>, "uid" | "partner_id" | "to_operators" | "about" | "message_sealed"> {
  message_sealed: string;
}

export function insertMail(tx: Tx, { uid, partner_id, to_operators, about, message_sealed }: NewMail): void {
  tx.run(
    `INSERT INTO mails
       (uid, partner_id, to_operators, about, state, message_sealed, attempts, next_attempt_at, created_at)
       VALUES (?, ?, ?, ?, 'queued', ?, 0, ?, ?)`,
    uid,
    partner_id,
    to_operators,
    about,
    message_sealed,
    tx.now,
    tx.now,
  );
}

/** Due mail, longest waiting first: to anybody, or only to operators. */
export function listDue(
  sql: Sql,
  now: number,
  { limit, onlyToOperators }: { limit: number; onlyToOperators: boolean },
): MailRow[] {
  return sql.all<MailRow>(
    `SELECT id, uid, partner_id, to_operators, about, message_sealed, attempts, next_attempt_at FROM mails
       WHERE state = 'queued' AND next_attempt_at <= ? AND to_operators >= ?
       ORDER BY next_attempt_at, id LIMIT ?`,
    now,
    Number(onlyToOperators),
    limit,
  );
}

/** Number of queued mails, and the time at which the first of them becomes due; null without any. */
export function readQueue(sql: Sql): { count: number; oldestDueAt: number | null } {
  const row = sql.get<{ count: number; oldest: number | null }>(
    "SELECT COUNT(*) AS count, MIN(next_attempt_at) AS oldest FROM mails WHERE state = 'queued'",
  );
  return { count: row?.count ?? 0, oldestDueAt: row?.oldest ?? null };
}

/** Schedules a mail, unless another process has since; `attempts` counts an attempt that starts now. */
export function scheduleMail(
  tx: Tx,
  mail: MailRow,
  { at, isAttempt }: { at: number; isAttempt: boolean },
): boolean {
  return (
    tx.run(
      `UPDATE mails SET next_attempt_at = ?, attempts = attempts + ?
         WHERE id = ? AND state = 'queued' AND next_attempt_at = ?`,
      at,
      Number(isAttempt),
      mail.id,
      mail.next_attempt_at,
    ).changes === 1
  );
}

/** Reschedules a mail after a failed attempt. */
export function postponeMail(tx: Tx, id: number, { at, error }: { at: number; error: string }): void {
  tx.run(
    "UPDATE mails SET next_attempt_at = ?, last_error = ? WHERE id = ? AND state = 'queued'",
    at,
    error,
    id,
  );
}

/** Ends a mail; one dropped while being sent gets its actual outcome. */
export function endMail(
  tx: Tx,
  id: number,
  { state, error }: { state: "sent" | "failed"; error: string | null },
): void {
  tx.run(
    `UPDATE mails SET state = ?, message_sealed = NULL, last_error = ?, finished_at = ?
       WHERE id = ? AND state IN ('queued', 'dropped')`,
    state,
    error,
    tx.now,
    id,
  );
}

export function dropMailAbout(tx: Tx, about: string): void {
  tx.run(
    "UPDATE mails SET state = 'dropped', message_sealed = NULL, finished_at = ? WHERE about = ? AND state = 'queued'",
    tx.now,
    about,
  );
}

/** Number of a partner's mails sent on the UTC day of `now`. */
export function countSentToday(sql: Sql, partnerId: number, now: number): number {
  return (
    sql.get<{ count: number }>(
      "SELECT COUNT(*) AS count FROM mails WHERE partner_id = ? AND state = 'sent' AND finished_at >= ?",
      partnerId,
      startOfDay(now),
    )?.count ?? 0
  );
}

/** Number of mails about a subject by state. */
export function countByState(sql: Sql, about: string): { state: string; count: number }[] {
  return sql.all<Pick<RowOf<typeof mails>, "state"> & { count: number }>(
    "SELECT state, COUNT(*) AS count FROM mails WHERE about = ? GROUP BY state ORDER BY state",
    about,
  );
}

/** Deletes mail that was finished before a time, up to `chunk` per call. Returns how many. */
export function purgeMail(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM mails WHERE state <> 'queued' AND finished_at < ? LIMIT ?", before, chunk)
    .changes;
}
