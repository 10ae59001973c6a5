import { type Static, Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../http/input/paging.ts";
import { EnteredTime, Id } from "../../../http/schema/shapes.ts";
import { isoUtc, timeOfEntry } from "../../../kit/clock.ts";
import { ListDeliveriesQuery } from "../../webhooks/deliveries/index.ts";

const { status, reason_tag, event_id, cursor } = ListDeliveriesQuery.properties;

/** The filters of the API's list, with times as people enter them. */
export const PageQuery = Type.Object({
  status,
  reason_tag,
  event_id,
  cursor,
  webhook_id: Type.Optional(Id({ description: "Only records of this webhook." })),
  from: Type.Optional(EnteredTime({ description: "Created at or after this UTC day or time." })),
  to: Type.Optional(EnteredTime({ description: "Created before this UTC day or time." })),
  ...ShownQuery,
});

const PAGE_ROWS = 50;

export function toApiQuery({
  from,
  to,
  columns: _columns,
  sort: _sort,
  ...rest
}: Static<typeof PageQuery>): Static<typeof ListDeliveriesQuery> {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: isoUtc(timeOfEntry(from)) }),
    ...(to === undefined ? {} : { to: isoUtc(timeOfEntry(to)) }),
    limit: PAGE_ROWS,
  };
}
