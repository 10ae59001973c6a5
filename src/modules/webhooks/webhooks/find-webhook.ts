import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/problem.ts";
import { WEBHOOK_ERRORS } from "./errors.ts";
import { findWebhook, type WebhookRow } from "./store.ts";

/** @param id as a path holds it. @throws Problem webhook_not_found, for another partner's and a deleted one too */
export function requireWebhook(sql: Sql, partnerId: number, id: string): WebhookRow {
  const webhook = findWebhook(sql, partnerId, Number(id));
  if (webhook === null)
    throw new Problem(WEBHOOK_ERRORS.webhook_not_found, "Check webhook_id: no webhook of yours has it.");
  return webhook;
}
