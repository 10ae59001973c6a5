import { Type } from "@sinclair/typebox";
import { PageQuery, Pagination } from "../../../http/input/paging.ts";
import { BodyFlag, Id, Nullable, OneOf, Text, Timestamp, Words } from "../../../http/schema/shapes.ts";
import { INCIDENT_STATES, IncidentUpdate } from "../../status/incidents/index.ts";

const Severity = OneOf(["warn", "bad"]);
const Source = OneOf(["automatic", "operator"]);
const State = OneOf(INCIDENT_STATES);
const Title = Words(200);
/** May contain line breaks. */
const Message = Type.String({ minLength: 1, maxLength: 4000 });

/** @param checks names of all checks */
export function bodies(checks: readonly string[]) {
  const Checks = Type.Array(OneOf(checks), { uniqueItems: true, maxItems: checks.length });
  return {
    Open: Type.Object({
      title: Title,
      severity: Type.Optional(Type.Unsafe<"warn" | "bad">({ ...Severity, description: "Default: warn." })),
      checks: Type.Optional(
        Type.Unsafe<string[]>({ ...Checks, description: "Empty or unset: the whole service." }),
      ),
      public: Type.Optional(
        BodyFlag({
          description:
            "Whether the incident is published; default false. While it is open, its checks and the overall status are at least as bad as its severity, in uptime, too.",
        }),
      ),
      state: Type.Optional(State),
      started_at: Type.Optional(
        Timestamp({
          description: "At most 30 days ago; now if unset. Uptime already measured stays as it is.",
        }),
      ),
      message: Type.Optional(Nullable(Message, { description: "The first update." })),
    }),
    Update: Type.Object({
      title: Type.Optional(Title),
      severity: Type.Optional(Severity),
      checks: Type.Optional(Checks),
      public: Type.Optional(BodyFlag()),
      state: Type.Optional(State),
      message: Type.Optional(Nullable(Message)),
    }),
    Resolve: Type.Object({ message: Type.Optional(Nullable(Message)) }),
  };
}

export const IncidentPath = Type.Object({ incident_id: Id() });
export const UpdatePath = Type.Object({
  incident_id: Id(),
  update_id: Id(),
});

const facts = {
  id: Type.Integer(),
  title: Type.String(),
  state: State,
  severity: Severity,
  checks: Type.Array(Type.String()),
  source: Source,
  started_at: Timestamp(),
  ended_at: Nullable(Timestamp()),
  public: Type.Boolean(),
};

export const IncidentFacts = Type.Object(facts);
export const IncidentWithUpdates = Type.Object({ ...facts, updates: Type.Array(IncidentUpdate) });
export const IncidentAnswer = Type.Object({ incident: IncidentWithUpdates });

export const MAX_HOURS = 8760;

const filters = {
  hours: Type.Integer({
    minimum: 1,
    maximum: MAX_HOURS,
    default: 720,
    description: "Incidents open at any time in the last `hours` hours.",
  }),
  severity: Type.Optional(Severity),
  source: Type.Optional(Source),
};

export const ListQuery = Type.Object({ ...filters, ...PageQuery });
export const ExportQuery = Type.Object(filters);

const Echo = {
  hours: Type.Integer(),
  severity: Nullable(Severity),
  source: Nullable(Source),
};

export const IncidentList = Type.Object({
  query: Type.Object({
    ...Echo,
    limit: Type.Integer(),
    offset: Type.Integer(),
    cursor: Nullable(Type.String()),
  }),
  count: Type.Integer(),
  incidents: Type.Array(IncidentWithUpdates, { description: "Newest first." }),
  pagination: Pagination,
});

export const IncidentExport = Type.Object({
  query: Type.Object(Echo),
  count: Type.Integer(),
  incidents: Type.Array(IncidentFacts, { description: "Newest first." }),
});

export const DetailQuery = Type.Object({ id: Id() });

