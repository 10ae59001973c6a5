import { Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { Described, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";
import { LEVELS } from "../../platform/checks/index.ts";
import { INCIDENT_STATES, IncidentUpdate } from "../incidents/index.ts";
import { Maintenance } from "../maintenance/index.ts";
import type { CheckSet } from "./check-set.ts";

/** Largest window: 90 days. */
export const MAX_HOURS = 2160;
const MAX_POINTS = 1440;

const Status = OneOf(LEVELS);
const Figures = Type.Record(Type.String(), Type.Number());

const CheckShape = {
  status: Described(
    Status,
    "Result of the check. ok: as it should be, or without data. warn: attention needed. bad: out of order.",
  ),
  message: Type.String({ description: "Explanation in a sentence." }),
  observed: Type.Record(Type.String(), Type.Unknown(), {
    description: "Values that the check measured, by name.",
  }),
  thresholds: Described(Figures, "Thresholds of warn and bad."),
  evidence_url: Nullable(Type.String(), {
    description: "Path of the evidence for the check; null if there is none.",
  }),
  has_data: Type.Boolean({
    description:
      "False if nothing was measured, or there is nothing to compare it with: `ok` is then no result, badges say `no data`, and the time counts as unknown.",
  }),
  in_maintenance: Type.Boolean({ description: "Whether announced maintenance covers it." }),
  measured_status: OneOf(LEVELS, {
    description: "The check's own result. `status` is at least the severity of its open incidents.",
  }),
  incident_ids: Type.Array(Type.Integer(), { description: "Operators' open incidents that name the check." }),
};

const PlainCheck = Type.Object(CheckShape, { title: "Check" });

function eachCheck(checks: CheckSet) {
  return Type.Object(
    Object.fromEntries(
      checks.all.map(({ name, about, members }) => [
        name,
        Described(members === undefined ? PlainCheck : Type.Object({ ...CheckShape, ...members }), about),
      ]),
    ),
    { title: "SystemChecks", description: "Every check with its result, by name." },
  );
}

export const systemStatusShape = (each: CheckSet) =>
  Type.Object({
    generated_at: Timestamp({ description: "Time at which the figures were computed." }),
    overall: OneOf(LEVELS, {
      description:
        "The worst state of all checks, except those under maintenance, and of operators' open incidents.",
    }),
    in_maintenance: Type.Boolean({ description: "Whether maintenance covers the whole service." }),
    checks: eachCheck(each),
    maintenance: Type.Array(Maintenance, { description: "Maintenance in progress and scheduled." }),
    policy_version: Type.String({ description: "Version of the policy that was applied." }),
    last_snapshot_at: Nullable(Timestamp(), {
      description:
        "Time of the newest snapshot, from which uptime and incidents are computed; null before the first.",
    }),
    chain_mode: Nullable(ChainModeShape),
  });

export const TrendQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: MAX_POINTS,
    default: 50,
    description: "Largest number of snapshots in the answer.",
  }),
});

export const Trend = Type.Object({
  limit: Type.Integer({ description: "Largest number of rows in the answer, as requested." }),
  counts: Type.Object(
    {
      ok: Type.Integer({ description: "Number with the status ok." }),
      warn: Type.Integer({ description: "Number with the status or severity warn." }),
      bad: Type.Integer({ description: "Number with the status or severity bad." }),
    },
    { description: "Number by status." },
  ),
  points: Type.Array(
    Type.Object({
      generated_at: Timestamp({ description: "Time of the snapshot." }),
      overall: Described(Status, "State of the service as a whole at that time."),
    }),
    {
      description:
        "Snapshots, one per minute, newest first. The state in a minute without a snapshot is unknown.",
    },
  ),
});

const Hours = Type.Integer({
  minimum: 1,
  maximum: MAX_HOURS,
  default: 24,
  description: "Length of the window in hours; 2160 are 90 days.",
});

export const UptimeQuery = Type.Object({ hours: Hours });

const Percent = (rounded: string) =>
  Nullable(Type.Number(), {
    description: `Percentage, rounded ${rounded} to 3 decimals; null if nothing is known.`,
  });

