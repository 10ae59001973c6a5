import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { asGiven } from "../../../http/input/list-shapes.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import { HOUR_MS, isoUtc, isoUtcOrNull, timeOrNull } from "../../../kit/clock.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { type AttemptRow, listAttempts } from "./attempt-store.ts";
import { countByState, countDead } from "./count-store.ts";
import type { DeadLetters } from "./dead-letters/model.ts";
import { type DeliveryFilters, listDeliveryRows } from "./list-deliveries.ts";
import type {
  AttemptList,
  AttemptsQuery,
  Delivery,
  DeliveryHealth,
  DeliveryList,
  ListDeliveriesQuery,
  OneDelivery,
  OneDeliveryQuery,
} from "./model.ts";
import { readSentRequest } from "./simulation/simulate-delivery.ts";
import { type DeliveryView, listDead, resolveDeliveries } from "./store.ts";

export const DOCS_LINKS = { openapi: "/api/openapi.yaml", docs: "/docs", developers: "/developers" };
const EVENTS = "/api/partner/webhook-events";
export const LINKS = {
  attempts: `${EVENTS}/EVENT_ID/attempts`,
  dead_letters: "/api/partner/webhooks/dlq",
  webhooks: "/api/partner/webhooks",
};

/** A page of the partner's records, newest first. */
export function listDeliveries(
  sql: Sql,
  partnerId: number,
  query: Static<typeof ListDeliveriesQuery>,
): Static<typeof DeliveryList> {
  const { event_id } = query;
  const named = event_id === undefined ? null : resolveDeliveries(sql, partnerId, event_id);
  const filters: DeliveryFilters = {
    ids: named?.map(({ id }) => id) ?? null,
    status: query.status ?? null,
    reasonTag: query.reason_tag ?? null,
    webhookId: query.webhook_id ?? null,
    from: timeOrNull(query.from),
    to: timeOrNull(query.to),
  };
  const types = query.event_type === undefined ? null : [...query.event_type].sort();
  const request = pageRequest(query, types === null ? filters : { ...filters, types });
  const { rows, cutOff } = listDeliveryRows(sql, partnerId, {
    filters,
    types,
    page: { ...request, limit: request.limit + 1 },
  });
  const page = toPage(rows, request, cutOff);
  return {
    events: page.rows.map(deliveryView),
    count: page.rows.length,
    query: {
      status: query.status ?? null,
      reason_tag: query.reason_tag ?? null,
      from: query.from ?? null,
      to: query.to ?? null,
      webhook_id: query.webhook_id ?? null,
      event_id: event_id ?? null,
      event_type: asGiven(query.event_type),
      limit: query.limit,
      offset: request.offset,
      cursor: query.cursor ?? null,
    },
    pagination: page.pagination,
    docs_links: DOCS_LINKS,
    links: LINKS,
  };
}

export function deliveryView(row: DeliveryView): Static<typeof Delivery> {
  return {
    id: row.id,
    event_uid: row.event_uid,
    webhook_id: row.webhook_id,
    event_type: row.event_type,
    status: row.state,
    attempts: row.attempts,
    is_dead_letter: row.state === "dead_letter",
    reason_tag: row.reason_tag,
    last_error: row.last_error,
    target_url: row.target_url,
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
    last_attempt_at: isoUtcOrNull(row.last_attempt_at),
    next_attempt_at: isoUtcOrNull(row.next_attempt_at),
    delivered_at: isoUtcOrNull(row.delivered_at),
  };
}

interface DeliveryRequest<Query> {
  partnerId: number;
  /** A record's id, or its event's evt_… */
  reference: string;
  query: Query;
}

/** @throws Problem not_found, also for another partner's record */
function requireDelivery(
  sql: Sql,
  { partnerId, reference, query }: DeliveryRequest<Static<typeof OneDeliveryQuery>>,
): DeliveryView {
  const { webhook_id } = query;
  const delivery = resolveDeliveries(sql, partnerId, reference).find(
    (each) => webhook_id === undefined || each.webhook_id === webhook_id,
  );
  if (delivery === undefined)
    throw new Problem("not_found", "Check event_id: you have no delivery record with this id.");
  return delivery;
}

