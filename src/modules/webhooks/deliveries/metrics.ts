import type { Sql } from "../../../db/sql.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { type Family, gauge } from "../../platform/metrics/index.ts";
import { countWaiting, countWebhooksBySwitch } from "./count-store.ts";
import { readOldestDueAt } from "./lateness.ts";

/** Delivery records and webhooks by state. */
export function deliveryMetrics(read: Sql, nowMs: number): Family[] {
  const oldestDueAt = readOldestDueAt(read, nowMs);
  return [
    gauge(
      "salute_webhook_deliveries",
      "Delivery records of webhooks that wait or are dead letters, by state.",
      ...Object.entries(countWaiting(read)).map(([state, value]) => ({ labels: { state }, value })),
    ),
    gauge(
      "salute_webhook_oldest_due_seconds",
      "Seconds for which a due record has waited for this server, at the longest.",
      {
        value: oldestDueAt === null ? 0 : Math.max(0, nowMs - oldestDueAt) / SECOND_MS,
      },
    ),
    gauge(
      "salute_webhooks",
      "Webhooks by delivery status: on, off, or only probed because they keep failing.",
      ...Object.entries(countWebhooksBySwitch(read)).map(([state, value]) => ({ labels: { state }, value })),
    ),
  ];
}
