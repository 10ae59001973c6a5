import { type Operation, operator, writeOperation } from "../../../http/operation.ts";
import { enableWebhook } from "./enable-webhook.ts";
import { AnyWebhookPath, EnabledWebhook } from "./model.ts";

export function webhookOperatorRoutes(): Operation[] {
  return [
    writeOperation({
      id: "enableAnyWebhook",
      method: "POST",
      path: "/admin/partners/webhooks/{id}/enable",
      group: "ops",
      summary: "Switch any partner's webhook on again",
      outcome: "The webhook is on, and its held deliveries are due.",
      description:
        "For a webhook that its partner or an answer of 410 switched off. Its failures start again at 0, and held deliveries are sent, oldest first. Kept in the audit trail. 409 state_conflict if it is on.",
      access: operator("operator"),
      params: AnyWebhookPath,
      response: EnabledWebhook,
      errors: ["not_found", "state_conflict"],
      write: (tx, { actor, params }) => enableWebhook(tx, actor, params.id),
    }),
  ];
}
