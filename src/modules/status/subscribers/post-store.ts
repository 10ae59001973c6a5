import { columns, type In } from "../../../db/columns.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { statusPosts } from "../../../db/tables/desk/incidents.ts";

const POST = columns<typeof statusPosts>()(
  "id",
  "subscriber_id",
  "key",
  "subject",
  "text",
  "attempts",
  "next_at",
  "created_at",
);
export type PostRow = In<typeof POST>;

export function insertPost(tx: Tx, post: Pick<PostRow, "subscriber_id" | "key" | "subject" | "text">): void {
  tx.run(
    `INSERT INTO status_posts (subscriber_id, key, subject, text, attempts, next_at, created_at)
       VALUES (?, ?, ?, ?, 0, ?, ?)`,
    post.subscriber_id,
    post.key,
    post.subject,
    post.text,
    tx.now,
    tx.now,
  );
}

export function listDuePosts(sql: Sql, now: number, limit: number): PostRow[] {
  return sql.all<PostRow>(
    `SELECT ${POST} FROM status_posts WHERE next_at <= ? ORDER BY next_at, id LIMIT ?`,
    now,
    limit,
  );
}

export function hasPosts(sql: Sql, subscriberId: number): boolean {
  return sql.get("SELECT 1 FROM status_posts WHERE subscriber_id = ? LIMIT 1", subscriberId) !== null;
}

/** Counts an attempt and sets the time of the next one, in case this one fails or the process ends. */
export function markTried(tx: Tx, id: number, nextAt: number): void {
  tx.run("UPDATE status_posts SET attempts = attempts + 1, next_at = ? WHERE id = ?", nextAt, id);
}

export function deletePost(tx: Tx, id: number): void {
  tx.run("DELETE FROM status_posts WHERE id = ?", id);
}

/** Deletes the posts of a notice. */
export function deletePosts(tx: Tx, key: string): void {
  tx.run("DELETE FROM status_posts WHERE key = ?", key);
}

export function deleteSubscriberPosts(tx: Tx, subscriberId: number): void {
  tx.run("DELETE FROM status_posts WHERE subscriber_id = ?", subscriberId);
}
