import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { emitEvent } from "../events/index.ts";
import { type DeadLetterCause, findDeliveryView, markDead } from "./store.ts";

/**
 * Makes a record a dead letter and tells the partner's other webhooks by webhook.delivery_failed. A delivery of that
 * type raises no further event when it fails (contract section 9).
 */
export function deadLetter(tx: Tx, deliveryId: number, cause: DeadLetterCause): void {
  markDead(tx, deliveryId, cause);
  const row = findDeliveryView(tx, deliveryId);
  if (row === null || row.event_type === "webhook.delivery_failed") return;
  emitEvent(
    tx,
    {
      partnerId: row.partner_id,
      type: "webhook.delivery_failed",
      data: {
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
    },
    { except: row.webhook_id },
  );
}
