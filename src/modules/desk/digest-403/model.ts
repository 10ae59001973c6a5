import { type Static, Type } from "@sinclair/typebox";
import { REFUSAL_REASONS } from "../../../http/answers/refusal-reason.ts";
import { Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import {
  BASELINE_MODES,
  MAX_DAYS,
  SUPPRESSION_ACTIONS,
  SUPPRESSION_METHODS,
} from "../../access/refusals/index.ts";

/** The hours that the digest tells of: the running one and those before it. */
export const WINDOW_HOURS = 24;

export const DigestQuery = Type.Object({
  baseline_mode: OneOf(BASELINE_MODES, {
    default: "rolling_24h",
    description:
      "What an hour is held against: the mean of the 24 hours before it, the same hour yesterday, or the median of the same hour of the four weeks before.",
  }),
  new_path_lookback_days: Type.Integer({
    minimum: 1,
    maximum: 90,
    default: 14,
    description: "A path is new where it was not refused in so many days before the window.",
  }),
  spike_consecutive_hours: Type.Integer({
    minimum: 1,
    maximum: 24,
    default: 1,
    description: "Hours running that must stand out; from the last of them on each is a spike.",
  }),
});

const PathCount = Type.Object({
  path: Type.String({ description: "The path's template; other where it was not told apart." }),
  count: Type.Integer(),
});

export const Digest = Type.Object({
  window_hours: Type.Integer(),
  from: Timestamp(),
  to: Timestamp(),
  query: DigestQuery,
  totals: Type.Object({
    count: Type.Integer({ description: "Every refusal." }),
    suppressed: Type.Integer({ description: "Those that a rule matched when they happened." }),
    paths: Type.Integer(),
    sources: Type.Integer({ description: "Networks, as far as they were told apart." }),
  }),
  top_paths: Type.Array(PathCount),
  top_reasons: Type.Array(Type.Object({ reason: OneOf(REFUSAL_REASONS), count: Type.Integer() })),
  top_sources: Type.Array(
    Type.Object({
      source: Type.String({ description: "Hash of the network under a salt of the month; or other." }),
      count: Type.Integer(),
    }),
  ),
  new_paths: Type.Array(PathCount),
  spikes: Type.Array(
    Type.Object({
      hour: Timestamp({ description: "Its beginning." }),
      count: Type.Integer({ description: "Unsuppressed refusals." }),
      baseline: Type.Number({ description: "Two decimals." }),
      ratio: Nullable(Type.Number(), { description: "Two decimals; null where the baseline is 0." }),
    }),
    {
      description:
        "Hours of the window with at least 10 unsuppressed refusals and three times the baseline, newest first.",
    },
  ),
  probes: Type.Array(PathCount, { description: "The most refused paths: those of probe-trend.png." }),
  suppressions_applied: Type.Array(
    Type.Object({ id: Type.String(), count: Type.Integer() }, { description: "A rule and what it matched." }),
  ),
  warnings: Type.Array(Type.String(), { description: "What is wrong with the suppressions file." }),
});
export type DigestAnswer = Static<typeof Digest>;

export const SuppressionShape = Type.Object({
  id: Type.String(),
  path_glob: Type.String(),
  method: Nullable(Type.String()),
  reason: Nullable(OneOf(REFUSAL_REASONS)),
  key_id: Nullable(Type.String()),
  source: Nullable(Type.String({ description: "An address or a CIDR range." })),
  note: Type.String(),
  owner: Type.String(),
  created_at: Nullable(Timestamp(), { description: "Null where a hand wrote none." }),
  expires_at: Timestamp(),
});

const Revision = Type.String({ description: "SHA-256 of the file's bytes." });
const Warnings = Type.Array(Type.String(), {
  description: "What is wrong with the file; then no rule applies.",
});

export const Suppressions = Type.Object({
  revision: Revision,
  count: Type.Integer(),
  suppressions: Type.Array(SuppressionShape, {
    description: "All rules of the file, newest first; expired ones no longer apply.",
  }),
  warnings: Warnings,
});

export const ExportedSuppressions = Type.Object({
  revision: Revision,
  suppressions: Type.Array(SuppressionShape, { description: "In force." }),
  expired: Type.Array(SuppressionShape),
  warnings: Warnings,
});

/** What a rule matches and how long. */
const RULE_FIELDS = {
  path_glob: Type.Optional(
    Text(256, { description: "Of the path's template: * within a segment, ** across. add needs it." }),
  ),
  method: Type.Optional(OneOf(SUPPRESSION_METHODS)),
  reason: Type.Optional(OneOf(REFUSAL_REASONS)),
  key_id: Type.Optional(Text(64)),
  source: Type.Optional(Text(64, { description: "An address or a CIDR range." })),
  note: Type.Optional(Text(500)),
  owner: Type.Optional(Text(100, { description: "Who answers for it. add needs it." })),
  expires_at: Type.Optional(
    Timestamp({ description: `In the future, at most ${MAX_DAYS} days ahead. add and extend need it.` }),
  ),
};

export const SuppressionBody = Type.Object({
  action: OneOf(SUPPRESSION_ACTIONS),
  expected_revision: Text(64, { description: "The revision that GET gave." }),
  id: Type.Optional(Text(64, { description: "extend and remove need it." })),
  ...RULE_FIELDS,
});

export const SuppressionChanged = Type.Object({
  revision: Revision,
  suppression: SuppressionShape,
});

export const ExportQuery = Type.Object({
  days: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 7,
    description: "So many times 24 hours up to the running one.",
  }),
});

export const REFUSAL_COLUMNS = [
  "hour",
  "method",
  "path",
  "reason",
  "key_id",
  "source",
  "agent",
  "count",
  "suppressed",
] as const;

export const ExportedRefusals = Type.Object({
  days: Type.Integer(),
  refusals: Type.Array(
    Type.Object({
      hour: Timestamp({ description: "Its beginning." }),
      method: Type.String(),
      path: Type.String(),
      reason: OneOf(REFUSAL_REASONS),
      key_id: Nullable(Type.String(), { description: "Null unless the signature was right." }),
      source: Type.String({ description: "Hash of the network under a salt of the month." }),
      agent: Nullable(Type.String(), { description: "The product that User-Agent names; null for none." }),
      count: Type.Integer(),
      suppressed: Type.Integer(),
    }),
    { description: "Newest hour first. Past 4096 an hour the rest is under other." },
  ),
  count: Type.Integer(),
});