const Coverage = Type.Number({
  description: "Share of the window, 0 to 1, for which the state is known.",
});

const Uptime = Type.Object(
  {
    degraded_pct: Percent("up"),
    uptime_pct: Percent("down"),
    coverage: Coverage,
    seconds: Type.Object(
      {
        ok: Type.Integer({ description: "Seconds in the state ok." }),
        warn: Type.Integer({ description: "Seconds in the state warn." }),
        bad: Type.Integer({ description: "Seconds in the state bad." }),
        maintenance: Type.Integer({ description: "Seconds in announced maintenance." }),
        unknown: Type.Integer({ description: "Seconds in which the state is unknown." }),
      },
      {
        description:
          "Seconds in each state. degraded_pct is (warn + bad) / (ok + warn + bad); maintenance and unknown time are left out.",
      },
    ),
  },
  { title: "Uptime" },
);

export const uptimeReport = (each: CheckSet) =>
  Type.Object({
    selected_hours: Type.Integer({ description: "Length of the window, in hours." }),
    start_utc: Timestamp({ description: "Start of the window." }),
    end_utc: Timestamp({ description: "End of the window." }),
    overall: Described(Uptime, "Uptime of the service as a whole."),
    checks: Type.Object(
      Object.fromEntries(each.all.map(({ name, about }) => [name, Described(Uptime, about)])),
      { description: "Uptime of each check, by name." },
    ),
  });

export const IncidentsQuery = Type.Object({
  hours: Hours,
  limit: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 50,
    description: "Largest number of incidents in the answer.",
  }),
});

export const IncidentShape = Type.Object({
  id: Type.Integer({ description: "Id of the incident, as its page and the operators name it." }),
  source: OneOf(["automatic", "operator"], {
    description: "Origin of the incident. automatic: opened by snapshots. operator: opened by hand.",
  }),
  title: Type.String({ description: "Title of the incident in one line." }),
  state: OneOf(INCIDENT_STATES, {
    description: "State of the incident, by snapshots or by its newest update.",
  }),
  started_at: Timestamp({ description: "Time of the first snapshot that was not ok." }),
  ended_at: Nullable(Timestamp(), {
    description: "Time of the first of the three ok snapshots that closed it; null while it is open.",
  }),
  duration_seconds: Type.Integer({
    description: "Duration of the incident in seconds, up to now while it is open.",
  }),
  severity: OneOf(["warn", "bad"], { description: "The worst state during the incident." }),
  checks: Type.Array(Type.String(), {
    description: "Every check that was not ok during the incident, or that operators named.",
  }),
  updates: Type.Array(IncidentUpdate, { description: "Operators' updates, newest first." }),
});

export const Incidents = Type.Object({
  hours: Type.Integer({ description: "Length of the window, in hours." }),
  limit: Type.Integer({ description: "Largest number of rows in the answer, as requested." }),
  count: RowCount,
  coverage: Coverage,
  measured_seconds: Type.Integer({
    description: "Part of the window for which the state is known; incidents of the rest may be missing.",
  }),
  incidents: Type.Array(IncidentShape, {
    description:
      "Newest first. Two consecutive snapshots that are not ok open an incident; three that are ok close it.",
  }),
});

export const PolicyShape = Type.Object({
  policy: Type.Object(
    {
      source: OneOf(["built_in", "file"], {
        description: "Origin of the policy. built_in: the one of this build. file: STATUS_POLICY_FILE.",
      }),
      loaded: Type.Boolean({ description: "Whether STATUS_POLICY_FILE is in force." }),
      version: Type.String({ description: "Version of the policy, as snapshots record it." }),
      sha256: Nullable(Type.String(), { description: "SHA-256 of the file; null without one." }),
      exclude_maintenance_default: Type.Boolean({
        description: "Whether uptime excludes announced maintenance by default.",
      }),
      audit_anomalies_warn_degrades: Type.Boolean({
        description: "Whether a warning of the check audit_anomalies counts for overall.",
      }),
      checks: Type.Record(Type.String(), Figures, {
        description: "Thresholds of each check, by the check's name.",
      }),
    },
    { description: "The policy in force." },
  ),
});
