import type { Tx } from "../../../db/sql.ts";
import { drain } from "../deliveries/index.ts";
import { markDeleted, type WebhookRow } from "./store.ts";

/** Deletes a webhook: nothing more is sent, waiting records are cancelled, its records stay listed. */
export function deleteWebhook(tx: Tx, webhook: WebhookRow): void {
  markDeleted(tx, webhook.id);
  drain(tx, webhook.id);
}
