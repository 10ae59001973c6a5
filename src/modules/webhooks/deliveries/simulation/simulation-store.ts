import { Conditions } from "../../../../db/conditions.ts";
import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { events } from "../../../../db/tables/events.ts";
import type { webhookDeliveries, webhooks } from "../../../../db/tables/webhooks.ts";
import type { PagePosition } from "../../../../kit/cursor.ts";
import type { DeliveryState, ReasonTag } from "../rules.ts";
import { type DeliveryView, VIEW } from "../store.ts";

/** Filters of the list of a sandbox file's records. */
export interface ListFilters {
  /** Only these records; null: any. */
  ids: readonly number[] | null;
  status: DeliveryState | null;
  reasonTag: ReasonTag | null;
  webhookId: number | null;
  eventTypes: readonly string[] | null;
  /** As in the events' data. */
  userId: string | null;
  /** Unix milliseconds: created at or after `from`, and before `to`. */
  from: number | null;
  to: number | null;
  order: "asc" | "desc";
}

interface DeliverySearch {
  filters: ListFilters;
  page: PagePosition;
}

/** A sandbox file is small, so every filter may scan its rows. */
export function listSimulatedDeliveries(
  sql: Sql,
  partnerId: number,
  { filters, page }: DeliverySearch,
): DeliveryView[] {
  const isAscending = filters.order === "asc";
  const where = new Conditions()
    .add("d.partner_id = ?", partnerId)
    .addGiven("d.id IN (SELECT value FROM json_each(?))", filters.ids && JSON.stringify(filters.ids))
    .addGiven("d.state = ?", filters.status)
    .addGiven("d.reason_tag = ?", filters.reasonTag)
    .addGiven("d.webhook_id = ?", filters.webhookId)
    .addGiven(
      "e.event_type IN (SELECT value FROM json_each(?))",
      filters.eventTypes && JSON.stringify(filters.eventTypes),
    )
    .addGiven("json_extract(e.data, '$.user_id') = ?", filters.userId)
    .addGiven("d.created_at >= ?", filters.from)
    .addGiven("d.created_at < ?", filters.to)
    .addGiven(isAscending ? "d.id > ?" : "d.id < ?", page.after);
  return sql.all<DeliveryView>(
    `SELECT ${VIEW} WHERE ${where.text} ORDER BY d.id ${isAscending ? "ASC" : "DESC"} LIMIT ? OFFSET ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
}

/** The columns from which a record's request is computed. */
export interface SimulatedRow
  extends Pick<
      RowOf<typeof events>,
      "uid" | "event_type" | "data" | "sequence" | "idempotency_key" | "created_at"
    >,
    Pick<RowOf<typeof webhookDeliveries>, "updated_at">,
    Pick<
      RowOf<typeof webhooks>,
      "secret_sealed" | "previous_secret_sealed" | "previous_secret_expires_at" | "header_names"
    > {
  webhook_uid: string;
}

export function findSimulated(sql: Sql, deliveryId: number): SimulatedRow | null {
  return sql.get<SimulatedRow>(
    `SELECT e.uid, e.event_type, e.data, e.sequence, e.idempotency_key, e.created_at, d.updated_at, w.uid AS webhook_uid, w.secret_sealed,
       w.previous_secret_sealed, w.previous_secret_expires_at, w.header_names
       FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id JOIN webhooks AS w ON w.id = d.webhook_id
       WHERE d.id = ?`,
    deliveryId,
  );
}

export function listHeldIds(sql: Sql, webhookId: number): number[] {
  const rows = sql.all<{ id: number }>(
    "SELECT id FROM webhook_deliveries WHERE webhook_id = ? AND state = 'held' ORDER BY id",
    webhookId,
  );
  return rows.map(({ id }) => id);
}

/** Sets a record's number of attempts, the last of them made now. */
export function setAttempts(tx: Tx, deliveryId: number, attempts: number): void {
  tx.run(
    "UPDATE webhook_deliveries SET attempts = ?, round_attempts = ?, last_attempt_at = ? WHERE id = ?",
    attempts,
    attempts,
    tx.now,
    deliveryId,
  );
}
