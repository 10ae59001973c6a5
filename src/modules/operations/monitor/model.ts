import { type Static, Type } from "@sinclair/typebox";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { WindowQuery } from "../../../http/input/window.ts";
import { Described, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { EXPORT_SOURCES } from "../../platform/exports/index.ts";
import { RULE_NAMES } from "./rules.ts";
import { RULE_STATES } from "./step.ts";

export const MONITOR_PATH = "/admin/ops/alerts-monitor";

export const RuleShape = Type.Object({
  rule: OneOf(RULE_NAMES, { description: "Name of the rule, the same in every answer." }),
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
  rule: OneOf(RULE_NAMES, { description: "Name of the rule that was measured." }),
  value: Nullable(Type.Number(), { description: "Measured value; null if it could not be measured." }),
  threshold: Type.Number({ description: "Value from which the rule fires." }),
  state: OneOf(RULE_STATES, {
    description:
      "State of the rule. ok: within its threshold. pending: past it for less than for_minutes. firing: an alarm. resolved: within it again since the last alarm.",
  }),
  since: Nullable(Timestamp(), {
    description: "Start of this state; null before the first change.",
  }),
});

export const MonitorExport = Type.Object({
  days: Type.Integer({ description: "Length of the window, in days." }),
  rules: Type.Array(RuleShape, { description: "The rules with their thresholds." }),
  runs: Type.Array(
    Type.Object({
      id: Type.Integer({ description: "Id of the run; later ones are higher." }),
      at: Timestamp({ description: "Time at which the run was made." }),
      rules: Type.Array(RuleResultShape, { description: "Results of the rules in this run." }),
    }),
    {
      description: "Runs of the monitor, newest first; kept 30 days.",
    },
  ),
  count: Type.Integer({ description: "Number of runs counted." }),
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
  rules: Type.Array(StandingShape, { description: "The rules with their present state." }),
});

const RuleField = Text(64, { description: "Name of the rule, as the alerts monitor lists it." });

export const AcknowledgeBody = Type.Object({ rule: RuleField });
export const SilenceBody = Type.Object({
  rule: RuleField,
  until: Nullable(Timestamp(), {
    description: "Time until which the rule is silent, at most 30 days ahead; null ends the silence.",
  }),
});
export const Changed = Type.Object({ rule: Described(StandingShape, "The rule after the change.") });

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
  source: Type.String({ description: "Kinds of downloads that were counted, as requested." }),
  count: Type.Integer({ description: "Number of rows in usage." }),
  usage: Type.Array(
    Type.Object({
      day: Type.String({ description: "UTC day of the downloads, YYYY-MM-DD." }),
      operator: Type.String({ description: "Operator who acted." }),
      export: Type.String({ description: "Path below /admin/ops without its extension." }),
      format: Type.String({ description: "Format of the export, such as csv or json." }),
      source: OneOf(EXPORT_SOURCES, {
        description: "Kind of download. export: by a signed-in operator. token: with a download token.",
      }),
      count: Type.Integer({ description: "Number of downloads." }),
      rows: Type.Integer({ description: "Number of exported rows." }),
      bytes: Type.Integer({ description: "Size of the exports in bytes." }),
    }),
    { description: "Downloads per day, operator, export and format, newest day first." },
  ),
});
