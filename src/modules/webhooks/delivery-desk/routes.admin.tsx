/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { partnerPath, type Site } from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import {
  countByState,
  DeliveryPath,
  listAttempts,
  listReceivingPartners,
  newestDeliveryId,
  ROUND_REFUSAL_WORDS,
  replayAnyDelivery,
  resolveDeliveries,
} from "../deliveries/index.ts";
import { envelopeBody } from "../envelope/index.ts";
import { EVENT_DATA, EVENT_TYPES } from "../events/index.ts";
import { AnyWebhookPath, enableWebhook } from "../webhooks/index.ts";
import { chooseDeliveries, retryChosen } from "./bulk.ts";
import { deliveryTitle } from "./delivery-title.ts";
import { listSentTo } from "./endpoint-store.ts";
import { failingHosts } from "./endpoints.ts";
import { DeliveryList } from "./list-page.tsx";
import { FilterFields, type Filters, ListQuery, PATH, pickFilters, RETRIED } from "./model.ts";
import { DeliveryRecord } from "./record-page.tsx";
import { BulkRetry } from "./retry-page.tsx";
import { findDeliveries, findEvent, partnerNames } from "./store.ts";

const PAGE_ROWS = 50;
const ATTEMPTS_SHOWN = 100;
const ATTEMPTS_COUNTED = 10_000;
const HOSTS_SHOWN = 20;
const PARTNERS_SHOWN = 100;

const RetryFilters = { ...FilterFields, state: OneOf(RETRIED) };

/** Deliveries of all partners: lists by state and more, every record with its attempts, retries. */
export function deliveryPages(site: Site, live: Database): Operation[] {
  return [
    listRoute(site),
    ...bulkRetryRoutes(site, live),
    ...recordRoutes(site, live),
    enableForm(site, live),
  ];
}

function listRoute(site: Site): Operation {
  return adminPage(site, {
    id: "deliveriesPage",
    path: PATH,
    summary: "Webhook deliveries of all partners by state, partner, endpoint, event type and time",
    title: "Deliveries",
    query: ListQuery,
    content: ({ sql, reader, query, now }) => {
      const { before = null } = query;
      const filters = pickFilters(query);
      return <DeliveryList {...readList(sql, { filters, before, now })} {...{ reader, query, now }} />;
    },
  });
}

/** Preview of a bulk retry, and its confirmation. */
function bulkRetryRoutes(site: Site, live: Database): Operation[] {
  return [
    adminPage(site, {
      id: "deliveryRetryPage",
      path: `${PATH}/retry`,
      summary: "Preview a bulk retry before confirming it",
      title: "Retry deliveries",
      role: "operator",
      query: Type.Object({ ...RetryFilters, state: Type.Optional(RetryFilters.state) }),
      content: ({ sql, reader, query }) => {
        const filters = { ...query, state: query.state ?? "dead_letter" };
        const choice = { filters, newest: newestDeliveryId(sql) };
        const { ids, hasMore } = chooseDeliveries(sql, choice);
        return <BulkRetry {...{ reader, choice, count: ids.length, hasMore }} />;
      },
    }),
    adminForm(site, {
      id: "retryDeliveries",
      path: `${PATH}/retry`,
      summary: "Retry all deliveries that fit, at most 1,000",
      done: null,
      role: "operator",
      form: Type.Object({ ...RetryFilters, newest: Type.Integer({ minimum: 0 }) }),
      errors: ["state_conflict"],
      submit: async ({ actor, body, confirm }) => {
        const filters = { ...pickFilters(body), state: body.state };
        const choice = { filters, newest: body.newest };
        const { changed: retried } = await retryChosen(live, actor, { choice, reason: null });
        if (retried === 0) throw new Problem("state_conflict", "Look again: none of them is left to retry.");
        confirm(`${retried} ${retried === 1 ? "delivery is" : "deliveries are"} sent again.`);
        return seeOther(PATH);
      },
    }),
  ];
}

