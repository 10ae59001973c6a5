import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { linkInboxLinks } from "../../../db/tables/desk/link-inbox.ts";
import type { PagePosition } from "../../../kit/cursor.ts";
import type { Tally } from "../../platform/notices/index.ts";
import { readSetting, writeSetting } from "../../platform/state/index.ts";
import type { CheckResult } from "./client.ts";
import type { Family, LinkState } from "./rules.ts";

export type LinkRow = RowOf<typeof linkInboxLinks>;

export function insertLink(
  tx: Tx,
  { url, issue_id, note, created_by }: Pick<LinkRow, "url" | "issue_id" | "note" | "created_by">,
): LinkRow {
  const { lastInsertRowid: id } = tx.run(
    `INSERT INTO link_inbox_links (url, issue_id, note, state, created_by, created_at, changed_at)
       VALUES (?, ?, ?, 'open', ?, ?, ?)`,
    url,
    issue_id,
    note,
    created_by,
    tx.now,
    tx.now,
  );
  const made = findLink(tx, id);
  if (made === null) throw new Error(`link ${id} was not stored`);
  return made;
}

export function findLink(sql: Sql, id: number): LinkRow | null {
  return sql.get<LinkRow>("SELECT * FROM link_inbox_links WHERE id = ?", id);
}

export function countLinks(sql: Sql): number {
  return sql.get<{ count: number }>("SELECT COUNT(*) AS count FROM link_inbox_links")?.count ?? 0;
}

/** Deletes the link that has been resolved longest. @returns false without a resolved link */
export function deleteOldestResolved(tx: Tx): boolean {
  const oldest = "SELECT id FROM link_inbox_links WHERE state = 'resolved' ORDER BY first_ok_at, id LIMIT 1";
  return tx.run(`DELETE FROM link_inbox_links WHERE id = (${oldest})`).changes === 1;
}

const REMOVED_AT = "link_inbox_removed_at";

export function deleteLink(tx: Tx, id: number): void {
  tx.run("DELETE FROM link_inbox_links WHERE id = ?", id);
  writeSetting(tx, REMOVED_AT, String(tx.now));
}

const IS_FAILING = "status_code_family <> '2xx'";

/** Links after a position and one more, newest first; only those whose last answer was not 2xx if `failing`. */
export function listLinks(
  sql: Sql,
  { after, limit, offset, failing }: PagePosition & { failing: boolean },
): LinkRow[] {
  return sql.all<LinkRow>(
    `SELECT * FROM link_inbox_links WHERE id < ? ${failing ? `AND ${IS_FAILING}` : ""} ORDER BY id DESC LIMIT ? OFFSET ?`,
    after ?? Number.MAX_SAFE_INTEGER,
    limit + 1,
    offset,
  );
}

/** Links whose last answer was not 2xx, and when the one that changed longest ago did. */
export function tallyFailingLinks(sql: Sql): Tally {
  const { count, oldest_at: oldestAt } = sql.one<{ count: number; oldest_at: number | null }>(
    `SELECT COUNT(*) AS count, MIN(changed_at) AS oldest_at FROM link_inbox_links WHERE ${IS_FAILING}`,
  );
  return { count, oldestAt };
}

/** Resolved links, newest change first. */
export function listResolved(sql: Sql, limit: number): LinkRow[] {
  return sql.all<LinkRow>(
    "SELECT * FROM link_inbox_links WHERE state = 'resolved' ORDER BY changed_at DESC, id DESC LIMIT ?",
    limit,
  );
}

/** Links whose URL, issue or note contains a text, ignoring case. */
export function listMatchingLinks(sql: Sql, text: string, limit: number): LinkRow[] {
  return sql.all<LinkRow>(
    `SELECT * FROM link_inbox_links
       WHERE instr(lower(coalesce(url, '') || ' ' || coalesce(issue_id, '') || ' ' || coalesce(note, '')), lower(?)) > 0
       ORDER BY id DESC LIMIT ?`,
    text,
    limit,
  );
}

/** Links with a URL that were last checked by a time, or never. */
export function listDueLinks(sql: Sql, checkedBefore: number, limit: number): LinkRow[] {
  return sql.all<LinkRow>(
    `SELECT * FROM link_inbox_links WHERE url IS NOT NULL AND (checked_at IS NULL OR checked_at <= ?)
       ORDER BY checked_at, id LIMIT ?`,
    checkedBefore,
    limit,
  );
}

/** Skipped links without a `link.skipped` event for this cooldown: in their cooldown, or without a URL. */
export function listUnrecordedSkips(sql: Sql, checkedBefore: number, limit: number): LinkRow[] {
  return sql.all<LinkRow>(
    `SELECT * FROM link_inbox_links
       WHERE (url IS NULL AND skipped_at IS NULL)
          OR (url IS NOT NULL AND checked_at > ? AND (skipped_at IS NULL OR skipped_at < checked_at))
       ORDER BY id LIMIT ?`,
    checkedBefore,
    limit,
  );
}

export function markSkipped(tx: Tx, id: number): void {
  tx.run("UPDATE link_inbox_links SET skipped_at = ? WHERE id = ?", tx.now, id);
}

/** Stores a check's result. @returns false if another check was stored since `link` was read */
export function updateCheck(
  tx: Tx,
  link: LinkRow,
  { status_code, status_code_family, state, firstOkAt }: CheckResult & LinkState,
): boolean {
  return (
    tx.run(
      `UPDATE link_inbox_links SET checked_at = ?, status_code = ?, status_code_family = ?, state = ?,
           first_ok_at = ?, changed_at = ?
         WHERE id = ? AND checked_at IS ?`,
      tx.now,
      status_code,
      status_code_family,
      state,
      firstOkAt,
      tx.now,
      link.id,
      link.checked_at,
    ).changes === 1
  );
}

export interface StateCount {
  state: LinkState["state"];
  family: Family | null;
  count: number;
}

export function countByState(sql: Sql): StateCount[] {
  return sql.all<StateCount>(
    `SELECT state, status_code_family AS family, COUNT(*) AS count FROM link_inbox_links
       GROUP BY state, status_code_family`,
  );
}

/** Time of the last change to any link, or of the last removal; null before the first. */
export function lastChangeAt(sql: Sql): number | null {
  const { at } = sql.one<{ at: number | null }>("SELECT max(changed_at) AS at FROM link_inbox_links");
  const removedAt = readSetting(sql, REMOVED_AT);
  return removedAt === null ? at : Math.max(at ?? 0, Number(removedAt));
}
