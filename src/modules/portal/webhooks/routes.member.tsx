/** @jsxImportSource preact */

import type { Operation } from "../../../http/operation.ts";
import { sessionForm, sessionPage, sessionResponse } from "../../platform/admin-page/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { listEndpoints } from "../../webhooks/delivery-desk/index.ts";
import { createWebhook, oneWebhook, requireWebhook, WebhookPath } from "../../webhooks/webhooks/index.ts";
import { ShownOnce } from "../shown-once.tsx";
import { Webhooks } from "./list-page.tsx";
import { ONE, PATH, parseSettings, SettingsForm } from "./model.ts";
import { changeRoutes } from "./routes.changes.tsx";
import { Webhook } from "./webhook-page.tsx";
import type { WebhookParts } from "./webhook-parts.ts";

const SHOWN = { attempts: 100, limit: 50 };

export function webhookRoutes(parts: WebhookParts): Operation[] {
  return [...readingRoutes(parts), createForm(parts), ...changeRoutes(parts)];
}

function readingRoutes({ members }: WebhookParts): Operation[] {
  return [
    sessionPage(members, {
      id: "portalWebhooksPage",
      path: PATH,
      summary: "A partner's webhooks with their health",
      title: "Webhooks",
      content: ({ sql, actor, reader, now }) => (
        <Webhooks reader={reader} endpoints={listEndpoints(sql, actor.partnerId, SHOWN)} now={now} />
      ),
    }),
    sessionPage(members, {
      id: "portalWebhookPage",
      path: ONE,
      summary: "One webhook with its settings and actions",
      title: ({ params }) => `Webhook ${params.webhook_id}`,
      params: WebhookPath,
      errors: ["not_found"],
      content: ({ sql, actor, reader, params, now }) => (
        <Webhook reader={reader} row={requireWebhook(sql, actor.partnerId, params.webhook_id)} now={now} />
      ),
    }),
  ];
}

function createForm({ members, live, keyring, targets }: WebhookParts): Operation {
  return sessionForm(members, {
    id: "portalCreateWebhook",
    path: PATH,
    summary: "Create a webhook, and show its secret once",
    role: "operator",
    status: 200,
    form: SettingsForm,
    errors: ["state_conflict"],
    done: null,
    submit: async ({ actor, body: form }) => {
      const { partnerId } = actor;
      const body = parseSettings(form);
      const { webhook, secret } = await live.writer.run((tx) => {
        const issued = createWebhook(tx, { partnerId, body, keyring, targets });
        recordAudit(tx, actor, {
          action: "webhook.create",
          subject: `webhook:${issued.webhook.id}`,
          details: { ...body, headers: oneWebhook(issued.webhook).webhook.headers },
        });
        return issued;
      });
      const of = ["Endpoint", webhook.target_url] as const;
      return sessionResponse(members, actor, {
        path: PATH,
        title: `Webhook ${webhook.id}`,
        content: <ShownOnce of={of} secret={secret} to={`${PATH}/${webhook.id}`} />,
      });
    },
  });
}
