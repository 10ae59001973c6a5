import { Type } from "@sinclair/typebox";
import { Flag, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { PRESET_NAMES } from "./fields.ts";
import { GUARD_STATUSES, SECTIONS } from "./rules.ts";

const Status = OneOf(GUARD_STATUSES);
const Counts = Type.Object({ pass: Type.Integer(), warn: Type.Integer(), fail: Type.Integer() });
const Found = Nullable(Type.Object({ status: Status, value: Type.String() }));
const UnknownFields = Type.Array(Type.String(), { description: "Names in `fields` without a row." });

export const GuardsQuery = Type.Object({
  include_env_rows: Type.Optional(Flag({ description: "Adds one row per setting, masked, in section env." })),
});

export const Guards = Type.Object({
  snapshot_id: Nullable(Type.Integer({ description: "Null before the first snapshot." })),
  generated_at_utc: Nullable(Timestamp({ description: "Time of the snapshot." })),
  cause: Nullable(OneOf(["daily", "start", "change", "command"])),
  overall: Type.Unsafe<(typeof GUARD_STATUSES)[number]>({ ...Status, description: "The worst status." }),
  counts: Counts,
  count: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      section: OneOf([...SECTIONS, "env"]),
      field: Type.String(),
      status: Status,
      value: Type.String({
        description: "A state, never a secret: secrets show only set, unset or default.",
      }),
      expected: Type.String(),
      message: Type.String(),
      since: Timestamp({ description: "Time of the last change of status or value." }),
    }),
  ),
});

const choice = {
  section: OneOf(["all", ...SECTIONS], { default: "all" }),
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
  section: OneOf(SECTIONS),
  field: Type.String(),
  change: OneOf(["added", "removed", "changed"]),
  previous: Found,
  current: Found,
});

const Side = Nullable(Type.Object({ snapshot_id: Type.Integer(), generated_at_utc: Timestamp() }));
const ChoiceEcho = {
  section: Type.String(),
  fields: Nullable(Type.String()),
  fields_preset: Nullable(Type.String()),
};

export const Delta = Type.Object({
  query: Type.Object({ day_offset: Type.Integer(), ...ChoiceEcho }),
  baseline_available: Type.Boolean(),
  baseline: Side,
  current: Side,
  unknown_fields: UnknownFields,
  count: Type.Integer(),
  rows: Type.Array(DeltaRowShape),
});

export const SummaryQuery = Type.Object({
  day_offset: DayOffset,
  ...choice,
  include_compare_timestamps: Type.Optional(Flag()),
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
  added: Type.Integer(),
  removed: Type.Integer(),
  changed: Type.Integer(),
  regressed: Type.Integer({ description: "Changed rows whose status got worse." }),
  recovered: Type.Integer({ description: "Changed rows whose status got better." }),
});

const ClampedShape = Type.Object({
  requested: Nullable(Type.Number()),
  applied: Type.Integer(),
  clamped: Type.Boolean(),
});

export const DeltaSummary = Type.Object({
  query: Type.Object({ day_offset: Type.Integer(), ...ChoiceEcho }),
  baseline_available: Type.Boolean(),
  unknown_fields: UnknownFields,
  counts: Type.Object(Object.fromEntries(SECTIONS.map((section) => [section, SectionCountsShape]))),
  compare: Type.Optional(
    Type.Object({ baseline_at: Nullable(Timestamp()), current_at: Nullable(Timestamp()) }),
  ),
  include_fields_max: Type.Optional(ClampedShape),
  include_fields_bytes_limit: Type.Optional(ClampedShape),
  truncated: Type.Optional(Type.Boolean({ description: "Whether either limit omitted rows." })),
  omitted: Type.Optional(Type.Integer({ description: "Number of omitted rows." })),
  fields: Type.Optional(Type.Array(DeltaRowShape)),
});

const Days = Type.Integer({
  default: 30,
  description: "Number of UTC days including today, clamped to 1 to 365.",
});
const ClampedNames = Type.Array(Type.String(), {
  description: "Parameters that were clamped.",
});

export const HistoryQuery = Type.Object({ days: Days, ...choice });

export const History = Type.Object({
  query: Type.Object({ days: Type.Integer(), ...ChoiceEcho, clamped: ClampedNames }),
  unknown_fields: UnknownFields,
  count: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      day: Type.String(),
      snapshots: Type.Integer(),
      changes: Type.Integer({ description: "Rows that differ from the previous snapshot." }),
      pass: Type.Integer({ description: "Count in the day's last snapshot." }),
      warn: Type.Integer(),
      fail: Type.Integer(),
    }),
    { description: "Newest first; days without a snapshot are omitted." },
  ),
});

export const AnomaliesQuery = Type.Object({
  days: Days,
  baseline_days: Type.Integer({ default: 7, description: "Clamped to 2 to 60." }),
  min_baseline_points: Type.Integer({ default: 3, description: "Clamped to 1 to 60." }),
  zscore_threshold: Type.Number({ default: 2, description: "Clamped to 0.1 to 10." }),
  min_change_count: Type.Integer({ default: 2, description: "Clamped to 1 to 1000." }),
  ...choice,
});

export const Anomalies = Type.Object({
  query: Type.Object({
    days: Type.Integer(),
    baseline_days: Type.Integer(),
    min_baseline_points: Type.Integer(),
    zscore_threshold: Type.Number(),
    min_change_count: Type.Integer(),
    ...ChoiceEcho,
    clamped: ClampedNames,
  }),
  unknown_fields: UnknownFields,
  count: Type.Integer(),
  anomaly_count: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      day: Type.String(),
      change_count: Type.Integer(),
      baseline_mean: Nullable(Type.Number()),
      baseline_stddev: Nullable(Type.Number({ description: "Population standard deviation." })),
      baseline_points: Type.Integer({
        description: "Days with a snapshot among the previous baseline_days.",
      }),
      zscore: Nullable(Type.Number()),
      is_anomaly: Type.Boolean(),
      fields: Type.Array(Type.String(), { description: "Names of the changed rows." }),
    }),
    { description: "Newest first." },
  ),
});
