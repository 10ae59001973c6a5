import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { statusNotices, statusSubscribers } from "../../../db/tables/desk/incidents.ts";

export type SubscriberRow = RowOf<typeof statusSubscribers>;

export function insertSubscriber(
  tx: Tx,
  row: Pick<SubscriberRow, "uid" | "email_hash" | "email_sealed" | "token_hash" | "token_sealed">,
): number {
  return tx.run(
    `INSERT INTO status_subscribers (uid, email_hash, email_sealed, token_hash, token_sealed, asked_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.uid,
    row.email_hash,
    row.email_sealed,
    row.token_hash,
    row.token_sealed,
    tx.now,
    tx.now,
  ).lastInsertRowid;
}

export function findByEmail(sql: Sql, hash: string): SubscriberRow | null {
  return sql.get<SubscriberRow>("SELECT * FROM status_subscribers WHERE email_hash = ?", hash);
}

export function findByToken(sql: Sql, hash: string): SubscriberRow | null {
  return sql.get<SubscriberRow>("SELECT * FROM status_subscribers WHERE token_hash = ?", hash);
}

export function markRequested(tx: Tx, id: number): void {
  tx.run("UPDATE status_subscribers SET asked_at = ? WHERE id = ?", tx.now, id);
}

export function markConfirmed(tx: Tx, id: number): void {
  tx.run("UPDATE status_subscribers SET confirmed_at = ? WHERE id = ? AND confirmed_at IS NULL", tx.now, id);
}

export function deleteSubscriber(tx: Tx, id: number): void {
  tx.run("DELETE FROM status_subscribers WHERE id = ?", id);
}

export function countSubscribers(sql: Sql): { all: number; confirmed: number } {
  return (
    sql.get<{ all: number; confirmed: number }>(
      'SELECT COUNT(*) AS "all", COUNT(confirmed_at) AS confirmed FROM status_subscribers',
    ) ?? { all: 0, confirmed: 0 }
  );
}

/** Number of confirmations requested since a time. */
export function countRequested(sql: Sql, since: number): number {
  return (
    sql.get<{ count: number }>("SELECT COUNT(*) AS count FROM status_subscribers WHERE asked_at >= ?", since)
      ?.count ?? 0
  );
}

/** Subscribers confirmed by a time with ids after `afterId`, by id. */
export function listConfirmed(
  sql: Sql,
  { afterId, before, limit }: { afterId: number; before: number; limit: number },
): SubscriberRow[] {
  return sql.all<SubscriberRow>(
    "SELECT * FROM status_subscribers WHERE id > ? AND confirmed_at <= ? ORDER BY id LIMIT ?",
    afterId,
    before,
    limit,
  );
}

export type NoticeRow = Pick<
  RowOf<typeof statusNotices>,
  "id" | "key" | "subject" | "text" | "cursor" | "created_at"
>;

/** Stores a notice unless its key exists. */
export function insertNotice(
  tx: Tx,
  { key, subject, text }: Pick<NoticeRow, "key" | "subject" | "text">,
): void {
  tx.run(
    `INSERT INTO status_notices (key, subject, text, cursor, created_at) VALUES (?, ?, ?, 0, ?)
       ON CONFLICT (key) DO NOTHING`,
    key,
    subject,
    text,
    tx.now,
  );
}

export function findDueNotice(sql: Sql): NoticeRow | null {
  return sql.get<NoticeRow>(
    "SELECT id, key, subject, text, cursor, created_at FROM status_notices WHERE done_at IS NULL ORDER BY id LIMIT 1",
  );
}

/** Advances a notice's cursor; false if another process has done so. */
export function advanceNotice(
  tx: Tx,
  notice: NoticeRow,
  { cursor, isDone }: { cursor: number; isDone: boolean },
): boolean {
  return (
    tx.run(
      "UPDATE status_notices SET cursor = ?, done_at = ? WHERE id = ? AND cursor = ? AND done_at IS NULL",
      cursor,
      isDone ? tx.now : null,
      notice.id,
      notice.cursor,
    ).changes === 1
  );
}

export function deleteNotice(tx: Tx, key: string): void {
  tx.run("DELETE FROM status_notices WHERE key = ?", key);
}

/**
 * Deletes up to `chunk` unconfirmed subscriptions and as many sent notices from before the given times. Returns the
 * number deleted.
 */
export function purgeSubscribers(tx: Tx, times: { asked: number; notices: number }, chunk: number): number {
  return (
    tx.run(
      "DELETE FROM status_subscribers WHERE confirmed_at IS NULL AND asked_at < ? LIMIT ?",
      times.asked,
      chunk,
    ).changes +
    tx.run(
      "DELETE FROM status_notices WHERE done_at IS NOT NULL AND created_at < ? LIMIT ?",
      times.notices,
      chunk,
    ).changes
  );
}
