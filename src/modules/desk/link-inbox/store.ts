import type { RowOf } from "../../../db/row.ts";
import type { Sql, SqlValue, Tx } from "../../../db/sql.ts";
import type { linkInboxEvents, linkInboxLinks } from "../../../db/tables/desk/link-inbox.ts";
import type { CheckResult } from "./client.ts";
import type { Family, LinkEvent, LinkState, SkipReason } from "./rules.ts";

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

/** Links with ids below `before`, newest first. */
export function listLinks(sql: Sql, before: number | null, limit: number): LinkRow[] {
  return sql.all<LinkRow>(
    "SELECT * FROM link_inbox_links WHERE id < ? ORDER BY id DESC LIMIT ?",
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
}

/** Resolved links, newest change first. */
export function listResolved(sql: Sql, limit: number): LinkRow[] {
  return sql.all<LinkRow>(
    "SELECT * FROM link_inbox_links WHERE state = 'resolved' ORDER BY changed_at DESC, id DESC LIMIT ?",
    limit,
  );
}

/** Links whose URL, issue or note contains a text, ignoring case. */
export function findLinksBy(sql: Sql, text: string, limit: number): LinkRow[] {
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
export function storeCheck(
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

export type EventRow = Pick<
  RowOf<typeof linkInboxEvents>,
  | "id"
  | "at"
  | "event"
  | "issue_id"
  | "url"
  | "status_code"
  | "status_code_family"
  | "skip_reason"
  | "duration_ms"
  | "final_url"
>;

export interface NewEvent extends Partial<CheckResult> {
  event: LinkEvent;
  skip_reason?: SkipReason;
}

export function insertEvent(tx: Tx, link: LinkRow, made: NewEvent): void {
  tx.run(
    `INSERT INTO link_inbox_events (at, event, link_id, issue_id, url, status_code, status_code_family, skip_reason,
         duration_ms, final_url)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    tx.now,
    made.event,
    link.id,
    link.issue_id,
    link.url,
    made.status_code ?? null,
    made.status_code_family ?? null,
    made.skip_reason ?? null,
    made.duration_ms ?? null,
    made.final_url ?? null,
  );
}

/** Conditions combined with AND. Times are Unix milliseconds, inclusive. */
export interface EventFilter {
  events: readonly LinkEvent[];
  eventPrefix: string | null;
  from: number | null;
  to: number | null;
  family: Family | null;
  skipReason: SkipReason | null;
  issueId: string | null;
  urlContains: string | null;
}

function conditionsOf(filter: EventFilter): { text: string; values: SqlValue[] } {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  const add = (text: string, ...given: SqlValue[]) => {
    parts.push(` AND ${text}`);
    values.push(...given);
  };
  if (filter.events.length > 0)
    add(`event IN (${filter.events.map(() => "?").join(", ")})`, ...filter.events);
  if (filter.eventPrefix !== null)
    add("substr(event, 1, ?) = ?", filter.eventPrefix.length, filter.eventPrefix);
  if (filter.from !== null) add("at >= ?", filter.from);
  if (filter.to !== null) add("at <= ?", filter.to);
  if (filter.family !== null) add("status_code_family = ?", filter.family);
  if (filter.skipReason !== null) add("skip_reason = ?", filter.skipReason);
  if (filter.issueId !== null) add("issue_id = ?", filter.issueId);
  if (filter.urlContains !== null) add("instr(lower(coalesce(url, '')), lower(?)) > 0", filter.urlContains);
  return { text: parts.join(""), values };
}

/** The newest event's id; 0 if there is none. */
export function newestEventId(sql: Sql): number {
  return sql.get<{ id: number | null }>("SELECT max(id) AS id FROM link_inbox_events")?.id ?? 0;
}

/** The oldest event's id; 0 if there is none. */
export function oldestEventId(sql: Sql): number {
  return sql.get<{ id: number | null }>("SELECT min(id) AS id FROM link_inbox_events")?.id ?? 0;
}

type IdRange = readonly [fromId: number, toId: number];

/** Matching events in an inclusive range of ids, newest first. */
export function listEvents(sql: Sql, filter: EventFilter, [fromId, toId]: IdRange): EventRow[] {
  const { text, values } = conditionsOf(filter);
  return sql.all<EventRow>(
    `SELECT id, at, event, issue_id, url, status_code, status_code_family, skip_reason, duration_ms, final_url
       FROM link_inbox_events WHERE id BETWEEN ? AND ?${text} ORDER BY id DESC`,
    fromId,
    toId,
    ...values,
  );
}

export function countEvents(sql: Sql, filter: EventFilter, [fromId, toId]: IdRange): number {
  const { text, values } = conditionsOf(filter);
  return (
    sql.get<{ count: number }>(
      `SELECT COUNT(*) AS count FROM link_inbox_events WHERE id BETWEEN ? AND ?${text}`,
      fromId,
      toId,
      ...values,
    )?.count ?? 0
  );
}

/** SQLite's query plan for a range of events. */
export function explainEvents(sql: Sql, filter: EventFilter): string[] {
  const { text, values } = conditionsOf(filter);
  return sql.plan(
    `SELECT id FROM link_inbox_events WHERE id BETWEEN ? AND ?${text} ORDER BY id DESC`,
    0,
    0,
    ...values,
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

/** Time of the last change to any link; null without links. */
export function lastChangeAt(sql: Sql): number | null {
  return sql.get<{ at: number | null }>("SELECT max(changed_at) AS at FROM link_inbox_links")?.at ?? null;
}

export function purgeEvents(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM link_inbox_events WHERE at < ? LIMIT ?", before, chunk).changes;
}
