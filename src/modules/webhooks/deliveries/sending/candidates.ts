import type { RowOf } from "../../../../db/row.ts";
import type { Sql } from "../../../../db/sql.ts";
import type { webhooks } from "../../../../db/tables/webhooks.ts";
import { newestDeliveryId } from "../store.ts";
import type { Candidate } from "./engine/slots.ts";

type Row = Pick<RowOf<typeof webhooks>, "id" | "partner_id" | "probe_at" | "is_slow">;

const WAITING = "(state = 'pending' OR state = 'failed' OR state = 'held')";

/** Webhooks with waiting records, each found by one step in their index, however many records wait. */
export const WEBHOOKS_WAITING = `WITH RECURSIVE waiting(id) AS (
    SELECT (SELECT MIN(webhook_id) FROM webhook_deliveries WHERE ${WAITING})
    UNION ALL
    SELECT (SELECT MIN(webhook_id) FROM webhook_deliveries WHERE ${WAITING} AND webhook_id > waiting.id)
      FROM waiting WHERE waiting.id IS NOT NULL)`;

/**
 * Webhooks with something due: switched on, with a pending record, a due retry, or an open circuit whose next probe is due.
 */
const DUE = `${WEBHOOKS_WAITING}
  SELECT w.id, w.partner_id, w.is_slow, w.probe_at FROM waiting JOIN webhooks AS w ON w.id = waiting.id
   WHERE w.is_active = 1 AND w.is_settling = 0 AND w.deleted_at IS NULL
     AND (w.probe_at IS NULL OR w.probe_at <= ?1)
     AND (EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'pending')
       OR (SELECT MIN(next_attempt_at) FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'failed')
            <= iif(w.probe_at IS NULL, ?1, 9e15))`;

export function listDue(sql: Sql, nowMs: number): Candidate[] {
  return sql.all<Row>(DUE, nowMs).map(toCandidate);
}

/** A webhook whose records may be sent; null if it is off or deleted. */
export function findCandidate(sql: Sql, webhookId: number): Candidate | null {
  const row = sql.get<Row>(
    `SELECT id, partner_id, is_slow, probe_at FROM webhooks
      WHERE id = ? AND is_active = 1 AND is_settling = 0 AND deleted_at IS NULL`,
    webhookId,
  );
  return row === null ? null : toCandidate(row);
}

/** Webhooks that got pending records after this id, and the newest record's id. */
export function listNews(
  sql: Sql,
  afterId: number,
  nowMs: number,
): { candidates: Candidate[]; newest: number } {
  const newest = newestDeliveryId(sql);
  if (newest <= afterId) return { candidates: [], newest: afterId };
  const rows = sql.all<Row>(
    `SELECT id, partner_id, is_slow, probe_at FROM webhooks
      WHERE id IN (SELECT DISTINCT webhook_id FROM webhook_deliveries NOT INDEXED WHERE id > ? AND state = 'pending')
        AND is_active = 1 AND is_settling = 0 AND deleted_at IS NULL AND (probe_at IS NULL OR probe_at <= ?)`,
    afterId,
    nowMs,
  );
  return { candidates: rows.map(toCandidate), newest };
}

function toCandidate({ id, partner_id, is_slow, probe_at }: Row): Candidate {
  return { webhookId: id, partnerId: partner_id, isSlow: is_slow === 1, isOpen: probe_at !== null };
}
