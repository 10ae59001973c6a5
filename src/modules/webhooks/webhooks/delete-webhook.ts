import type { Tx } from "../../../db/sql.ts";
import { settle } from "../deliveries/index.ts";
import { markDeleted, type WebhookRow } from "./store.ts";

/** Takes a webhook away: nothing more is sent, what waited is cancelled, its records stay listed. */
export function deleteWebhook(tx: Tx, webhook: WebhookRow): void {
  markDeleted(tx, webhook.id);
  settle(tx, webhook.id);
}
