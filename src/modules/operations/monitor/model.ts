import { type Static, Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { WindowQuery } from "../../../http/input/window.ts";
import { Described, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { EXPORT_SOURCES } from "../../platform/exports/index.ts";
import { RULE_NAMES } from "./rules.ts";
import { RULE_STATES } from "./step.ts";

export const MONITOR_PATH = "/admin/ops/alerts-monitor";

export const RuleShape = Type.Object({
  rule: OneOf(RULE_NAMES, { description: "The rule." }),
  threshold: Type.Number({ description: "Value from which the rule fires." }),
  for_minutes: Type.Integer({ description: "Minutes for which the value must be past the threshold." }),
  runbook: Type.String({ description: "Meaning of the alarm and what to do." }),
  check: Type.Optional(
    Type.String({
      description: "The status check that covers the rule; the rule itself then sends no alerts.",
    }),
  ),
});

const RuleResultShape = Type.Object({
  rule: OneOf(RULE_NAMES, { description: "The rule." }),
  value: Nullable(Type.Number(), { description: "Null if it could not be measured." }),
  threshold: Type.Number({ description: "Value from which the rule fires." }),
  state: OneOf(RULE_STATES, { description: "The state." }),
  since: Nullable(Timestamp(), {
    description: "Start of this state; null before the first change.",
  }),
});

export const MonitorExport = Type.Object({
  days: Type.Integer({ description: "Length of the window, in days." }),
  rules: Type.Array(RuleShape, { description: "The rules." }),
  runs: Type.Array(
    Type.Object({
      id: Type.Integer({ description: "Unique id." }),
      at: Timestamp({ description: "Time." }),
      rules: Type.Array(RuleResultShape, { description: "The rules." }),
    }),
    {
      description: "Newest first; kept 30 days.",
    },
  ),
  count: Type.Integer({ description: "Number of runs." }),
});

export const RUN_COLUMNS = ["run_id", "at", "rule", "value", "threshold", "state", "since"] as const;

export const StandingShape = Type.Object({
  ...RuleResultShape.properties,
  for_minutes: Type.Integer({ description: "Minutes for which the value must be past the threshold." }),
  meaning: Type.String({ description: "Description of the value." }),
  runbook: Type.String({ description: "Meaning of the alarm and what to do." }),
  check: Nullable(Type.String(), { description: "Name of the status check; null if no check covers it." }),
  flapping: Type.Boolean({
    description: "The alarm changed four times within an hour and is not steady yet.",
  }),
  acknowledged_at: Nullable(Timestamp(), { description: "Time of the acknowledgement; null before." }),
  acknowledged_by: Nullable(Type.String(), {
    description: "Operator who acknowledged the alarm; null before.",
  }),
  escalated_at: Nullable(Timestamp(), {
    description: "Time of the alarm to the second contact; null before.",
  }),
  silenced_until: Nullable(Timestamp(), {
    description: "End of the silence; null if the rule is not silenced.",
  }),
  silenced_by: Nullable(Type.String(), {
    description: "Operator who silenced the rule; null if it is not silenced.",
  }),
});
export type StandingView = Static<typeof StandingShape>;

export const Monitor = Type.Object({
  last_run_at: Nullable(Timestamp(), { description: "Time of the last evaluation; null before the first." }),
  count: RowCount,
  rules: Type.Array(StandingShape, { description: "The rules." }),
});

const RuleField = Text(64, { description: "Name of the rule." });

export const AcknowledgeBody = Type.Object({ rule: RuleField });
export const SilenceBody = Type.Object({
  rule: RuleField,
  until: Nullable(Timestamp(), { description: "At most 30 days ahead; null ends the silence." }),
});
export const Changed = Type.Object({ rule: Described(StandingShape, "The rule.") });

export const UsageQuery = {
  ...WindowQuery,
  source: OneOf(["all", ...EXPORT_SOURCES], {
    default: "all",
    description: "export: downloads by signed-in operators; token: downloads with a download token.",
  }),
};

export const USAGE_COLUMNS = [
  "day",
  "operator",
  "export",
  "format",
  "source",
  "count",
  "rows",
  "bytes",
] as const;

export const ExportUsage = Type.Object({
  days: Type.Integer({ description: "Length of the window, in days." }),
  source: Type.String({ description: "The origin." }),
  count: Type.Integer({ description: "Number of rows in usage." }),
  usage: Type.Array(
    Type.Object({
      day: Type.String({ description: "UTC." }),
      operator: Type.String({ description: "Operator who acted." }),
      export: Type.String({ description: "Path below /admin/ops without its extension." }),
      format: Type.String({ description: "The format." }),
      source: OneOf(EXPORT_SOURCES, { description: "The origin." }),
      count: Type.Integer({ description: "Number of downloads." }),
      rows: Type.Integer({ description: "Number of rows." }),
      bytes: Type.Integer({ description: "Size in bytes." }),
    }),
    { description: "Newest day first." },
  ),
});
