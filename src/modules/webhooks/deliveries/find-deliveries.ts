import { Conditions } from "../../../db/conditions.ts";
import type { Sql } from "../../../db/sql.ts";
import type { PagePosition } from "../../../kit/cursor.ts";
import type { DeliveryState, ReasonTag } from "./rules.ts";
import { type DeliveryView, idRangeOf, LEASED, listDeliveryViews } from "./store.ts";

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

/** A partner's records, newest first. */
export function findDeliveries(sql: Sql, partnerId: number, search: DeliverySearch): DeliveryView[] {
  return listDeliveryViews(sql, findDeliveryIds(sql, partnerId, { ...search, order: "newest" }));
}

/**
 * Ids of a partner's records. Every filter uses an index: states are literals because SQLite uses partial
 * indexes only for literals, and times become a range of ids.
 */
export function findDeliveryIds(
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
  const { first, end } = idRangeOf(sql, filters);
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
