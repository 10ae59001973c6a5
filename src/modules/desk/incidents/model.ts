import { Type } from "@sinclair/typebox";
import { Echo, PageEcho, RowCount } from "../../../http/input/list-shapes.ts";
import { PageQuery, Pagination, ShownQuery } from "../../../http/input/paging.ts";
import { BodyFlag, Described, Id, Nullable, OneOf, Timestamp, Words } from "../../../http/schema/shapes.ts";
import { INCIDENT_STATES, IncidentUpdate } from "../../status/incidents/index.ts";

export const Severity = OneOf(["warn", "bad"]);
export const Source = OneOf(["automatic", "operator"]);
export const State = OneOf(INCIDENT_STATES);
const Title = Words(200);
/** May contain line breaks. */
const Message = Type.String({ minLength: 1, maxLength: 4000 });

/** @param checks names of all checks */
export function bodies(checks: readonly string[]) {
  const Checks = Type.Array(OneOf(checks), { uniqueItems: true, maxItems: checks.length });
  return {
    Open: Type.Object({
      title: Title,
      severity: Type.Optional(
        Type.Unsafe<"warn" | "bad">({
          ...Severity,
          description: "Severity of the incident: warn, the default, or bad.",
        }),
      ),
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

export const IncidentPath = Type.Object({
  incident_id: Id({ description: "Id of the operators' incident, as lists show it." }),
});
export const UpdatePath = Type.Object({
  ...IncidentPath.properties,
  update_id: Id({ description: "Id of the incident's update." }),
});

const facts = {
  id: Type.Integer({ description: "Id of the incident." }),
  title: Type.String({ description: "Title of the incident in one line." }),
  state: Described(State, "State of the incident, by its newest update."),
  severity: Described(Severity, "Severity of the incident: warn or bad."),
  checks: Type.Array(Type.String(), { description: "Names of the affected checks." }),
  source: Described(Source, "Origin of the incident. automatic: opened by checks. operator: opened by hand."),
  started_at: Timestamp({ description: "Time of the start." }),
  ended_at: Nullable(Timestamp(), { description: "Time of the end; null while open." }),
  public: Type.Boolean({ description: "Whether everybody may see it." }),
};

export const IncidentFacts = Type.Object(facts);
export const IncidentWithUpdates = Type.Object({
  ...facts,
  updates: Type.Array(IncidentUpdate, { description: "Updates of the incident, newest first." }),
});
export const IncidentAnswer = Type.Object({
  incident: Described(IncidentWithUpdates, "The incident after the change."),
});

export const MAX_HOURS = 8760;
export const DEFAULT_HOURS = 720;

const filters = {
  hours: Type.Integer({
    minimum: 1,
    maximum: MAX_HOURS,
    default: DEFAULT_HOURS,
    description: "Incidents open at any time in the last `hours` hours.",
  }),
  severity: Type.Optional(Described(Severity, "Only incidents whose worst state is this.")),
  source: Type.Optional(
    Described(Source, "Only incidents of this source: automatic ones, or those that operators opened."),
  ),
};

export const ListQuery = Type.Object({ ...filters, ...PageQuery, ...ShownQuery });
export const ExportQuery = Type.Object(filters);

const filterEcho = {
  hours: Type.Integer(),
  severity: Nullable(Severity),
  source: Nullable(Source),
};

export const IncidentList = Type.Object({
  query: Echo({
    ...filterEcho,
    ...PageEcho,
  }),
  count: RowCount,
  incidents: Type.Array(IncidentWithUpdates, { description: "Incidents, newest first." }),
  pagination: Pagination,
});

export const IncidentExport = Type.Object({
  query: Echo(filterEcho),
  count: RowCount,
  incidents: Type.Array(IncidentFacts, { description: "Incidents, newest first." }),
});

export const DetailQuery = Type.Object({ id: Id({ description: "Id of the incident, as lists show it." }) });

export const TimelineEntry = Type.Object({
  at: Timestamp({ description: "Time of the entry." }),
  kind: OneOf(["incident", "check"], {
    description: "Kind of the entry: an update of the incident, or a change of a check.",
  }),
  text: Type.String({ description: "What happened, in a sentence." }),
});

export const TopErrorRow = Type.Object({
  code: Type.String({ description: "Code of the error." }),
  path: Type.String({ description: "Path template of the requests." }),
  count: Type.Integer({ description: "Requests answered with this error." }),
});
/** Refusals (403) in a period. */
export const Refusals = Type.Object({
  count: Type.Integer({ description: "Requests answered with 403." }),
  suppressed: Type.Integer({ description: "Refusals that matched a suppression rule." }),
  paths: Type.Integer({ description: "Number of different paths." }),
  top_paths: Type.Array(
    Type.Object({
      path: Type.String({ description: "Path template of the requests." }),
      count: Type.Integer({ description: "Refusals on this path." }),
    }),
    { description: "The most refused paths." },
  ),
});

export const AffectedCheck = Type.Object({
  check: Type.String({ description: "Name of the status check." }),
  title: Type.String({ description: "Title in one line." }),
  status_now: OneOf(["ok", "warn", "bad", "maintenance", "unknown"], {
    description: "Present status of the check.",
  }),
  message: Type.String({ description: "Explanation in a sentence." }),
});

export const IncidentDetail = Type.Object({
  incident: Described(IncidentWithUpdates, "The incident with its updates."),
  timeline: Type.Array(TimelineEntry, { description: "What happened, oldest first." }),
  checks: Type.Array(AffectedCheck, { description: "Checks that the incident affects." }),
  errors: Type.Array(TopErrorRow, { description: "The most frequent refusals during the incident." }),
  deliveries: Type.Object(
    {
      made: Type.Integer({ description: "Deliveries created, counted up to 100000." }),
      dead_letters: Type.Integer({ description: "Deliveries that became dead letters." }),
    },
    { description: "Deliveries to webhooks." },
  ),
  refusals_403: Described(Refusals, "Requests refused with 403."),
  backups: Type.Array(
    Type.Object({
      id: Type.String({ description: "Id of the backup." }),
      created_at: Timestamp({ description: "Time of creation." }),
      bytes: Type.Integer({ description: "Size of the archive in bytes." }),
    }),
    {
      description: "Backups made from one day before the incident to one day after.",
    },
  ),
});
