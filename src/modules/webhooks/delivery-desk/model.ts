import { type Static, Type } from "@sinclair/typebox";
import { ShownQuery } from "../../../http/input/paging.ts";
import { PeriodFields } from "../../../http/input/period.ts";
import { Id, OneOf, Text, Words } from "../../../http/schema/shapes.ts";
import { DELIVERY_STATES } from "../deliveries/index.ts";

export const PATH = "/admin/deliveries";

/** States from which operators retry many records at once. */
export const RETRIED = ["failed", "dead_letter"] as const;
/** States from which operators discard many records at once. */
export const DISCARDED = ["failed", "dead_letter", "held"] as const;

/** Filters of the list of deliveries, which also select the records of a bulk action. */
export const FilterFields = {
  state: Type.Optional(OneOf(DELIVERY_STATES)),
  partner: Type.Optional(Text(40, { description: "Only records of the partner with this name." })),
  host: Type.Optional(
    Text(253, { description: "Only records whose target has this host, with or without its port." }),
  ),
  webhook_id: Type.Optional(Id({ description: "Only records of this webhook." })),
  event_type: Type.Optional(Text(80, { description: "Only records of events of this type." })),
  ...PeriodFields,
};

export const ListQuery = Type.Object({
  ...FilterFields,
  before: Type.Optional(Type.Integer({ minimum: 1, description: "Only records with a lower id." })),
  ...ShownQuery,
});
export type ListQuery = Static<typeof ListQuery>;

const Filters = Type.Object(FilterFields);
export type Filters = Static<typeof Filters>;

export const BulkBody = Type.Object({
  filter: Type.Object(
    {
      ...FilterFields,
      state: Type.Optional(
        OneOf(DISCARDED, {
          description:
            "State of the records: failed or dead_letter; held only to discard. Default: dead_letter.",
        }),
      ),
    },
    { description: "Selects the records; all conditions must hold." },
  ),
  action: OneOf(["retry", "discard"], {
    description: "retry: send again in a new round. discard: cancel, so that it is never sent.",
  }),
  reason: Words(200, {
    description:
      "Kept in the audit trail; after a discard also last_error of each record, which its partner sees.",
  }),
});

export const BulkResult = Type.Object({
  action: OneOf(["retry", "discard"], { description: "The action, as requested." }),
  matched: Type.Integer({
    description: "Number of records that the filter selected; a retry leaves out those of deleted webhooks.",
  }),
  changed: Type.Integer({ description: "Number of records that were retried or discarded." }),
  skipped: Type.Integer({
    description:
      "Number of selected records that stayed as they are, since they or their webhook changed meanwhile.",
  }),
  has_more: Type.Boolean({ description: "Whether other records fit, or may fit, beyond this call's limit." }),
});

/** The filters that are set among a form's fields. */
export function pickFilters(fields: Filters): Filters {
  const names = Object.keys(FilterFields);
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}

/** The filters as the page's query string; `over` replaces values. */
export function toQuery(filters: Filters, over: Record<string, string | number | undefined> = {}): string {
  const given = Object.entries({ ...pickFilters(filters), ...over }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? "" : `?${query}`;
}
