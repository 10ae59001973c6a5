import { type Static, Type } from "@sinclair/typebox";
import { WindowQuery } from "../../../http/input/window.ts";
import { Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { EXPORT_SOURCES } from "../../platform/exports/index.ts";
import { RULE_NAMES } from "./rules.ts";
import { RULE_STATES } from "./step.ts";

export const MONITOR_PATH = "/admin/ops/alerts-monitor";

export const RuleShape = Type.Object({
  rule: OneOf(RULE_NAMES),
  threshold: Type.Number(),
  for_minutes: Type.Integer({ description: "Minutes for which the value must be past the threshold." }),
  runbook: Type.String(),
  check: Type.Optional(
    Type.String({
      description: "The status check that covers the rule; the rule itself then sends no alerts.",
    }),
  ),
});

const RuleResultShape = Type.Object({
  rule: OneOf(RULE_NAMES),
  value: Nullable(Type.Number(), { description: "Null if it could not be measured." }),
  threshold: Type.Number(),
  state: OneOf(RULE_STATES),
  since: Nullable(Timestamp(), {
    description: "Start of this state; null before the first change.",
  }),
});

export const MonitorExport = Type.Object({
  days: Type.Integer(),
  rules: Type.Array(RuleShape),
  runs: Type.Array(Type.Object({ id: Type.Integer(), at: Timestamp(), rules: Type.Array(RuleResultShape) }), {
    description: "Newest first; kept 30 days.",
  }),
  count: Type.Integer({ description: "Number of runs." }),
});

export const RUN_COLUMNS = ["run_id", "at", "rule", "value", "threshold", "state", "since"] as const;

export const StandingShape = Type.Object({
  ...RuleResultShape.properties,
  for_minutes: Type.Integer(),
  meaning: Type.String({ description: "Description of the value." }),
  runbook: Type.String(),
  check: Nullable(Type.String()),
  flapping: Type.Boolean({
    description: "The alarm changed four times within an hour and is not steady yet.",
  }),
  acknowledged_at: Nullable(Timestamp()),
  acknowledged_by: Nullable(Type.String()),
  escalated_at: Nullable(Timestamp()),
  silenced_until: Nullable(Timestamp()),
  silenced_by: Nullable(Type.String()),
});
export type StandingView = Static<typeof StandingShape>;

export const Monitor = Type.Object({
  last_run_at: Nullable(Timestamp()),
  count: Type.Integer(),
  rules: Type.Array(StandingShape),
});

const RuleField = Text(64, { description: "Name of the rule." });

export const AcknowledgeBody = Type.Object({ rule: RuleField });
export const SilenceBody = Type.Object({
  rule: RuleField,
  until: Nullable(Timestamp(), { description: "At most 30 days ahead; null ends the silence." }),
});
export const Changed = Type.Object({ rule: StandingShape });

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
  days: Type.Integer(),
  source: Type.String(),
  count: Type.Integer({ description: "Number of rows in usage." }),
  usage: Type.Array(
    Type.Object({
      day: Type.String({ description: "UTC." }),
      operator: Type.String(),
      export: Type.String({ description: "Path below /admin/ops without its extension." }),
      format: Type.String(),
      source: OneOf(EXPORT_SOURCES),
      count: Type.Integer({ description: "Number of downloads." }),
      rows: Type.Integer(),
      bytes: Type.Integer(),
    }),
    { description: "Newest day first." },
  ),
});
