import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { statusSubscribers } from "../../../db/tables/desk/incidents.ts";

export type SubscriberRow = RowOf<typeof statusSubscribers>;

export function insertSubscriber(
  tx: Tx,
  row: Pick<
    SubscriberRow,
    "uid" | "kind" | "target_hash" | "target_sealed" | "checks" | "language" | "token_hash" | "token_sealed"
  >,
): number {
  return tx.run(
    `INSERT INTO status_subscribers (uid, kind, target_hash, target_sealed, checks, language, token_hash, token_sealed, asked_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.uid,
    row.kind,
    row.target_hash,
    row.target_sealed,
    row.checks,
    row.language,
    row.token_hash,
    row.token_sealed,
    tx.now,
    tx.now,
  ).lastInsertRowid;
}

export function findByTarget(sql: Sql, hash: string): SubscriberRow | null {
  return sql.get<SubscriberRow>("SELECT * FROM status_subscribers WHERE target_hash = ?", hash);
}

export function findByToken(sql: Sql, hash: string): SubscriberRow | null {
  return sql.get<SubscriberRow>("SELECT * FROM status_subscribers WHERE token_hash = ?", hash);
}

/** Another request before the confirmation, or after posts were switched off: its choice of checks and its language count. */
export function markRequested(
  tx: Tx,
  id: number,
  { checks, language }: Pick<SubscriberRow, "checks" | "language">,
): void {
  tx.run(
    `UPDATE status_subscribers SET asked_at = ?, checks = ?, language = ?, confirmed_at = NULL, off_at = NULL,
         failing_since = NULL WHERE id = ?`,
    tx.now,
    checks,
    language,
    id,
  );
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

/** Number of confirmed subscribers by kind, and of those that were switched off. */
export function countByKind(sql: Sql): Record<SubscriberRow["kind"] | "off", number> {
  const rows = sql.all<Pick<SubscriberRow, "kind"> & { count: number; off: number }>(
    `SELECT kind, COUNT(*) AS count, COUNT(off_at) AS off FROM status_subscribers
       WHERE confirmed_at IS NOT NULL GROUP BY kind`,
  );
  const counts = { email: 0, webhook: 0, slack: 0, off: 0 };
  for (const { kind, count, off } of rows) {
    counts[kind] = count - off;
    counts.off += off;
  }
  return counts;
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
    "SELECT * FROM status_subscribers WHERE id > ? AND confirmed_at <= ? AND off_at IS NULL ORDER BY id LIMIT ?",
    afterId,
    before,
    limit,
  );
}

/** Marks a failed post; returns since when posts fail. */
export function markFailing(tx: Tx, id: number): number {
  tx.run("UPDATE status_subscribers SET failing_since = coalesce(failing_since, ?) WHERE id = ?", tx.now, id);
  return (
    tx.get<Pick<SubscriberRow, "failing_since">>(
      "SELECT failing_since FROM status_subscribers WHERE id = ?",
      id,
    )?.failing_since ?? tx.now
  );
}

/** Ends a failure: a post arrived, or a new one is queued while none waits. */
export function endFailure(tx: Tx, id: number): void {
  tx.run("UPDATE status_subscribers SET failing_since = NULL WHERE id = ? AND failing_since IS NOT NULL", id);
}

export function switchOff(tx: Tx, id: number): void {
  tx.run("UPDATE status_subscribers SET off_at = ? WHERE id = ?", tx.now, id);
}

/** Subscribers that were switched off after a time, and the first of them. */
export function tallyOff(sql: Sql, after: number): { count: number; oldestAt: number | null } {
  const row = sql.one<{ count: number; oldest: number | null }>(
    "SELECT COUNT(*) AS count, MIN(off_at) AS oldest FROM status_subscribers WHERE off_at > ?",
    after,
  );
  return { count: row.count, oldestAt: row.oldest };
}

export function findSubscriber(sql: Sql, id: number): SubscriberRow | null {
  return sql.get<SubscriberRow>("SELECT * FROM status_subscribers WHERE id = ?", id);
}
