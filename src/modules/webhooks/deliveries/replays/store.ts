import type { Sql } from "../../../../db/sql.ts";
import type { EventType } from "../../events/index.ts";

/** Those of the records whose event has the type, oldest first. */
export function listOfType(sql: Sql, ids: readonly number[], eventType: EventType): number[] {
  return sql
    .all<{ id: number }>(
      `SELECT d.id FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
         WHERE d.id IN (SELECT value FROM json_each(?)) AND e.event_type = ? ORDER BY d.id`,
      JSON.stringify(ids),
      eventType,
    )
    .map(({ id }) => id);
}
