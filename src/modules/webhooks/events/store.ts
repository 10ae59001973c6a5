import { raiseFloor } from "../../../db/next-id.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { events } from "../../../db/tables/events.ts";
import type { webhookDeliveries } from "../../../db/tables/webhooks.ts";
import { countRecords } from "./fan-out.ts";
import { deleteFromFeed } from "./feed-store.ts";

/** How long records are kept after they ended; Unix milliseconds. */
export interface RecordRetention {
  /**
   * Delivered and cancelled records that ended before this time, and events without records created before it, may be
   * deleted.
   */
  finishedBefore: number;
  /** Dead letters that died before this time may be deleted. */
  deadBefore: number;
}

/** An event is deleted as a whole: only if none of its records is unfinished or ended too recently. */
const PAST = `events.created_at < ? AND NOT EXISTS (
  SELECT 1 FROM webhook_deliveries AS d WHERE d.event_id = events.id AND CASE
    WHEN d.state IN ('delivered', 'cancelled') THEN d.updated_at >= ?
    WHEN d.state = 'dead_letter' THEN d.died_at >= ?
    ELSE 1 END)`;

/**
 * The deletable events among the next `window` events after an id, oldest first, and the id to continue after; null
 * at the end. Ids rise with time, so the oldest come first and no index on age is needed.
 */
export function listPastEvents(
  sql: Sql,
  keeping: RecordRetention,
  { after, window }: { after: number; window: number },
): { ids: number[]; next: number | null } {
  const seen = sql.all<Pick<RowOf<typeof events>, "id" | "created_at"> & { is_past: number }>(
    `SELECT id, created_at, ${PAST} AS is_past FROM events WHERE id > ? ORDER BY id LIMIT ?`,
    keeping.finishedBefore,
    keeping.finishedBefore,
    keeping.deadBefore,
    after,
    window,
  );
  const last = seen.at(-1);
  const isAtEnd = last === undefined || seen.length < window || last.created_at >= keeping.finishedBefore;
  return {
    ids: seen.filter(({ is_past }) => is_past === 1).map(({ id }) => id),
    next: isAtEnd ? null : last.id,
  };
}

/**
 * Deletes those of the given events that may still be deleted, with their records and attempts. Returns how many
 * events were deleted.
 */
export function deletePastEvents(tx: Tx, keeping: RecordRetention, ids: readonly number[]): number {
  const past = tx
    .all<{ id: number }>(
      `SELECT id FROM events WHERE id IN (SELECT value FROM json_each(?)) AND ${PAST}`,
      JSON.stringify(ids),
      keeping.finishedBefore,
      keeping.finishedBefore,
      keeping.deadBefore,
    )
    .map(({ id }) => id);
  const list = JSON.stringify(past);
  const counts = tx.all<Pick<RowOf<typeof webhookDeliveries>, "partner_id"> & { count: number }>(
    `SELECT partner_id, COUNT(*) AS count FROM webhook_deliveries
       WHERE event_id IN (SELECT value FROM json_each(?)) GROUP BY partner_id`,
    list,
  );
  for (const { partner_id, count } of counts) countRecords(tx, partner_id, -count);
  const records = "SELECT id FROM webhook_deliveries WHERE event_id IN (SELECT value FROM json_each(?))";
  tx.run(`DELETE FROM webhook_attempts WHERE delivery_id IN (${records})`, list);
  tx.run("DELETE FROM webhook_deliveries WHERE event_id IN (SELECT value FROM json_each(?))", list);
  raiseFloor(tx, "events");
  deleteFromFeed(tx, list);
  tx.run("DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))", list);
  return past.length;
}