/** One record, and its retry. */
function recordRoutes(site: Site, live: Database): Operation[] {
  return [
    adminPage(site, {
      id: "deliveryPage",
      path: `${PATH}/{event_id}`,
      summary: "One delivery with its payload, and every attempt with its headers",
      title: ({ sql, params }) => deliveryTitle(sql, null, params.event_id),
      params: DeliveryPath,
      errors: ["not_found"],
      content: ({ sql, reader, params, now }) => (
        <DeliveryRecord {...readRecord(sql, params.event_id)} {...{ reader, now }} />
      ),
    }),
    adminForm(site, {
      id: "replayDelivery",
      path: `${PATH}/{event_id}/replay`,
      summary: "Retry a delivery",
      done: "The delivery is sent again.",
      role: "operator",
      params: DeliveryPath,
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, params }) => {
        const reference = params.event_id;
        const { error, event_id: id } = await live.writer.run((tx) =>
          replayAnyDelivery(tx, actor, { reference }),
        );
        if (error !== null)
          throw new Problem(
            "state_conflict",
            `Leave delivery ${id} as it is: ${ROUND_REFUSAL_WORDS[error]}.`,
          );
        return seeOther(`${PATH}/${id}`);
      },
    }),
  ];
}

/** The button of a webhook that is off, on its partner's page. */
function enableForm(site: Site, live: Database): Operation {
  return adminForm(site, {
    id: "enableWebhookForm",
    path: `${PATH}/webhooks/{id}/enable`,
    summary: "Switch any partner's webhook on again",
    done: (_, { id }) => `Webhook ${id} is on; its held deliveries are sent.`,
    role: "operator",
    params: AnyWebhookPath,
    errors: ["not_found", "state_conflict"],
    submit: async ({ actor, params }) => {
      const { partner } = await live.writer.run((tx) => enableWebhook(tx, actor, params.id));
      return seeOther(partnerPath(partner));
    },
  });
}

interface ListRequest {
  filters: Filters;
  /** Only records with a lower id; null for the newest. */
  before: number | null;
  now: number;
}

function readList(sql: Sql, { filters, before: upTo, now }: ListRequest) {
  const { rows, before } = findDeliveries(sql, filters, { before: upTo, limit: PAGE_ROWS });
  const receiving = listReceivingPartners(sql);
  const names = partnerNames(sql, [...new Set(rows.map(({ partner_id }) => partner_id))]);
  const chosen = receiving.filter(({ name }) => filters.partner === undefined || name === filters.partner);
  return {
    filters,
    before,
    rows: rows.map((row) => ({ ...row, partner: names.get(row.partner_id) ?? "" })),
    partnerNames: receiving.map(({ name }) => name),
    eventTypes: EVENT_TYPES,
    partners: chosen
      .slice(0, PARTNERS_SHOWN)
      .map(({ id, name }) => ({ name, counts: countByState(sql, id) })),
    hosts: failingHosts(listSentTo(sql, now - DAY_MS, ATTEMPTS_COUNTED)).slice(0, HOSTS_SHOWN),
    attempts: ATTEMPTS_COUNTED,
  };
}

function readRecord(sql: Sql, reference: string) {
  const [view] = resolveDeliveries(sql, null, reference);
  const event = view === undefined ? null : findEvent(sql, view.event_id);
  if (view === undefined || event === null)
    throw new Problem("not_found", "Choose one from the list: no delivery has this id.");
  const page = { after: null, offset: 0, limit: ATTEMPTS_SHOWN + 1 };
  const attempts = listAttempts(sql, view.id, page);
  const { user_id: userId } = EVENT_DATA.read(event.data);
  return {
    view,
    partner: partnerNames(sql, [view.partner_id]).get(view.partner_id) ?? "",
    body: envelopeBody(event),
    userId: typeof userId === "string" ? userId : null,
    attempts: attempts.slice(0, ATTEMPTS_SHOWN),
    hasMoreAttempts: attempts.length > ATTEMPTS_SHOWN,
  };
}
