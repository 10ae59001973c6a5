import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { STATUSES } from "./rules.ts";

const Id = Type.String({ description: "Names the deprecation for good.", examples: ["ledger-csv"] });
const Status = OneOf(STATUSES, {
  description: "By its dates: announced, deprecated (answers bear the headers), sunset (answers are 410).",
});
const Replacement = Nullable(Type.String(), {
  description: "What to call instead: a path, METHOD /path or an address; null where nothing is.",
});

export const DeprecationView = Type.Object({
  id: Id,
  title: Type.String({ description: "What is withdrawn, in a line." }),
  endpoints: Type.Array(
    Type.Object({
      method: Type.String({ description: "Method; GET stands for HEAD too." }),
      path: Type.String({ description: "Path template, as in the OpenAPI document." }),
    }),
    { description: "What is withdrawn." },
  ),
  announced_at: Timestamp({ description: "When it was announced." }),
  deprecated_at: Timestamp({ description: "From when on answers bear Deprecation, Sunset and Link." }),
  sunset_at: Timestamp({ description: "From when on answers are 410 endpoint_sunset." }),
  replacement: Replacement,
  reason: Type.String({ description: "Why." }),
  migration: Type.Array(Type.String(), { description: "What to do, step by step." }),
  status: Status,
});

export const DeprecationList = Type.Object({
  count: Type.Integer({ description: "Number of deprecations, past ones too." }),
  deprecations: Type.Array(DeprecationView, { description: "By sunset, the latest first." }),
  next_sunset: Nullable(Timestamp(), {
    description: "The next sunset to come; null where none is scheduled.",
  }),
});

const Step = Type.Object({
  when: Type.String({ description: "The stage that the step belongs to." }),
  at: Nullable(Timestamp(), { description: "Its time for this deprecation; null in the general steps." }),
  what: Type.String({ description: "What to do then." }),
});

export const Playbook = Type.Object({
  notice_days: Type.Integer({ description: "Days between announcement and sunset, at least." }),
  reminder_days: Type.Array(Type.Integer(), {
    description: "Days before the sunset on which callers get the event api.deprecation.",
  }),
  steps: Type.Array(Step, { description: "What to do for any deprecation, in order." }),
  count: Type.Integer({ description: "Number of deprecations." }),
  deprecations: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String({ description: "What is withdrawn, in a line." }),
      status: Status,
      days_left: Type.Integer({ description: "Days until the sunset; 0 after it." }),
      replacement: Replacement,
      steps: Type.Array(Step, { description: "What to do for this one, with dates, in order." }),
    }),
    { description: "By sunset, the latest first." },
  ),
});

const CallsPerDay = Type.Array(
  Type.Object({
    day: Type.String({ description: "UTC day, YYYY-MM-DD." }),
    calls: Type.Integer({ description: "Requests with a right signature; any, where none is needed." }),
    refused: Type.Integer({ description: "Requests that were answered with 410 endpoint_sunset." }),
  }),
  { description: "The last 30 UTC days, newest first, over all callers together." },
);

const migration = {
  id: Id,
  state: Status,
  days_left: Type.Integer({ description: "Days until the sunset; 0 after it." }),
  calls_per_day: CallsPerDay,
};

export const MigrationStatus = Type.Object({
  id: Type.Optional(migration.id),
  state: Type.Optional(migration.state),
  days_left: Type.Optional(migration.days_left),
  calls_per_day: Type.Optional(migration.calls_per_day),
  count: Type.Optional(Type.Integer({ description: "Without id: number of deprecations." })),
  migrations: Type.Optional(
    Type.Array(Type.Object(migration), { description: "Without id: all of them, the latest sunset first." }),
  ),
});

export const MigrationQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 64, description: "A deprecation; without it, all." })),
});

export const SimulatorQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 64, description: "A deprecation; wins over endpoint." })),
  endpoint: Type.Optional(
    Type.String({
      maxLength: 2_048,
      description: "`METHOD /path` or a path, as template or as called: `GET /api/partner/users/42`.",
    }),
  ),
  at: Type.Optional(Timestamp({ description: "When the call is made; now unless given." })),
});

export const Simulation = Type.Object({
  headers: Type.Record(Type.String(), Type.String(), {
    description: "Deprecation, Sunset and Link as the call's answer bears them; empty where it bears none.",
  }),
  status: Nullable(Status, { description: "Of the deprecation at that time; null where none is scheduled." }),
  id: Nullable(Type.String(), { description: "The deprecation; null where none is scheduled." }),
  http_status: Nullable(Type.Integer(), {
    description: "410 where the call is refused as sunset; null where it is answered as ever.",
  }),
  at: Timestamp({ description: "The time that was looked at." }),
});