export const TimelineEntry = Type.Object({
  at: Timestamp(),
  kind: OneOf(["incident", "check"]),
  text: Type.String(),
});

const TopErrorRow = Type.Object({ code: Type.String(), path: Type.String(), count: Type.Integer() });
/** Refusals (403) in a period. */
export const Refusals = Type.Object({
  count: Type.Integer(),
  suppressed: Type.Integer({ description: "Refusals that matched a suppression rule." }),
  paths: Type.Integer(),
  top_paths: Type.Array(Type.Object({ path: Type.String(), count: Type.Integer() })),
});

export const AffectedCheck = Type.Object({
  check: Type.String(),
  title: Type.String(),
  status_now: OneOf(["ok", "warn", "bad", "maintenance", "unknown"]),
  message: Type.String(),
});

export const IncidentDetail = Type.Object({
  incident: IncidentWithUpdates,
  timeline: Type.Array(TimelineEntry, { description: "Oldest first." }),
  checks: Type.Array(AffectedCheck),
  errors: Type.Array(TopErrorRow, { description: "The most frequent refusals during the incident." }),
  deliveries: Type.Object({
    made: Type.Integer({ description: "Deliveries created, counted up to 100000." }),
    dead_letters: Type.Integer(),
  }),
  refusals_403: Refusals,
  backups: Type.Array(Type.Object({ id: Type.String(), created_at: Timestamp(), bytes: Type.Integer() }), {
    description: "Backups made from one day before the incident to one day after.",
  }),
});

export const DraftQuery = Type.Object({
  hours: Type.Integer({ minimum: 1, maximum: 720, default: 24 }),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum timeline entries." }),
  source: Type.Optional(Source),
  severity: Type.Optional(Severity),
  since: Type.Optional(Timestamp({ description: "Takes precedence over hours." })),
  until: Type.Optional(Timestamp()),
  index: Type.Integer({ minimum: 0, maximum: 10_000, default: 0, description: "0 is the newest incident." }),
  context: Type.Optional(Text(2000, { description: "Your own introduction to the draft." })),
  template: OneOf(["v1", "minimal"], { default: "v1" }),
  preflight_day_offset: Type.Integer({ minimum: 1, maximum: 30, default: 1 }),
  top_errors_hours: Type.Integer({ minimum: 1, maximum: 720, default: 24, description: "Hours before now." }),
  top_errors_limit: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 100_000,
    description: "Maximum errors counted.",
  }),
  top_errors_top_n: Type.Integer({ minimum: 1, maximum: 200, default: 10, description: "Maximum rows." }),
});

const GuardChange = Type.Object({
  section: Type.String(),
  field: Type.String(),
  change: OneOf(["added", "removed", "changed"]),
  previous: Nullable(Type.Object({ status: Type.String(), value: Type.String() })),
  current: Nullable(Type.Object({ status: Type.String(), value: Type.String() })),
});

export const Draft = Type.Object({
  template: OneOf(["v1", "minimal"]),
  generated_at_utc: Timestamp(),
  query: Type.Record(Type.String(), Type.Unknown()),
  context: Nullable(Type.String()),
  incident: IncidentFacts,
  age_minutes: Type.Integer({ description: "Minutes since the incident started." }),
  timeline: Type.Array(TimelineEntry, {
    description: "Oldest first; if there are more entries than `limit`, the newest are kept.",
  }),
  affected: Type.Array(AffectedCheck),
  errors_counted: Type.Integer(),
  top_errors: Type.Array(TopErrorRow),
  refusals_403: Nullable(Refusals, { description: "Null with template=minimal." }),
  preflight_delta: Nullable(
    Type.Object({ baseline_available: Type.Boolean(), rows: Type.Array(GuardChange) }),
    { description: "Null with template=minimal." },
  ),
  operator_actions: Type.Array(
    Type.Object({ at: Timestamp(), by: Type.String(), action: Type.String(), subject: Type.String() }),
    { description: "Oldest first; empty with template=minimal." },
  ),
});
