import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { statusNotices } from "../../../db/tables/desk/incidents.ts";

/** What a notice says, in each language. */
export const TEXTS = jsonColumn(
  "status_notices.texts",
  Type.Record(Type.String(), Type.Object({ subject: Type.String(), text: Type.String() })),
);

/** Names of checks: of a subscriber's interest, or affected; empty for all. */
export const CHECKS = jsonColumn("checks", Type.Array(Type.String()));

export type NoticeRow = Pick<
  RowOf<typeof statusNotices>,
  "id" | "key" | "texts" | "checks" | "cursor" | "created_at"
>;

/** Stores a notice unless its key exists. */
export function insertNotice(
  tx: Tx,
  { key, texts, checks }: Pick<NoticeRow, "key" | "texts" | "checks">,
): void {
  tx.run(
    `INSERT INTO status_notices (key, texts, checks, cursor, created_at) VALUES (?, ?, ?, 0, ?)
       ON CONFLICT (key) DO NOTHING`,
    key,
    texts,
    checks,
    tx.now,
  );
}

export function findDueNotice(sql: Sql): NoticeRow | null {
  return sql.get<NoticeRow>(
    "SELECT id, key, texts, checks, cursor, created_at FROM status_notices WHERE done_at IS NULL ORDER BY id LIMIT 1",
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
 * Deletes up to `chunk` unconfirmed subscriptions, as many that were switched off, and as many sent notices, from before the given times. Returns the
 * number deleted.
 */
export function purgeSubscribers(
  tx: Tx,
  times: { asked: number; off: number; notices: number },
  chunk: number,
): number {
  return (
    tx.run(
      "DELETE FROM status_subscribers WHERE confirmed_at IS NULL AND asked_at < ? LIMIT ?",
      times.asked,
      chunk,
    ).changes +
    tx.run("DELETE FROM status_subscribers WHERE off_at < ? LIMIT ?", times.off, chunk).changes +
    tx.run(
      "DELETE FROM status_notices WHERE done_at IS NOT NULL AND created_at < ? LIMIT ?",
      times.notices,
      chunk,
    ).changes
  );
}
