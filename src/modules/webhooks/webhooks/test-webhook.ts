import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { restingState } from "../deliveries/index.ts";
import { emitEvent } from "../events/index.ts";
import type { TestedWebhook } from "./model.ts";
import type { WebhookRow } from "./store.ts";

/** Queues a webhook.test for this webhook only, whatever it subscribes to; held while it is off. */
export function testWebhook(tx: Tx, webhook: WebhookRow): Static<typeof TestedWebhook> {
  const data = { webhook_id: webhook.id, message: "This is a test of your webhook; nothing has happened." };
  const { uid, deliveryIds } = emitEvent(
    tx,
    { partnerId: webhook.partner_id, type: "webhook.test", data },
    { only: webhook.id },
  );
  const [deliveryId] = deliveryIds;
  if (deliveryId === undefined) throw new Error(`the test of webhook ${webhook.id} made no record`);
  return {
    queued: true,
    event_id: deliveryId,
    event_uid: uid,
    event_type: "webhook.test",
    webhook_id: webhook.id,
    status: restingState(webhook),
  };
}
