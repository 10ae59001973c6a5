import { Conditions } from "../../../db/conditions.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { linkInboxEvents } from "../../../db/tables/desk/link-inbox.ts";
import type { CheckResult } from "./client.ts";
import type { Family, LinkEvent, SkipReason } from "./rules.ts";
import type { LinkRow } from "./store.ts";

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

function conditionsOf(filter: EventFilter): Conditions {
  const conditions = new Conditions();
  const { events, eventPrefix } = filter;
  if (events.length > 0) conditions.add("event IN (SELECT value FROM json_each(?))", JSON.stringify(events));
  if (eventPrefix !== null) conditions.add("substr(event, 1, ?) = ?", eventPrefix.length, eventPrefix);
  return conditions
    .addGiven("at >= ?", filter.from)
    .addGiven("at <= ?", filter.to)
    .addGiven("status_code_family = ?", filter.family)
    .addGiven("skip_reason = ?", filter.skipReason)
    .addGiven("issue_id = ?", filter.issueId)
    .addGiven("instr(lower(coalesce(url, '')), lower(?)) > 0", filter.urlContains);
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
       FROM link_inbox_events WHERE id BETWEEN ? AND ? AND ${text} ORDER BY id DESC`,
    fromId,
    toId,
    ...values,
  );
}

export function countEvents(sql: Sql, filter: EventFilter, [fromId, toId]: IdRange): number {
  const { text, values } = conditionsOf(filter);
  return (
    sql.get<{ count: number }>(
      `SELECT COUNT(*) AS count FROM link_inbox_events WHERE id BETWEEN ? AND ? AND ${text}`,
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
    `SELECT id FROM link_inbox_events WHERE id BETWEEN ? AND ? AND ${text} ORDER BY id DESC`,
    0,
    0,
    ...values,
  );
}

export function purgeEvents(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM link_inbox_events WHERE at < ? LIMIT ?", before, chunk).changes;
}
