import { type Static, Type } from "@sinclair/typebox";
import { Echo, RowCount } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination, ShownQuery } from "../../../http/input/paging.ts";
import { PeriodFields } from "../../../http/input/period.ts";
import { Nullable, Text, Timestamp } from "../../../http/schema/shapes.ts";

const Filter = (description: string) => Type.Optional(Text(200, { description }));
const Filters = {
  actor: Filter("Only entries of the actor with exactly this name."),
  action: Type.Optional(
    Type.String({
      pattern: "^[a-z0-9_.-]{1,80}$",
      examples: ["key.create"],
      description: "The whole action, or its part before the dot: key finds key.create.",
    }),
  ),
  subject: Filter("Only entries about exactly this subject."),
  ...PeriodFields,
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
    id: Type.Integer({ description: "Id of the audit trail's entry; later ones are higher." }),
    created_at: Timestamp({ description: "Time of the change." }),
    actor_kind: Type.String({
      description: "Kind of actor: operator, command, job, partner, member or player.",
    }),
    actor: Type.String({ description: "Name of the operator, command, job, key or portal." }),
    action: Type.String({ description: "Name of the change, such as key.create." }),
    subject: Type.String({ description: "What was changed, such as a key or a user." }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: "Details of the change, with old and new values; never secrets.",
    }),
  },
  { title: "AuditEntry" },
);

export const Trail = Type.Object({
  entries: Type.Array(Entry, { description: "Entries of the audit trail, newest first." }),
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
