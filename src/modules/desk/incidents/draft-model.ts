import { Type } from "@sinclair/typebox";
import { Described, Id, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import {
  AffectedCheck,
  IncidentFacts,
  Refusals,
  Severity,
  Source,
  TimelineEntry,
  TopErrorRow,
} from "./model.ts";

export const DraftQuery = Type.Object({
  hours: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
    description: "Hours before until that the draft covers; without effect if since is given.",
  }),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum timeline entries." }),
  source: Type.Optional(Described(Source, "Only incidents of this source.")),
  severity: Type.Optional(Described(Severity, "Only incidents of this severity.")),
  since: Type.Optional(Timestamp({ description: "Takes precedence over hours." })),
  until: Type.Optional(Timestamp({ description: "End of the covered time; now unless given." })),
  index: Type.Integer({ minimum: 0, maximum: 10_000, default: 0, description: "0 is the newest incident." }),
  id: Type.Optional(
    Id({
      description:
        "Number of the incident; hours, since, until, source, severity and index then have no effect.",
    }),
  ),
  context: Type.Optional(Text(2000, { description: "Your own introduction to the draft." })),
  template: OneOf(["v1", "minimal"], {
    default: "v1",
    description: "v1: the whole draft. minimal: without refusals and findings.",
  }),
  preflight_day_offset: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 1,
    description: "Days between the compared snapshots of the preflight guards.",
  }),
  top_errors_hours: Type.Integer({
    minimum: 1,
    maximum: 720,
    default: 24,
    description: "Hours before now in which errors are counted.",
  }),
  top_errors_limit: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 100_000,
    description: "Largest number of errors counted.",
  }),
  top_errors_top_n: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 10,
    description: "Largest number of rows in top_errors.",
  }),
});

const GuardChange = Type.Object({
  section: Type.String({ description: "Section of the row." }),
  field: Type.String({ description: "Name of the field." }),
  change: OneOf(["added", "removed", "changed"], { description: "Kind of the change since the baseline." }),
  previous: Nullable(
    Type.Object({
      status: Type.String({ description: "Status in the baseline." }),
      value: Type.String({ description: "Value in the baseline; secrets show only set, unset or default." }),
    }),
    { description: "State in the baseline; null if the row is new." },
  ),
  current: Nullable(
    Type.Object({
      status: Type.String({ description: "Present status of the guard." }),
      value: Type.String({ description: "Present value; secrets show only set, unset or default." }),
    }),
    { description: "The present state; null if there is none." },
  ),
});

export const Draft = Type.Object({
  template: OneOf(["v1", "minimal"], { description: "Form of the draft." }),
  generated_at_utc: Timestamp({ description: "Time of the answer." }),
  query: Type.Record(Type.String(), Type.Unknown(), {
    description: "The parameters in effect, with their defaults.",
  }),
  context: Nullable(Type.String(), { description: "Introduction given with the request." }),
  incident: Described(IncidentFacts, "The incident that the draft is about."),
  age_minutes: Type.Integer({ description: "Minutes since the incident started." }),
  timeline: Type.Array(TimelineEntry, {
    description: "Oldest first; if there are more entries than `limit`, the newest are kept.",
  }),
  affected: Type.Array(AffectedCheck, { description: "Checks that the incident affects." }),
  errors_counted: Type.Integer({ description: "Number of errors counted." }),
  top_errors: Type.Array(TopErrorRow, { description: "The most frequent errors." }),
  refusals_403: Nullable(Refusals, { description: "Null with template=minimal." }),
  preflight_delta: Nullable(
    Type.Object({
      baseline_available: Type.Boolean({
        description: "Whether there is an earlier snapshot to compare with.",
      }),
      rows: Type.Array(GuardChange, { description: "The changed rows." }),
    }),
    { description: "Null with template=minimal." },
  ),
  operator_actions: Type.Array(
    Type.Object({
      at: Timestamp({ description: "Time of the action." }),
      by: Type.String({ description: "Operator who acted." }),
      action: Type.String({ description: "Name of the action, as in the audit trail." }),
      subject: Type.String({ description: "Subject of the row." }),
    }),
    { description: "Oldest first; empty with template=minimal." },
  ),
});
