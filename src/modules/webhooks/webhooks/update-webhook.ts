import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { switchWebhook } from "../deliveries/index.ts";
import type { UpdateWebhookBody } from "./model.ts";
import type { TargetPolicy } from "./rules.ts";
import { columnsFor } from "./settings.ts";
import { resetCondition, type Settings, updateSettings, type WebhookRow } from "./store.ts";

export interface WebhookChange {
  webhook: WebhookRow;
  body: Static<typeof UpdateWebhookBody>;
  /** Seals the headers. */
  keyring: Keyring;
  /** The targets that this installation allows. */
  targets: TargetPolicy;
}

/** A key that may change a webhook could otherwise read its headers' values by a receiver of its own. */
function isOtherHost({ target_url }: WebhookRow, changed: Partial<Settings>): boolean {
  return (
    changed.target_url !== undefined && new URL(changed.target_url).hostname !== new URL(target_url).hostname
  );
}

/**
 * Changes a webhook's settings, then switches it on or off. Waiting deliveries go to a new target, which begins without
 * failures. @throws Problem invalid_payload
 */
export function updateWebhook(tx: Tx, { webhook, body, keyring, targets }: WebhookChange): void {
  const { is_active, ...settings } = body;
  const changed = columnsFor(settings, { keyring, targets, uid: webhook.uid });
  if (settings.headers === undefined && webhook.header_names !== null && isOtherHost(webhook, changed))
    throw invalidPayload(
      "headers",
      "must be given again, or as null, for another host: their values may be tokens",
    );
  if (Object.keys(changed).length > 0) {
    updateSettings(tx, { ...webhook, ...changed });
    if (changed.target_url !== undefined && changed.target_url !== webhook.target_url)
      resetCondition(tx, webhook.id);
    tx.signals.add("deliveries");
  }
  if (is_active !== undefined) switchWebhook(tx, webhook.id, is_active ? "on" : "partner");
}
