import { Conditions } from "../../../db/conditions.ts";
import type { Sql } from "../../../db/sql.ts";
import type { Continuation, PagePosition } from "../../../kit/cursor.ts";
import type { EventType } from "../events/index.ts";
import type { DeliveryState, ReasonTag } from "./rules.ts";
import { type DeliveryView, findIdRange, LEASED, listDeliveryViews } from "./store.ts";

/** Filters of the list of records. */
export interface DeliveryFilters {
  /** Only these records; null: any. */
  ids: readonly number[] | null;
  status: DeliveryState | null;
  reasonTag: ReasonTag | null;
  webhookId: number | null;
  /** Unix milliseconds: created at or after `from`, and before `to`. */
  from: number | null;
  to: number | null;
}

interface DeliverySearch {
  filters: DeliveryFilters;
  page: PagePosition;
}

/** Records that one request examines if it asks for types of events, which no index of records has. */
export const EXAMINED = 5_000;

interface FoundDeliveries {
  rows: DeliveryView[];
  /** Where a search that stopped early continues; otherwise null. */
  cutOff: Continuation | null;
}

/** A partner's records, newest first. @param types null: of events of any type */
export function listDeliveryRows(
  sql: Sql,
  partnerId: number,
  { filters, page, types }: DeliverySearch & { types: readonly EventType[] | null },
): FoundDeliveries {
  if (types === null) {
    const ids = listDeliveryIds(sql, partnerId, { filters, page, order: "newest" });
    return { rows: listDeliveryViews(sql, ids), cutOff: null };
  }
  const examined = { after: page.after, offset: 0, limit: EXAMINED + 1 };
  const found = listDeliveryIds(sql, partnerId, { filters, page: examined, order: "newest" });
  const fitting = listOfTypes(sql, found.slice(0, EXAMINED), types).reverse();
  const ids = fitting.slice(page.offset, page.offset + page.limit);
  const last = found.length > EXAMINED ? found[EXAMINED - 1] : undefined;
  const skipped = Math.min(page.offset, fitting.length);
  const isCutOff = ids.length < page.limit && last !== undefined;
  const cutOff = isCutOff ? { after: last, offset: page.offset - skipped } : null;
  return { rows: listDeliveryViews(sql, ids), cutOff };
}

/** Keeps the records whose event has one of the types. The oldest comes first. */
export function listOfTypes(sql: Sql, ids: readonly number[], types: readonly EventType[]): number[] {
  return sql
    .all<{ id: number }>(
      `SELECT d.id FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
         WHERE d.id IN (SELECT value FROM json_each(?)) AND e.event_type IN (SELECT value FROM json_each(?))
         ORDER BY d.id`,
      JSON.stringify(ids),
      JSON.stringify(types),
    )
    .map(({ id }) => id);
}

/**
 * Ids of a partner's records. Every filter uses an index: states are literals because SQLite uses partial
 * indexes only for literals, and times become a range of ids.
 */
export function listDeliveryIds(
  sql: Sql,
  partnerId: number,
  { filters, page, order }: DeliverySearch & { order: "newest" | "oldest" },
): number[] {
  const where = new Conditions();
  const { ids: named, status, webhookId } = filters;
  if (named !== null) {
    where.add(
      "d.id IN (SELECT value FROM json_each(?)) AND +d.partner_id = ?",
      JSON.stringify(named),
      partnerId,
    );
    where.addGiven("+d.webhook_id = ?", webhookId);
  } else if (
    status === "pending" ||
    (webhookId !== null && status !== "dead_letter" && status !== "cancelled")
  ) {
    const id = webhookId === null ? [] : [webhookId];
    where.add(
      `d.webhook_id IN (SELECT id FROM webhooks WHERE partner_id = ?${id.length === 0 ? "" : " AND id = ?"})`,
      partnerId,
      ...id,
    );
  } else {
    where.add(status === "delivering" ? LEASED : "d.partner_id = ?", partnerId);
    where.addGiven("+d.webhook_id = ?", webhookId);
  }
  if (status !== null) where.add(`d.state = '${status}'`);
  where.addGiven("d.reason_tag = ?", filters.reasonTag);
  const { first, end } = findIdRange(sql, filters);
  if (first !== null) where.add("d.id >= ? AND +d.created_at >= ?", first, filters.from);
  if (end !== null) where.add("d.id < ? AND +d.created_at < ?", end, filters.to);
  const isOldest = order === "oldest";
  where.addGiven(isOldest ? "d.id > ?" : "d.id < ?", page.after);
  return sql
    .all<{ id: number }>(
      `SELECT d.id FROM webhook_deliveries AS d WHERE ${where.text}
         ORDER BY d.id ${isOldest ? "ASC" : "DESC"} LIMIT ? OFFSET ?`,
      ...where.values,
      page.limit,
      page.offset,
    )
    .map(({ id }) => id);
}
