import { type Operation, partner, writeOperation } from "../../../http/operation.ts";
import { requireWebhook, WEBHOOK_ERRORS, WebhookPath } from "../webhooks/index.ts";
import { listMissed } from "./list-missed.ts";
import { MAX_RECOVERED, RecoverBody, Recovery } from "./model.ts";
import { recoverWebhook, resolveSpan } from "./recover-webhook.ts";

export const recoveryRoutes: Operation[] = [
  writeOperation({
    id: "recoverWebhook",
    method: "POST",
    path: "/api/partner/webhooks/{webhook_id}/recover",
    group: "webhooks",
    summary: "Send a webhook what it missed",
    outcome: "The missed events were examined, and their deliveries queued.",
    description: `Queues one delivery for each event of the time that the webhook subscribes to now and that was not delivered to it: because it did not exist or subscribe then, or as a dead letter. Deliveries under way, and those that an operator discarded, stay as they are. At most ${MAX_RECOVERED.toLocaleString("en")} per request, oldest first; call again with since = next_since while has_more is true. Held while the webhook is off. Kept in the audit trail.`,
    access: partner("webhooks", { limit: "partner_webhooks" }),
    params: WebhookPath,
    body: RecoverBody,
    response: Recovery,
    errors: [WEBHOOK_ERRORS.webhook_not_found],
    example: { since: "2026-01-05T08:00:00Z", until: "2026-01-05T08:30:00Z" },
    prepare: async ({ db, actor, params, body, now }) => {
      const span = resolveSpan(body, now);
      const webhook = requireWebhook(db.read, actor.partnerId, params.webhook_id);
      return { ...span, missed: await listMissed(db.read, webhook, span) };
    },
    write: (tx, { actor, params }, found) => {
      const webhook = requireWebhook(tx, actor.partnerId, params.webhook_id);
      return recoverWebhook(tx, actor, { webhook, ...found });
    },
  }),
];
