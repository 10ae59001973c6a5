import { type Static, Type } from "@sinclair/typebox";
import { REFUSAL_REASONS } from "../../../http/answers/refusal-reason.ts";
import { RowCount } from "../../../http/input/list-shapes.ts";
import { Described, Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import {
  BASELINE_MODES,
  MAX_DAYS,
  SUPPRESSION_ACTIONS,
  SUPPRESSION_METHODS,
} from "../../access/refusals/index.ts";

/** Hours in the digest, including the current one. */
export const DIGEST_PATH = "/admin/ops/403-digest";
export const WINDOW_HOURS = 24;

export const DigestQuery = Type.Object({
  baseline_mode: OneOf(BASELINE_MODES, {
    default: "rolling_24h",
    description:
      "The baseline of each hour: the mean of the previous 24 hours, the same hour yesterday, or the median of the same hour in the previous four weeks.",
  }),
  new_path_lookback_days: Type.Integer({
    minimum: 1,
    maximum: 90,
    default: 14,
    description: "A path is new if no request to it was refused in this many days before the window.",
  }),
  spike_consecutive_hours: Type.Integer({
    minimum: 1,
    maximum: 24,
    default: 1,
    description: "An hour is a spike only if it ends a run of at least this many hours above the limits.",
  }),
});

const PathCount = Type.Object({
  path: Type.String({ description: "Path template; `other` beyond the limit of distinct paths." }),
  count: Type.Integer({ description: "Refusals on this path." }),
});

export const Digest = Type.Object({
  window_hours: Type.Integer({ description: "Length of the window, in hours." }),
  from: Timestamp({ description: "Start of the window, inclusive." }),
  to: Timestamp({ description: "End of the window, exclusive." }),
  query: Described(DigestQuery, "The parameters in effect, with their defaults."),
  totals: Type.Object(
    {
      count: Type.Integer({ description: "Number of all refusals." }),
      suppressed: Type.Integer({ description: "Refusals that matched a rule when they happened." }),
      paths: Type.Integer({ description: "Number of different paths." }),
      sources: Type.Integer({ description: "Distinct networks, up to the limit." }),
    },
    { description: "Numbers of refusals in the window." },
  ),
  top_paths: Type.Array(PathCount, { description: "The most refused paths." }),
  top_reasons: Type.Array(
    Type.Object({
      reason: OneOf(REFUSAL_REASONS, { description: "Why the requests were refused." }),
      count: Type.Integer({ description: "Refusals for this reason." }),
    }),
    { description: "The most frequent reasons." },
  ),
  top_sources: Type.Array(
    Type.Object({
      source: Type.String({
        description: "Hash of the network with the month's salt; `other` beyond the limit.",
      }),
      count: Type.Integer({ description: "Refusals of this source." }),
    }),
    { description: "The sources refused most." },
  ),
  new_paths: Type.Array(PathCount, { description: "Paths without refusals in the days before." }),
  spikes: Type.Array(
    Type.Object({
      hour: Timestamp({ description: "Start of the hour." }),
      count: Type.Integer({ description: "Number of unsuppressed refusals in the hour." }),
      baseline: Type.Number({ description: "Refusals per hour of the baseline, rounded to two decimals." }),
      ratio: Nullable(Type.Number(), { description: "Rounded to two decimals; null if the baseline is 0." }),
    }),
    {
      description:
        "Hours with at least 10 unsuppressed refusals and at least three times the baseline, newest first.",
    },
  ),
  probes: Type.Array(PathCount, { description: "The most refused paths, as drawn in probe-trend.png." }),
  suppressions_applied: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: "Id of the suppression rule." }),
        count: Type.Integer({ description: "Refusals that the rule matched." }),
      },
      { description: "A rule and its number of matches." },
    ),
    { description: "Rules that matched, with the number of refusals." },
  ),
  warnings: Type.Array(Type.String(), { description: "Errors in the suppressions file." }),
});
export type DigestAnswer = Static<typeof Digest>;

