/** @jsxImportSource preact */

import { type Operation, seeOther } from "../../../http/operation.ts";
import { isoUtc, timeOfEntry } from "../../../kit/clock.ts";
import { confirmedSessionForm, sessionForm, sessionResponse } from "../../platform/admin-page/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { listMissed, recoverWebhook, resolveSpan } from "../../webhooks/recovery/index.ts";
import {
  deleteWebhook,
  oneWebhook,
  requireWebhook,
  rotateSecret,
  testWebhook,
  updateWebhook,
  WEBHOOK_ERRORS,
  WebhookPath,
  type WebhookRow,
} from "../../webhooks/webhooks/index.ts";
import { ShownOnce } from "../shown-once.tsx";
import { inStoredOrder, ONE, PATH, parseSettings, RecoverForm, SettingsForm, SwitchForm } from "./model.ts";
import type { WebhookParts } from "./webhook-parts.ts";

const CHANGE = {
  role: "operator",
  params: WebhookPath,
  errors: [WEBHOOK_ERRORS.webhook_not_found],
} as const;

const toPage = (id: number) => seeOther(`${PATH}/${id}`);

/** Changes of one webhook; each is in the audit trail. */
export function changeRoutes(parts: WebhookParts): Operation[] {
  return [...settingsRoutes(parts), ...sendingRoutes(parts), ...dangerousRoutes(parts)];
}

function settingsRoutes(parts: WebhookParts): Operation[] {
  const { members, live, keyring, targets } = parts;
  return [
    sessionForm(members, {
      ...CHANGE,
      id: "portalUpdateWebhook",
      path: `${ONE}/settings`,
      summary: "Change a webhook's settings",
      form: SettingsForm,
      done: "Settings saved.",
      submit: async ({ actor, params, body: form }) => {
        const settings = parseSettings(form);
        await live.writer.run((tx) => {
          const webhook = requireWebhook(tx, actor.partnerId, params.webhook_id);
          const event_types = inStoredOrder(settings.event_types, oneWebhook(webhook).webhook.event_types);
          const body = { ...settings, event_types };
          updateWebhook(tx, actor, { webhook, body, keyring, targets });
        });
        return toPage(params.webhook_id);
      },
    }),
    sessionForm(members, {
      ...CHANGE,
      id: "portalSwitchWebhook",
      path: `${ONE}/switch`,
      summary: "Switch a webhook on or off",
      form: SwitchForm,
      done: ({ is_active }) => (is_active === "1" ? "The webhook is on." : "The webhook is off."),
      submit: async ({ actor, params, body: { is_active, reason } }) => {
        const body = { is_active: is_active === "1", reason };
        await live.writer.run((tx) => {
          const webhook = requireWebhook(tx, actor.partnerId, params.webhook_id);
          updateWebhook(tx, actor, { webhook, body, keyring, targets });
        });
        return toPage(params.webhook_id);
      },
    }),
  ];
}

function sendingRoutes({ members, live }: WebhookParts): Operation[] {
  return [
    sessionForm(members, {
      ...CHANGE,
      id: "portalTestWebhook",
      path: `${ONE}/test`,
      summary: "Send a test to a webhook",
      done: null,
      submit: async ({ actor, params, confirm }) => {
        const { event_id, status } = await live.writer.run((tx) => {
          const webhook = requireWebhook(tx, actor.partnerId, params.webhook_id);
          recordAudit(tx, actor, { action: "webhook.test", subject: `webhook:${webhook.id}`, details: {} });
          return testWebhook(tx, webhook);
        });
        confirm(
          status === "held"
            ? "The test waits until the webhook is switched on: this is its delivery."
            : "The test is queued: this is its delivery.",
        );
        return seeOther(`/partners/deliveries/${event_id}`);
      },
    }),
    sessionForm(members, {
      ...CHANGE,
      id: "portalRecoverWebhook",
      path: `${ONE}/recover`,
      summary: "Send a webhook what it missed since a time",
      form: RecoverForm,
      done: null,
      submit: async ({ sql, actor, params, body, now, confirm }) => {
        const span = resolveSpan({ since: isoUtc(timeOfEntry(body.since)) }, now);
        const id = params.webhook_id;
        const missed = await listMissed(sql, requireWebhook(sql, actor.partnerId, id), span);
        const { queued, since, next_since } = await live.writer.run((tx) => {
          const webhook = requireWebhook(tx, actor.partnerId, id);
          return recoverWebhook(tx, actor, { webhook, missed, ...span });
        });
        const more = next_since === null ? "" : ` There is more: go on since ${next_since}.`;
        confirm(
          `${queued} ${queued === 1 ? "delivery is" : "deliveries are"} queued, of events since ${since}.${more}`,
        );
        return toPage(id);
      },
    }),
  ];
}

function dangerousRoutes({ members, live, keyring }: WebhookParts): Operation[] {
  return [
    ...confirmedSessionForm(members, {
      ...CHANGE,
      id: "portalRotateWebhookSecret",
      path: `${ONE}/rotate`,
      back: ONE,
      title: "Rotate secret",
      summary: "Rotate a webhook's secret; the new one is shown once",
      status: 200,
      done: null,
      effect: ({ sql, actor, params }) => ({
        lead: `Webhook ${params.webhook_id} gets a new secret, shown once on the next page.`,
        figures: figuresOf(requireWebhook(sql, actor.partnerId, params.webhook_id)),
        consequences:
          "X-Webhook-Signature uses the new secret at once; webhook-signature carries both for 24 hours.",
        label: "Rotate secret",
      }),
      submit: async ({ actor, params }) => {
        const { webhook, secret } = await live.writer.run((tx) => {
          const found = requireWebhook(tx, actor.partnerId, params.webhook_id);
          recordAudit(tx, actor, { action: "webhook.rotate", subject: `webhook:${found.id}`, details: {} });
          return rotateSecret(tx, { webhook: found, body: {}, keyring });
        });
        const of = ["Endpoint", webhook.target_url] as const;
        return sessionResponse(members, actor, {
          path: PATH,
          title: `Webhook ${webhook.id}`,
          content: <ShownOnce of={of} secret={secret} to={`${PATH}/${webhook.id}`} />,
        });
      },
    }),
    ...confirmedSessionForm(members, {
      ...CHANGE,
      id: "portalDeleteWebhook",
      path: `${ONE}/delete`,
      back: ONE,
      title: "Delete webhook",
      summary: "Delete a webhook",
      done: (_, { webhook_id }) => `Webhook ${webhook_id} is deleted.`,
      effect: ({ sql, actor, params }) => ({
        lead: `Nothing more is sent to webhook ${params.webhook_id}.`,
        figures: figuresOf(requireWebhook(sql, actor.partnerId, params.webhook_id)),
        consequences: "Waiting deliveries are cancelled. Its records stay listed. It cannot be brought back.",
        label: "Delete webhook",
      }),
      submit: async ({ actor, params }) => {
        await live.writer.run((tx) => {
          const webhook = requireWebhook(tx, actor.partnerId, params.webhook_id);
          deleteWebhook(tx, webhook);
          const { target_url, event_types } = oneWebhook(webhook).webhook;
          recordAudit(tx, actor, {
            action: "webhook.delete",
            subject: `webhook:${webhook.id}`,
            details: { target_url, event_types },
          });
        });
        return seeOther(PATH);
      },
    }),
  ];
}

function figuresOf(row: WebhookRow): [string, string][] {
  const { target_url, event_types } = oneWebhook(row).webhook;
  return [
    ["Endpoint", target_url],
    ["Event types", event_types.join(", ")],
  ];
}
