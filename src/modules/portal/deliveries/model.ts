import { type Static, Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../http/input/paging.ts";
import { PeriodFields, readPeriod } from "../../../http/input/period.ts";
import { Id, OneOf } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { ListDeliveriesQuery, type ReplayFilter } from "../../webhooks/deliveries/index.ts";
import { EVENT_TYPES } from "../../webhooks/events/index.ts";

const { status, reason_tag, event_id, cursor } = ListDeliveriesQuery.properties;

/** The filters of the API's list, with times as people enter them. */
export const PageQuery = Type.Object({
  status,
  reason_tag,
  event_id,
  cursor,
  event_type: Type.Optional(OneOf(EVENT_TYPES, { description: "Only records of events of this type." })),
  webhook_id: Type.Optional(Id({ description: "Only records of this webhook." })),
  ...PeriodFields,
  ...ShownQuery,
});

/** States from which many records are sent again at once. */
export const RETRIED = ["dead_letter", "failed"] as const;
/** Maximum number of records per bulk action. */
export const MAX_RETRIED = 1_000;

const { event_type, webhook_id, from, to } = PageQuery.properties;

/** The filters of the list, as the form of a bulk action repeats them. */
export const RetryAllForm = Type.Object({
  status: OneOf(RETRIED),
  reason_tag,
  event_type,
  webhook_id,
  from,
  to,
});

const PAGE_ROWS = 50;

export function toApiQuery({
  event_type: type,
  from,
  to,
  columns: _columns,
  sort: _sort,
  ...rest
}: Static<typeof PageQuery>): Static<typeof ListDeliveriesQuery> {
  const types = type === undefined ? {} : { event_type: [type] };
  return { ...rest, ...types, ...toTimes({ from, to }), limit: PAGE_ROWS };
}

export function toReplayFilter({
  from,
  to,
  ...rest
}: Static<typeof RetryAllForm>): Static<typeof ReplayFilter> {
  return { ...rest, ...toTimes({ from, to }) };
}

function toTimes(period: { from: string | undefined; to: string | undefined }) {
  const { from, to } = readPeriod(period);
  return {
    ...(from === null ? {} : { from: isoUtc(from) }),
    ...(to === null ? {} : { to: isoUtc(to) }),
  };
}
