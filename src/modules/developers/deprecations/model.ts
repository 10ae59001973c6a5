import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { STATUSES } from "./rules.ts";

const Id = Type.String({ description: "Permanent id of the deprecation.", examples: ["ledger-csv"] });
const Status = OneOf(STATUSES, {
  description:
    "Derived from the dates: announced, deprecated (responses carry the headers), sunset (responses are 410).",
});
const Replacement = Nullable(Type.String(), {
  description: "Replacement: a path, METHOD /path or a URL; null without one.",
});

const Endpoints = Type.Array(
  Type.Object({
    method: Type.String({ description: "Method; GET includes HEAD." }),
    path: Type.String({ description: "Path template, as in the OpenAPI document." }),
  }),
  { description: "The deprecated endpoints." },
);

export const DeprecationView = Type.Object({
  id: Id,
  title: Type.String({ description: "One-line description of the deprecated endpoints." }),
  endpoints: Endpoints,
  announced_at: Timestamp({ description: "Time of the announcement." }),
  deprecated_at: Timestamp({ description: "Time from which responses carry Deprecation, Sunset and Link." }),
  sunset_at: Timestamp({ description: "Time from which responses are 410 endpoint_sunset." }),
  replacement: Replacement,
  reason: Type.String({ description: "Reason for the withdrawal." }),
  migration: Type.Array(Type.String(), { description: "Migration steps, in order." }),
  status: Status,
});

export const DeprecationList = Type.Object({
  count: Type.Integer({ description: "Number of deprecations, including past ones." }),
  deprecations: Type.Array(DeprecationView, { description: "By sunset, latest first." }),
  next_sunset: Nullable(Timestamp(), {
    description: "Next sunset; null if none is scheduled.",
  }),
});

const Step = Type.Object({
  when: Type.String({ description: "Stage of the step." }),
  at: Nullable(Timestamp(), {
    description: "Time of the step for this deprecation; null in the general steps.",
  }),
  what: Type.String({ description: "What to do in this step." }),
});

export const Playbook = Type.Object({
  notice_days: Type.Integer({ description: "Minimum number of days between announcement and sunset." }),
  reminder_days: Type.Array(Type.Integer(), {
    description: "Days before the sunset on which callers get the event api.deprecation.",
  }),
  steps: Type.Array(Step, { description: "General steps for any deprecation, in order." }),
  count: Type.Integer({ description: "Number of deprecations." }),
  deprecations: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String({ description: "One-line description of the deprecated endpoints." }),
      status: Status,
      days_left: Type.Integer({ description: "Days until the sunset; 0 after it." }),
      endpoints: Endpoints,
      replacement: Replacement,
      steps: Type.Array(Step, { description: "Steps for this deprecation, with dates, in order." }),
    }),
    { description: "By sunset, latest first." },
  ),
});

const CallsPerDay = Type.Array(
  Type.Object({
    day: Type.String({ description: "UTC day, YYYY-MM-DD." }),
    calls: Type.Integer({
      description: "Requests with a valid signature, or all requests if the endpoint needs none.",
    }),
    refused: Type.Integer({ description: "Requests answered with 410 endpoint_sunset." }),
  }),
  { description: "The last 30 UTC days, newest first, over all callers." },
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
    Type.Array(Type.Object(migration), {
      description: "Without id: all deprecations by sunset, latest first.",
    }),
  ),
});

export const MigrationQuery = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 64, description: "Id of a deprecation; all without it." })),
});

export const SimulatorQuery = Type.Object({
  id: Type.Optional(
    Type.String({ maxLength: 64, description: "Id of a deprecation; takes precedence over endpoint." }),
  ),
  endpoint: Type.Optional(
    Type.String({
      maxLength: 2_048,
      description: "`METHOD /path` or a path, as a template or concrete: `GET /api/partner/users/42`.",
    }),
  ),
  at: Type.Optional(Timestamp({ description: "Time of the simulated call; by default the present minute." })),
});

export const Simulation = Type.Object({
  headers: Type.Record(Type.String(), Type.String(), {
    description: "Deprecation, Sunset and Link as in the response to the call; empty without any.",
  }),
  status: Nullable(Status, {
    description: "Status of the deprecation at that time; null if none is scheduled.",
  }),
  id: Nullable(Type.String(), { description: "Id of the deprecation; null if none is scheduled." }),
  http_status: Nullable(Type.Integer(), {
    description: "410 if the call is refused because of the sunset; otherwise null.",
  }),
  at: Timestamp({ description: "Time of the simulated call." }),
});
