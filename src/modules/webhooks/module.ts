import type { Operation } from "../../http/operation.ts";
import type { HttpServices } from "../../http/services.ts";
import { DAY_MS } from "../../kit/clock.ts";
import type { Module } from "../module.ts";
import { keep } from "../platform/retention/index.ts";
import {
  type DeliveryParts,
  deliveryAttempts,
  deliveryExpiry,
  deliveryMetrics,
  deliveryOperatorRoutes,
  deliveryRoutes,
  deliveryStates,
  dueDeliveries,
  eventFanout,
  eventSequence,
  startDeliveries,
  startDrain,
  webhooksCheck,
} from "./deliveries/index.ts";
import { bulkOperatorRoutes, deliveryNotices, deliveryPages, receiverPages } from "./delivery-desk/index.ts";
import { DEAD_LETTER_DAYS, EVENT_DAYS, sweepPastEvents } from "./events/index.ts";
import { feedRoutes } from "./feed/index.ts";
import { WEBHOOKS_FINDINGS, type WebhooksFacts } from "./findings.ts";
import { openWebhooks } from "./open.ts";
import { recoveryRoutes } from "./recovery/index.ts";
import { webhookOperatorRoutes, webhookRoutes } from "./webhooks/index.ts";

export interface WebhooksParts extends DeliveryParts {
  config: DeliveryParts["config"] & { webhooksLimit: number };
  http: Pick<HttpServices, "findKey" | "safeModeReason">;
}

/** The outbox of events, partners' webhooks, and the deliveries to them. */
export const webhooks: Module<WebhooksParts, WebhooksFacts> & { open: typeof openWebhooks } = {
  name: "webhooks",
  open: openWebhooks,
  operations: ({ config, keyring, live, http }, { site }): Operation[] => [
    ...webhookRoutes(keyring, {
      allowHttp: config.webhookAllowHttp,
      allowPrivate: config.webhookAllowPrivate,
    }),
    ...deliveryRoutes(keyring, config.webhookMaxAttempts),
    ...feedRoutes(http),
    ...recoveryRoutes,
    ...deliveryPages(site, live),
    ...receiverPages(site),
    ...deliveryOperatorRoutes(http.safeModeReason),
    ...webhookOperatorRoutes(),
    ...bulkOperatorRoutes,
  ],
  jobs: [deliveryExpiry],
  checks: [webhooksCheck],
  limits: ({ webhooksLimit }) => ({
    partner_webhooks: { perMinute: webhooksLimit, label: "Webhook routes", countedBy: "key" },
  }),
  findings: WEBHOOKS_FINDINGS,
  retention: [
    keep({
      rows: "events",
      windows: {
        finished: {
          rows: "events with their deliveries",
          tables: ["events", "event_feed", "webhook_deliveries", "webhook_attempts"],
          kept: EVENT_DAYS * DAY_MS,
          after: "creation and the last delivery's end",
        },
        dead: {
          rows: "events with a dead letter",
          tables: ["events", "event_feed", "webhook_deliveries", "webhook_attempts"],
          kept: DEAD_LETTER_DAYS * DAY_MS,
          after: "the delivery's death",
        },
      },
      sweep: (db, { finished, dead }, signal) =>
        sweepPastEvents(db, { finishedBefore: finished, deadBefore: dead }, signal),
    }),
  ],
  invariants: [eventSequence, eventFanout, deliveryStates, dueDeliveries, deliveryAttempts],
  sealed: [
    {
      table: "webhooks",
      context: "uid",
      columns: ["secret_sealed", "previous_secret_sealed", "headers_sealed"],
    },
  ],
  metrics: ({ live }, now) => deliveryMetrics(live.read, now),
  navigation: [
    { path: "/admin/deliveries", label: "Deliveries", group: "Delivery", order: 30 },
    { path: "/admin/receivers", label: "Receivers", group: "Delivery", order: 31 },
  ],
  notices: ({ live }) => deliveryNotices(live.read),
  groups: [
    {
      name: "webhooks",
      order: 70,
      description: "Your receivers, and the outcome of every delivery to them.",
    },
    { name: "events", order: 160, description: "Events sent to webhooks; see the section Webhooks." },
  ],
  background: (parts) => [startDrain(parts), startDeliveries(parts)],
};
