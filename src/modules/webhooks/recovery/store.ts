import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { webhookDeliveries } from "../../../db/tables/webhooks.ts";

type DeliveryRecord = Pick<RowOf<typeof webhookDeliveries>, "id" | "event_id" | "state">;

/** The records of events for a webhook, by the event's id. */
export function listRecords(
  sql: Sql,
  webhookId: number,
  eventIds: readonly number[],
): Map<number, DeliveryRecord> {
  const rows = sql.all<DeliveryRecord>(
    `SELECT id, event_id, state FROM webhook_deliveries
       WHERE event_id IN (SELECT value FROM json_each(?)) AND webhook_id = ?`,
    JSON.stringify(eventIds),
    webhookId,
  );
  return new Map(rows.map((row) => [row.event_id, row]));
}
