import { type Static, Type } from "@sinclair/typebox";
import { Echo, RowCount } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination, ShownQuery } from "../../../http/input/paging.ts";
import { EnteredTime, Nullable, Text, Timestamp } from "../../../http/schema/shapes.ts";

const Filter = () => Type.Optional(Text(200));
const Filters = {
  actor: Filter(),
  action: Type.Optional(
    Type.String({
      pattern: "^[a-z0-9_.-]{1,80}$",
      examples: ["key.create"],
      description: "The whole action, or its part before the dot: key finds key.create.",
    }),
  ),
  subject: Filter(),
  from: Type.Optional(
    EnteredTime({ examples: ["2026-11-01"], description: "Start of the period, inclusive." }),
  ),
  to: Type.Optional(EnteredTime({ examples: ["2026-12-01"], description: "End of the period, inclusive." })),
};
export const TrailFilters = Type.Object(Filters);
export const TrailPage = Type.Object({
  ...Filters,
  ...ShownQuery,
  before: Type.Optional(Type.Integer({ minimum: 1 })),
});
export const TrailQuery = Type.Object({ ...Filters, ...PageQuery });

export const Entry = Type.Object(
  {
    id: Type.Integer({ description: "Unique id." }),
    created_at: Timestamp({ description: "Time of creation." }),
    actor_kind: Type.String({ description: "operator, command, job, partner, member or player." }),
    actor: Type.String({ description: "Name of the operator, command, job, key or portal." }),
    action: Type.String({ description: "The change, such as key.create." }),
    subject: Type.String({ description: "What was changed." }),
    details: Type.Record(Type.String(), Type.Unknown(), { description: "The change; never secrets." }),
  },
  { title: "AuditEntry" },
);

export const Trail = Type.Object({
  entries: Type.Array(Entry, { description: "The entries." }),
  count: RowCount,
  query: Echo({
    actor: Nullable(Type.String()),
    action: Nullable(Type.String()),
    subject: Nullable(Type.String()),
    from: Nullable(Timestamp()),
    to: Nullable(Timestamp()),
    limit: Type.Integer(),
    offset: Type.Integer(),
  }),
  pagination: Pagination,
});

export type TrailQuery = Static<typeof TrailPage>;
export type TrailListQuery = Static<typeof TrailQuery>;
