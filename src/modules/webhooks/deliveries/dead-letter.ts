import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { emitEvent } from "../events/index.ts";
import type { ReasonTag } from "./rules.ts";
import { findDeliveryView, markDead } from "./store.ts";

/**
 * Gives a record up. The partner's other webhooks hear of it by webhook.delivery_failed; what could not be delivered of
 * that type itself makes no further one (contract section 9).
 * @param lastError null keeps what the record says.
 */
export function deadLetter(tx: Tx, deliveryId: number, reason: ReasonTag, lastError: string | null): void {
  markDead(tx, deliveryId, reason, lastError);
  const row = findDeliveryView(tx, deliveryId);
  if (row === null || row.event_type === "webhook.delivery_failed") return;
  emitEvent(
    tx,
    row.partner_id,
    "webhook.delivery_failed",
    {
      event_id: row.id,
      event_uid: row.event_uid,
      event_type: row.event_type,
      webhook_id: row.webhook_id,
      target_url: row.target_url,
      attempts: row.attempts,
      reason_tag: row.reason_tag,
      last_error: row.last_error,
      created_at: isoUtc(row.created_at),
    },
    { except: row.webhook_id },
  );
}