export const SuppressionShape = Type.Object({
  id: Type.String({ description: "Id of the suppression rule." }),
  path_glob: Type.String({ description: "Path templates it matches: * within a segment, ** across." }),
  method: Nullable(Type.String(), { description: "HTTP method that the rule matches; null for all." }),
  reason: Nullable(OneOf(REFUSAL_REASONS), {
    description: "Reason of refusals that the rule matches; null for all.",
  }),
  key_id: Nullable(Type.String(), { description: "Id of the key that the rule matches; null for all." }),
  source: Nullable(Type.String({ description: "An address or a CIDR range." })),
  note: Type.String({ description: "Why the rule exists, as its owner put it." }),
  owner: Type.String({ description: "Person responsible for the rule." }),
  created_at: Nullable(Timestamp(), { description: "Null if the file, edited by hand, has none." }),
  expires_at: Timestamp({ description: "Time from which the rule no longer applies." }),
});

const Revision = Type.String({ description: "SHA-256 of the file, to send as expected_revision." });
const Warnings = Type.Array(Type.String(), {
  description: "Errors in the file; while there are any, no rule applies.",
});

export const Suppressions = Type.Object({
  revision: Revision,
  count: RowCount,
  suppressions: Type.Array(SuppressionShape, {
    description: "All rules of the file, newest first; expired ones no longer apply.",
  }),
  warnings: Warnings,
});

export const ExportedSuppressions = Type.Object({
  revision: Revision,
  suppressions: Type.Array(SuppressionShape, { description: "Rules that apply now." }),
  expired: Type.Array(SuppressionShape, { description: "Rules that have expired." }),
  warnings: Warnings,
});

const RULE_FIELDS = {
  path_glob: Type.Optional(
    Text(256, {
      description: "Glob over path templates: * within a segment, ** across segments. Required for add.",
    }),
  ),
  method: Type.Optional(OneOf(SUPPRESSION_METHODS)),
  reason: Type.Optional(OneOf(REFUSAL_REASONS)),
  key_id: Type.Optional(Text(64)),
  source: Type.Optional(Text(64, { description: "An address or a CIDR range." })),
  note: Type.Optional(Text(500)),
  owner: Type.Optional(Text(100, { description: "Person responsible for the rule. Required for add." })),
  expires_at: Type.Optional(
    Timestamp({
      description: `In the future, at most ${MAX_DAYS} days ahead. Required for add and extend.`,
    }),
  ),
};

export const SuppressionBody = Type.Object({
  action: OneOf(SUPPRESSION_ACTIONS),
  expected_revision: Text(64, { description: "The revision returned by GET." }),
  id: Type.Optional(Text(64, { description: "Required for extend and remove." })),
  ...RULE_FIELDS,
});

export const SuppressionChanged = Type.Object({
  revision: Revision,
  suppression: Described(SuppressionShape, "The rule after the change."),
});

export const ExportQuery = Type.Object({
  days: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 7,
    description: "Number of 24-hour periods, ending with the current hour.",
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
  days: Type.Integer({ description: "Length of the window, in days." }),
  refusals: Type.Array(
    Type.Object({
      hour: Timestamp({ description: "Start of the hour." }),
      method: Type.String({ description: "HTTP method of the requests." }),
      path: Type.String({ description: "Path template of the requests." }),
      reason: OneOf(REFUSAL_REASONS, { description: "Why the requests were refused." }),
      key_id: Nullable(Type.String(), { description: "Null unless the signature was valid." }),
      source: Type.String({ description: "Hash of the network with the month's salt." }),
      agent: Nullable(Type.String(), { description: "Product in User-Agent; null if there is none." }),
      count: Type.Integer({ description: "Refusals in this hour." }),
      suppressed: Type.Integer({ description: "Number of refusals that matched a rule." }),
    }),
    { description: "Newest hour first. Beyond 4096 rows per hour the rest is counted as `other`." },
  ),
  count: RowCount,
});
