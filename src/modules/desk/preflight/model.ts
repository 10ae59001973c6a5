import { Type } from "@sinclair/typebox";
import { Echo, RowCount } from "../../../http/input/list-shapes.ts";
import { WindowQuery } from "../../../http/input/window.ts";
import { Described, Flag, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { PRESET_NAMES } from "./fields.ts";
import { GUARD_STATUSES, SECTIONS, type Section } from "./rules.ts";

const Status = OneOf(GUARD_STATUSES);
const Counts = Type.Object({
  pass: Type.Integer({ description: "Number of rows with the status pass." }),
  warn: Type.Integer({ description: "Number with the status or severity warn." }),
  fail: Type.Integer({ description: "Number of rows with the status fail." }),
});
const Found = Nullable(
  Type.Object({
    status: Described(Status, "Status of the guard."),
    value: Type.String({ description: "The value found; secrets show only set, unset or default." }),
  }),
);
const UnknownFields = Type.Array(Type.String(), { description: "Names in `fields` without a row." });

export const GuardsQuery = Type.Object({
  include_env_rows: Type.Optional(Flag({ description: "Adds one row per setting, masked, in section env." })),
});

export const Guards = Type.Object({
  snapshot_id: Nullable(Type.Integer({ description: "Null before the first snapshot." })),
  generated_at_utc: Nullable(Timestamp({ description: "Time of the snapshot." })),
  cause: Nullable(OneOf(["daily", "start", "change", "command"]), {
    description: "Occasion of the snapshot.",
  }),
  overall: Type.Unsafe<(typeof GUARD_STATUSES)[number]>({
    ...Status,
    description: "The worst status of all rows.",
  }),
  counts: Described(Counts, "Number of rows by status."),
  count: RowCount,
  rows: Type.Array(
    Type.Object({
      section: OneOf([...SECTIONS, "env"], { description: "Section of the row." }),
      field: Type.String({ description: "Name of the field." }),
      status: Described(Status, "Result of the guard."),
      value: Type.String({
        description: "A state, never a secret: secrets show only set, unset or default.",
      }),
      expected: Type.String({ description: "State that the guard expects." }),
      message: Type.String({ description: "Explanation in a sentence." }),
      since: Timestamp({ description: "Time of the last change of status or value." }),
    }),
    { description: "Results of the guards." },
  ),
});

const choice = {
  section: OneOf(["all", ...SECTIONS], { default: "all", description: "Only findings of this section." }),
  fields: Type.Optional(Text(2_000, { description: "Comma-separated field names." })),
  fields_preset: Type.Optional(
    OneOf(PRESET_NAMES, { description: "A group of fields; combined with `fields`." }),
  ),
};

const DayOffset = Type.Integer({
  minimum: 1,
  maximum: 30,
  default: 1,
  description: "The baseline is the last snapshot of the UTC day this many days ago.",
});

export const PageQuery = Type.Object({ day_offset: DayOffset });

export const DeltaQuery = Type.Object({ day_offset: DayOffset, ...choice });

const DeltaRowShape = Type.Object({
  section: OneOf(SECTIONS, { description: "Section of the row." }),
  field: Type.String({ description: "Name of the field." }),
  change: OneOf(["added", "removed", "changed"], { description: "Kind of the change since the baseline." }),
  previous: Described(Found, "State in the baseline; null if the row is new."),
  current: Described(Found, "The present state; null if there is none."),
});

const Side = Nullable(
  Type.Object({
    snapshot_id: Type.Integer({ description: "Id of the snapshot." }),
    generated_at_utc: Timestamp({ description: "Time of the snapshot." }),
  }),
);
const ChoiceEcho = {
  section: Type.String(),
  fields: Nullable(Type.String()),
  fields_preset: Nullable(Type.String()),
};

export const Delta = Type.Object({
  query: Echo({ day_offset: Type.Integer(), ...ChoiceEcho }),
  baseline_available: Type.Boolean({ description: "Whether there is an earlier snapshot to compare with." }),
  baseline: Described(Side, "The earlier snapshot; null if there is none."),
  current: Described(Side, "The present state; null if there is none."),
  unknown_fields: UnknownFields,
  count: RowCount,
  rows: Type.Array(DeltaRowShape, { description: "Rows that differ from the baseline." }),
});

export const SummaryQuery = Type.Object({
  day_offset: DayOffset,
  ...choice,
  include_compare_timestamps: Type.Optional(
    Flag({ description: "Adds the times of the two compared snapshots." }),
  ),
  include_fields: Type.Optional(Flag({ description: "Adds the changed rows." })),
  include_fields_max: Type.Optional(
    Text(40, {
      description: "Maximum rows, clamped to 10 to 500; 200 if unset or not a number.",
    }),
  ),
  include_fields_bytes_limit: Type.Optional(
    Text(40, {
      description: "Maximum size of the rows as JSON in bytes, at most 250000; 0 or unset: no limit.",
    }),
  ),
});

const SectionCountsShape = Type.Object({
  added: Type.Integer({ description: "Rows that are new since the baseline." }),
  removed: Type.Integer({ description: "Rows of the baseline that are gone." }),
  changed: Type.Integer({ description: "Rows with another status or value than in the baseline." }),
  regressed: Type.Integer({ description: "Changed rows whose status got worse." }),
  recovered: Type.Integer({ description: "Changed rows whose status got better." }),
});

const ClampedShape = Type.Object({
  requested: Nullable(Type.Number(), { description: "The limit as requested; null if it was not." }),
  applied: Type.Integer({ description: "The limit that was applied." }),
  clamped: Type.Boolean({ description: "Whether the requested limit was outside the bounds." }),
});

const SECTION_MEANINGS: Readonly<Record<Section, string>> = {
  responder: "Rows about health, listener and headers.",
  synthetic: "Rows about probes of the service's own endpoints.",
  digest: "Rows about digests and their jobs.",
  token: "Rows about configured secrets, never their values.",
  artifact: "Rows about the build, the schema and the signed log.",
};

export const DeltaSummary = Type.Object({
  query: Echo({ day_offset: Type.Integer(), ...ChoiceEcho }),
  baseline_available: Type.Boolean({ description: "Whether there is an earlier snapshot to compare with." }),
  unknown_fields: UnknownFields,
  counts: Type.Object(
    Object.fromEntries(
      SECTIONS.map((section) => [section, Described(SectionCountsShape, SECTION_MEANINGS[section])]),
    ),
    { description: "Number of changed rows by section." },
  ),
  compare: Type.Optional(
    Type.Object(
      {
        baseline_at: Nullable(Timestamp(), { description: "Time of the baseline; null without one." }),
        current_at: Nullable(Timestamp(), {
          description: "Time of the newest snapshot; null before the first.",
        }),
      },
      { description: "Times of both snapshots." },
    ),
  ),
  include_fields_max: Type.Optional(Described(ClampedShape, "Limit of the number of changed rows.")),
  include_fields_bytes_limit: Type.Optional(Described(ClampedShape, "Limit of the changed rows in bytes.")),
  truncated: Type.Optional(Type.Boolean({ description: "Whether either limit omitted rows." })),
  omitted: Type.Optional(Type.Integer({ description: "Number of omitted rows." })),
  fields: Type.Optional(Type.Array(DeltaRowShape, { description: "Changed rows; empty unless requested." })),
});

const Days = {
  days: Type.Optional(Type.Integer({ description: "UTC days up to the current one, clamped to 1 to 365." })),
  preset: WindowQuery.preset,
};
const ClampedNames = Type.Array(Type.String(), {
  description: "Parameters that were clamped.",
});

export const HistoryQuery = Type.Object({ ...Days, ...choice });

export const History = Type.Object({
  query: Echo({
    days: Type.Integer(),
    ...ChoiceEcho,
    clamped: ClampedNames,
  }),
  unknown_fields: UnknownFields,
  count: RowCount,
  rows: Type.Array(
    Type.Object({
      day: Type.String({ description: "UTC day, YYYY-MM-DD." }),
      snapshots: Type.Integer({ description: "Number of snapshots on that day." }),
      changes: Type.Integer({ description: "Rows that differ from the previous snapshot." }),
      pass: Type.Integer({ description: "Count in the day's last snapshot." }),
      warn: Type.Integer({ description: "Number with the status or severity warn." }),
      fail: Type.Integer({ description: "Number of rows with the status fail." }),
    }),
    { description: "Days, newest first; days without a snapshot are omitted." },
  ),
});

export const AnomaliesQuery = Type.Object({
  ...Days,
  baseline_days: Type.Integer({
    default: 7,
    description: "Days before each day that it is compared with; clamped to 2 to 60.",
  }),
  min_baseline_points: Type.Integer({ default: 3, description: "Fewest days compared, clamped to 1 to 60." }),
  zscore_threshold: Type.Number({
    default: 2,
    description: "Standard deviations above the mean from which a day is an anomaly; clamped to 0.1 to 10.",
  }),
  min_change_count: Type.Integer({ default: 2, description: "Fewest changes, clamped to 1 to 1000." }),
  ...choice,
});

export const Anomalies = Type.Object({
  query: Echo({
    days: Type.Integer(),
    baseline_days: Type.Integer(),
    min_baseline_points: Type.Integer(),
    zscore_threshold: Type.Number(),
    min_change_count: Type.Integer(),
    ...ChoiceEcho,
    clamped: ClampedNames,
  }),
  unknown_fields: UnknownFields,
  count: RowCount,
  anomaly_count: Type.Integer({ description: "Number of days with unusually many changes." }),
  rows: Type.Array(
    Type.Object({
      day: Type.String({ description: "UTC day, YYYY-MM-DD." }),
      change_count: Type.Integer({ description: "Number of changes on that day." }),
      baseline_mean: Nullable(Type.Number(), {
        description: "Mean of the days before; null if too few have a snapshot.",
      }),
      baseline_stddev: Nullable(Type.Number({ description: "Population standard deviation." })),
      baseline_points: Type.Integer({
        description: "Days with a snapshot among the previous baseline_days.",
      }),
      zscore: Nullable(Type.Number(), {
        description: "Distance from the mean in standard deviations; null if there are too few days.",
      }),
      is_anomaly: Type.Boolean({ description: "Whether the day has unusually many changes." }),
      fields: Type.Array(Type.String(), { description: "Names of the changed rows." }),
    }),
    { description: "Days, newest first." },
  ),
});
