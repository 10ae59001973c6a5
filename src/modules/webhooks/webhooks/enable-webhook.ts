import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { switchWebhook } from "../deliveries/index.ts";
import type { EnabledWebhook } from "./model.ts";
import { findAnyWebhook } from "./store.ts";

/**
 * Switches any partner's webhook on again, for an operator; its held deliveries are sent.
 * @throws Problem not_found, also for a deleted webhook; state_conflict if it is on
 */
export function enableWebhook(tx: Tx, actor: Actor, id: number): Static<typeof EnabledWebhook> {
  const webhook = findAnyWebhook(tx, id);
  if (webhook === null) throw new Problem("not_found", `Check the id: there is no webhook ${id}.`);
  if (webhook.is_active === 1) throw new Problem("state_conflict", `Leave it as it is: webhook ${id} is on.`);
  switchWebhook(tx, id, "on");
  const { off_reason: was, reason: was_reason, partner, target_url } = webhook;
  recordAudit(tx, actor, {
    action: "webhook.enable",
    subject: `webhook:${id}`,
    details: { partner, was_off_reason: was, was_reason, target_url },
  });
  return {
    webhook_id: id,
    partner,
    target_url,
    is_active: true,
    was_off_reason: was,
    enabled_at: isoUtc(tx.now),
  };
}
