/** @jsxImportSource preact */

import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { partnerPath, type Site } from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import {
  countByState,
  DeliveryPath,
  listAttempts,
  listReceivingPartners,
  ROUND_REFUSAL_WORDS,
  replayAnyDelivery,
  resolveDeliveries,
} from "../deliveries/index.ts";
import { envelopeBody } from "../envelope/index.ts";
import { EVENT_DATA, EVENT_TYPES } from "../events/index.ts";
import { AnyWebhookPath, enableWebhook } from "../webhooks/index.ts";
import { deliveryTitle } from "./delivery-title.ts";
import { listSentTo } from "./endpoint-store.ts";
import { failingHosts } from "./endpoints.ts";
import { DeliveryList } from "./list-page.tsx";
import { type Filters, ListQuery, PATH, pickFilters } from "./model.ts";
import { DeliveryRecord } from "./record-page.tsx";
import { findEvent, listMatchingDeliveries, partnerNames } from "./store.ts";

const PAGE_ROWS = 50;
const ATTEMPTS_SHOWN = 100;
const ATTEMPTS_COUNTED = 4_000;
const HOSTS_SHOWN = 20;
const PARTNERS_SHOWN = 100;

/** Deliveries of all partners: lists by state and more, every record with its attempts, retries. */
export function deliveryPages(site: Site, live: Database): Operation[] {
  return [listRoute(site), ...recordRoutes(site, live), enableForm(site, live)];
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
      submit: async ({ actor, params, confirm }) => {
        const reference = params.event_id;
        const {
          error,
          event_id: id,
          results,
        } = await live.writer.run((tx) => replayAnyDelivery(tx, actor, { reference }));
        if (error !== null)
          throw new Problem(
            "state_conflict",
            `Leave delivery ${id} as it is: ${ROUND_REFUSAL_WORDS[error]}.`,
          );
        const held = results.find(({ requeued, status }) => requeued && status === "held");
        if (held !== undefined) confirm(`The delivery is held until webhook ${held.webhook_id} is on.`);
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
  const { rows, before } = listMatchingDeliveries(sql, filters, { before: upTo, limit: PAGE_ROWS });
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
