import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { LEVELS } from "../../platform/checks/index.ts";
import { INCIDENT_STATES, IncidentUpdate } from "../incidents/index.ts";
import { Maintenance } from "../maintenance/index.ts";
import type { CheckSet } from "./check-set.ts";

/** As far back as hours are asked for: 90 days. */
export const MAX_HOURS = 2160;
const MAX_POINTS = 1440;

const Status = OneOf(LEVELS);
const Figures = Type.Record(Type.String(), Type.Number());

const CheckShape = {
  status: Status,
  message: Type.String(),
  observed: Type.Record(Type.String(), Type.Unknown()),
  thresholds: Figures,
  evidence_url: Nullable(Type.String(), { description: "A path that shows what the check looked at." }),
  in_maintenance: Type.Boolean(),
};

const PlainCheck = Type.Object(CheckShape, { title: "Check" });

function eachCheck(checks: CheckSet) {
  return Type.Object(
    Object.fromEntries(
      checks.all.map(({ name, members }) => [
        name,
        members === undefined ? PlainCheck : Type.Object({ ...CheckShape, ...members }),
      ]),
    ),
    { title: "SystemChecks" },
  );
}

export const systemStatusShape = (each: CheckSet) =>
  Type.Object({
    generated_at: Timestamp(),
    overall: OneOf(LEVELS, { description: "The worst of the checks, those under maintenance aside." }),
    in_maintenance: Type.Boolean({ description: "Whether maintenance covers the whole service." }),
    checks: eachCheck(each),
    maintenance: Type.Array(Maintenance, { description: "Under way and to come." }),
    policy_version: Type.String(),
    last_snapshot_at: Nullable(Timestamp(), {
      description: "Snapshots are what uptime and incidents are made of.",
    }),
    chain_mode: Nullable(ChainModeShape),
  });

export const TrendQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: MAX_POINTS, default: 50, description: "How many snapshots." }),
});

export const Trend = Type.Object({
  limit: Type.Integer(),
  counts: Type.Object({ ok: Type.Integer(), warn: Type.Integer(), bad: Type.Integer() }),
  points: Type.Array(Type.Object({ generated_at: Timestamp(), overall: Status }), {
    description: "One a minute, newest first. A minute without one is not known.",
  }),
});

const Hours = Type.Integer({
  minimum: 1,
  maximum: MAX_HOURS,
  default: 24,
  description: "How far back the window reaches; 2160 are 90 days.",
});

export const UptimeQuery = Type.Object({ hours: Hours });

const Percent = (rounded: string) =>
  Nullable(Type.Number(), {
    description: `Per cent, rounded ${rounded} to 3 decimals; null where nothing is known.`,
  });

const Uptime = Type.Object(
  {
    degraded_pct: Percent("up"),
    uptime_pct: Percent("down"),
    coverage: Type.Number({ description: "Share, 0 to 1, of the window of which the state is known." }),
    seconds: Type.Object(
      {
        ok: Type.Integer(),
        warn: Type.Integer(),
        bad: Type.Integer(),
        maintenance: Type.Integer(),
        unknown: Type.Integer(),
      },
      {
        description:
          "degraded_pct is (warn + bad) / (ok + warn + bad): maintenance and unknown count neither way.",
      },
    ),
  },
  { title: "Uptime" },
);

export const uptimeReport = (each: CheckSet) =>
  Type.Object({
    selected_hours: Type.Integer(),
    start_utc: Timestamp(),
    end_utc: Timestamp(),
    overall: Uptime,
    checks: Type.Object(Object.fromEntries(each.names.map((name) => [name, Uptime]))),
  });

export const IncidentsQuery = Type.Object({
  hours: Hours,
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "How many incidents." }),
});

export const IncidentShape = Type.Object({
  id: Type.Integer(),
  source: OneOf(["automatic", "operator"]),
  title: Type.String(),
  state: OneOf(INCIDENT_STATES),
  started_at: Timestamp({ description: "The first snapshot that was not ok." }),
  ended_at: Nullable(Timestamp(), { description: "The first ok snapshot of the three that closed it." }),
  duration_seconds: Type.Integer({ description: "Until now, while it is open." }),
  severity: OneOf(["warn", "bad"], { description: "The worst inside." }),
  checks: Type.Array(Type.String(), {
    description: "Every check that was not ok inside, or that operators named.",
  }),
  updates: Type.Array(IncidentUpdate, { description: "Of operators, newest first." }),
});

export const Incidents = Type.Object({
  hours: Type.Integer(),
  limit: Type.Integer(),
  count: Type.Integer(),
  incidents: Type.Array(IncidentShape, {
    description: "Newest first; two snapshots in a row that are not ok open one, three that are ok close it.",
  }),
});

export const PolicyShape = Type.Object({
  policy: Type.Object({
    source: OneOf(["built_in", "file"]),
    loaded: Type.Boolean({ description: "Whether STATUS_POLICY_FILE was read." }),
    version: Type.String(),
    sha256: Nullable(Type.String(), { description: "Of the file." }),
    exclude_maintenance_default: Type.Boolean(),
    audit_anomalies_warn_degrades: Type.Boolean({
      description: "Whether a warning of the check audit_anomalies counts for overall.",
    }),
    checks: Type.Record(Type.String(), Figures),
  }),
});
