import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { switchWebhook } from "../deliveries/index.ts";
import { requireWebhook } from "./find-webhook.ts";
import type { UpdateWebhookBody } from "./model.ts";
import { oneWebhook } from "./read.ts";
import type { TargetPolicy } from "./rules.ts";
import { columnsFor, isOtherOrigin } from "./settings.ts";
import { resetCondition, updateSettings, type WebhookRow } from "./store.ts";

export interface WebhookChange {
  webhook: WebhookRow;
  body: Static<typeof UpdateWebhookBody>;
  /** Seals the headers. */
  keyring: Keyring;
  /** The targets that this installation allows. */
  targets: TargetPolicy;
}

/**
 * Changes a webhook's settings, then switches it on or off. Waiting deliveries go to a new target, which begins without
 * failures. Returns the webhook as it is then. @throws Problem invalid_payload
 */
export function updateWebhook(
  tx: Tx,
  actor: Actor,
  { webhook, body, keyring, targets }: WebhookChange,
): WebhookRow {
  const { is_active, reason, ...settings } = body;
  if (typeof reason === "string" && (is_active ?? webhook.is_active === 1))
    throw invalidPayload("reason", "must be left out for a webhook that is on: it says why one is off");
  const changed = {
    ...columnsFor(settings, { keyring, targets, uid: webhook.uid, stored: webhook }),
    ...(reason !== undefined && { reason }),
  };
  if (settings.headers === undefined && webhook.header_names !== null && isOtherOrigin(webhook, changed))
    throw invalidPayload(
      "headers",
      "must be given again, or as null, for another scheme, host or port: their values may be tokens",
    );
  if (Object.keys(changed).length > 0) {
    updateSettings(tx, { ...webhook, ...changed });
    if (changed.target_url !== undefined && changed.target_url !== webhook.target_url)
      resetCondition(tx, webhook.id);
    tx.signals.add("holding");
    tx.signals.add("deliveries");
  }
  if (is_active !== undefined) switchWebhook(tx, webhook.id, is_active ? "on" : "partner");
  const after = requireWebhook(tx, webhook.partner_id, webhook.id);
  recordChange(tx, actor, { before: webhook, after });
  return after;
}

const RECORDED = [
  "target_url",
  "event_types",
  "description",
  "max_per_second",
  "headers",
  "metadata",
  "is_active",
  "reason",
] as const;

/** Records the changed settings, if any, with their old and new values; values of headers are masked. */
function recordChange(
  tx: Tx,
  actor: Actor,
  { before, after }: { before: WebhookRow; after: WebhookRow },
): void {
  const was = oneWebhook(before).webhook;
  const is = oneWebhook(after).webhook;
  const changed = RECORDED.filter((name) =>
    name === "headers"
      ? before.headers_sealed !== after.headers_sealed
      : JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  if (changed.length === 0) return;
  const pick = (from: typeof was) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  recordAudit(tx, actor, {
    action: "webhook.update",
    subject: `webhook:${before.id}`,
    details: { was: pick(was), is: pick(is) },
  });
}
