import { type Static, Type } from "@sinclair/typebox";
import { EnteredTime, Id, OneOf, Text } from "../../../http/schema/shapes.ts";
import { DAY_MS, MINUTE_MS, timeOfEntry } from "../../../kit/clock.ts";
import { DELIVERY_STATES } from "../deliveries/index.ts";

const Time = Type.Optional(EnteredTime({ description: "UTC: a day, or a day and a time." }));

/** Filters of the list of deliveries, which also select the records of a bulk retry. */
export const FilterFields = {
  state: Type.Optional(OneOf(DELIVERY_STATES)),
  partner: Type.Optional(Text(40)),
  host: Type.Optional(Text(253)),
  webhook_id: Type.Optional(Id()),
  event_type: Type.Optional(Text(80)),
  from: Time,
  to: Time,
};

export const ListQuery = Type.Object({
  ...FilterFields,
  before: Type.Optional(Type.Integer({ minimum: 1, description: "Only records with a lower id." })),
});

const Filters = Type.Object(FilterFields);
export type Filters = Static<typeof Filters>;

/** Unix milliseconds of both ends; null where unset. `to` counts up to the end of its day or minute. */
export function spanOf({ from, to }: Filters): { from: number | null; to: number | null } {
  return {
    from: from === undefined ? null : timeOfEntry(from),
    to: to === undefined ? null : timeOfEntry(to) + lengthOf(to),
  };
}

/** Milliseconds that an entered time covers: a day, a minute, or none for a time with seconds. */
function lengthOf(text: string): number {
  if (text.length === "2026-11-22".length) return DAY_MS;
  return /[T ]\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})?$/.test(text) ? MINUTE_MS : 0;
}

/** The filters that are set among a form's fields. */
export function pickFilters(fields: Filters): Filters {
  const names = Object.keys(FilterFields);
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}

/** The filters as the page's query string; `over` replaces values. */
export function queryOf(filters: Filters, over: Record<string, string | number | undefined> = {}): string {
  const given = Object.entries({ ...pickFilters(filters), ...over }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? "" : `?${query}`;
}
