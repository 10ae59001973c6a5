import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { asGiven, Echo } from "../../../http/input/list-shapes.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import { Nullable, OneOf, UserId } from "../../../http/schema/shapes.ts";
import { timeOrNull } from "../../../kit/clock.ts";
import { requireUser } from "../../ledger/users/index.ts";
import {
  DeliveryList,
  DOCS_LINKS,
  deliveryView,
  LINKS,
  ListDeliveriesQuery,
  type ListFilters,
  listSimulatedDeliveries,
  resolveDeliveries,
} from "../../webhooks/deliveries/index.ts";

/** Filters in addition to the live list's: records of one user, in either order. */
export const ListSandboxDeliveriesQuery = Type.Object({
  ...ListDeliveriesQuery.properties,
  user_id: Type.Optional(UserId),
  order: OneOf(["desc", "asc"], {
    default: "desc",
    description: "Order of the records by id: desc, the newest first, or asc, the oldest first.",
  }),
});

export const SandboxDeliveryList = Type.Object({
  ...DeliveryList.properties,
  query: Echo({
    ...DeliveryList.properties.query.properties,
    user_id: Nullable(Type.String()),
    order: OneOf(["desc", "asc"]),
  }),
});

/** A page of a sandbox file's records, newest first by default. @throws Problem user_not_found */
export function listSandboxDeliveries(
  sql: Sql,
  partnerId: number,
  query: Static<typeof ListSandboxDeliveriesQuery>,
): Static<typeof SandboxDeliveryList> {
  const { status, reason_tag, webhook_id, event_id, user_id, event_type, from, to, order, limit, cursor } =
    query;
  const user = user_id === undefined ? null : requireUser(sql, partnerId, user_id);
  const named = event_id === undefined ? null : resolveDeliveries(sql, partnerId, event_id);
  const filters: ListFilters = {
    ids: named?.map(({ id }) => id) ?? null,
    status: status ?? null,
    reasonTag: reason_tag ?? null,
    webhookId: webhook_id ?? null,
    eventTypes: event_type === undefined ? null : [...event_type].sort(),
    userId: user === null ? null : String(user.id),
    from: timeOrNull(from),
    to: timeOrNull(to),
    order,
  };
  const request = pageRequest(query, filters);
  const found = listSimulatedDeliveries(sql, partnerId, { filters, page: { ...request, limit: limit + 1 } });
  const page = toPage(found, request);
  return {
    events: page.rows.map(deliveryView),
    count: page.rows.length,
    query: {
      status: status ?? null,
      reason_tag: reason_tag ?? null,
      from: from ?? null,
      to: to ?? null,
      webhook_id: webhook_id ?? null,
      event_id: event_id ?? null,
      user_id: user_id ?? null,
      event_type: asGiven(event_type),
      order,
      limit,
      offset: request.offset,
      cursor: cursor ?? null,
    },
    pagination: page.pagination,
    docs_links: DOCS_LINKS,
    links: LINKS,
  };
}