/** One record with the request of its last attempt. @throws Problem not_found, also for another partner's record */
export function readDelivery(
  sql: Sql,
  keyring: Keyring,
  request: DeliveryRequest<Static<typeof OneDeliveryQuery>>,
): Static<typeof OneDelivery> {
  const delivery = requireDelivery(sql, request);
  return {
    event: deliveryView(delivery),
    request: readSentRequest(sql, keyring, delivery.id),
    docs_links: DOCS_LINKS,
    links: { ...LINKS, attempts: `${EVENTS}/${delivery.id}/attempts` },
  };
}

/** Every attempt at one record, newest first. @throws Problem not_found, also for another partner's record */
export function readAttempts(
  sql: Sql,
  asked: DeliveryRequest<Static<typeof AttemptsQuery>>,
): Static<typeof AttemptList> {
  const delivery = requireDelivery(sql, asked);
  const { query } = asked;
  const { webhook_id } = query;
  const { id } = delivery;
  const request = pageRequest(query, { id });
  const page = toPage(listAttempts(sql, id, { ...request, limit: request.limit + 1 }), request);
  return {
    event_id: delivery.id,
    event_uid: delivery.event_uid,
    status: delivery.state,
    attempts: page.rows.map(attemptView),
    count: page.rows.length,
    query: {
      webhook_id: webhook_id ?? null,
      limit: query.limit,
      offset: request.offset,
      cursor: query.cursor ?? null,
    },
    pagination: page.pagination,
  };
}

function attemptView(row: AttemptRow): Static<typeof AttemptList>["attempts"][number] {
  return {
    attempt: row.attempt,
    attempted_at: isoUtc(row.attempted_at),
    http_status: row.http_status,
    duration_ms: row.duration_ms,
    response_excerpt: row.response_excerpt,
    error: row.error,
    reason_tag: row.reason_tag,
    next_attempt_at: isoUtcOrNull(row.next_attempt_at),
    probe: row.is_probe === 1,
    simulated: row.is_simulated === 1,
  };
}

const MAX_DEAD_SHOWN = 200;

/** Records that are dead now and died in the window. */
export function readDeadLetters(
  sql: Sql,
  partnerId: number,
  { hours, maxAttempts, now }: { hours: number; maxAttempts: number; now: number },
): Static<typeof DeadLetters> {
  const since = now - hours * HOUR_MS;
  const counts = countDead(sql, partnerId, since);
  return {
    window_hours: hours,
    dead_letter_count: counts.reduce((sum, { count }) => sum + count, 0),
    max_attempts: maxAttempts,
    by_event_type: totals(counts, "event_type").map(([event_type, count]) => ({ event_type, count })),
    by_reason_tag: totals(counts, "reason_tag").map(([reason_tag, count]) => ({ reason_tag, count })),
    events: listDead(sql, { partnerId, since, limit: MAX_DEAD_SHOWN }).map((row) => ({
      event_id: row.id,
      event_uid: row.event_uid,
      webhook_id: row.webhook_id,
      event_type: row.event_type,
      target_url: row.target_url,
      attempts: row.attempts,
      reason_tag: row.reason_tag,
      last_error: row.last_error,
      created_at: isoUtc(row.created_at),
      updated_at: isoUtc(row.updated_at),
    })),
    docs_links: DOCS_LINKS,
    links: { ...LINKS, all: `${EVENTS}?status=dead_letter` },
  };
}

/** Totals by name, largest first. */
function totals<Name extends string>(
  counts: readonly (Record<Name, string> & { count: number })[],
  name: Name,
): [string, number][] {
  const sums = new Map<string, number>();
  for (const each of counts) sums.set(each[name], (sums.get(each[name]) ?? 0) + each.count);
  return [...sums].sort(([a, left], [b, right]) => right - left || a.localeCompare(b));
}

export function readDeliveryHealth(sql: Sql, partnerId: number): Static<typeof DeliveryHealth> {
  const counts = countByState(sql, partnerId);
  return {
    dead_letter_events: counts.dead_letter,
    failed_events: counts.failed,
    pending_events: counts.pending + counts.delivering + counts.held,
    delivered_events: counts.delivered,
  };
}
