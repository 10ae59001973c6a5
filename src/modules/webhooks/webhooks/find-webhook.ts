import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { WEBHOOK_ERRORS } from "./errors.ts";
import { findWebhook, type WebhookRow } from "./store.ts";

/** @throws Problem webhook_not_found, also for another partner's and a deleted webhook */
export function requireWebhook(sql: Sql, partnerId: number, id: number): WebhookRow {
  const webhook = findWebhook(sql, partnerId, id);
  if (webhook === null)
    throw new Problem(
      WEBHOOK_ERRORS.webhook_not_found,
      "Check webhook_id: you have no webhook with this id.",
    );
  return webhook;
}
