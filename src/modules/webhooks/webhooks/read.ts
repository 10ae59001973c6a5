import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { asGiven } from "../../../http/input/list-shapes.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { metadataPairs, readMetadata } from "../../platform/metadata/index.ts";
import { DOCS_LINKS, maskedHeaders } from "../deliveries/index.ts";
import { SUBSCRIBED } from "../events/index.ts";
import type { IssuedWebhook } from "./create-webhook.ts";
import type { ListWebhooksQuery, OneWebhook, WebhookList, WebhookWithSecret } from "./model.ts";
import { listWebhookRows, type WebhookRow } from "./store.ts";

const WEBHOOKS = "/api/partner/webhooks";

export function listWebhooks(
  sql: Sql,
  partnerId: number,
  query: Static<typeof ListWebhooksQuery>,
): Static<typeof WebhookList> {
  const filters = {
    eventTypes: query.event_type === undefined ? null : [...query.event_type].sort(),
    isActive: query.is_active ?? null,
    metadata: metadataPairs(query.metadata),
  };
  const request = pageRequest(query, filters);
  const page = toPage(
    listWebhookRows(sql, partnerId, { filters, page: { ...request, limit: request.limit + 1 } }),
    request,
  );
  return {
    webhooks: page.rows.map((row) => ({ ...view(row), is_active: row.is_active })),
    count: page.rows.length,
    query: {
      event_type: asGiven(query.event_type),
      is_active: query.is_active ?? null,
      metadata: query.metadata ?? null,
      limit: query.limit,
      offset: request.offset,
      cursor: query.cursor ?? null,
    },
    pagination: page.pagination,
    docs_links: DOCS_LINKS,
    links: linksOf("WEBHOOK_ID"),
  };
}

/** One webhook with links; the secret too if it was just issued. */
export function oneWebhook(row: WebhookRow): Static<typeof OneWebhook> {
  return {
    webhook: { ...view(row), is_active: row.is_active === 1 },
    docs_links: DOCS_LINKS,
    links: linksOf(row.id),
  };
}

export function issuedWebhook({ webhook, secret }: IssuedWebhook): Static<typeof WebhookWithSecret> {
  const { webhook: shown, ...links } = oneWebhook(webhook);
  const expiresAt = isoUtcOrNull(webhook.previous_secret_expires_at);
  return { webhook: { ...shown, secret, previous_secret_expires_at: expiresAt }, ...links };
}

function view(row: WebhookRow) {
  const types = SUBSCRIBED.read(row.event_types);
  return {
    id: row.id,
    event_type: types[0] ?? "",
    event_types: types,
    target_url: row.target_url,
    description: row.description,
    headers: maskedHeaders(row.header_names),
    max_per_second: row.max_per_second,
    metadata: readMetadata(row.metadata),
    off_reason: row.off_reason,
    reason: row.reason,
    consecutive_failures: row.consecutive_failures,
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
  };
}

function linksOf(id: number | "WEBHOOK_ID") {
  return {
    webhooks: WEBHOOKS,
    events: `/api/partner/webhook-events?webhook_id=${id}`,
    dead_letters: `${WEBHOOKS}/dlq`,
  };
}
