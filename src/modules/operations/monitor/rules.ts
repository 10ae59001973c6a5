/** What the monitor can measure; each is one rule at most. */
export const RULE_NAMES = [
  "http_5xx_share",
  "http_p99_ms",
  "disk_left",
  "wal_size",
  "spikes_403",
  "probes_failing",
  "login_failures",
] as const;
export type RuleName = (typeof RULE_NAMES)[number];

/** One rule, as rules.json and ALERT_RULES_FILE hold it. */
export interface Rule {
  rule: RuleName;
  threshold: number;
  /** How long the value must stand past the threshold before the alarm. */
  for_minutes: number;
  /** What to do. */
  runbook: string;
  /** The status check that tells operators of it; the rule then sends nothing itself. */
  check?: string;
}

/** What a rule's value is, and on which side of the threshold it is bad. */
export const MEASURES: Readonly<Record<RuleName, { meaning: string; bad: "above" | "below" }>> = {
  http_5xx_share: { meaning: "Percent of the answers of 5 minutes that were 5xx", bad: "above" },
  http_p99_ms: { meaning: "99th percentile of the answers of 5 minutes, in milliseconds", bad: "above" },
  disk_left: { meaning: "Percent of the data directory's file system that is free", bad: "below" },
  wal_size: { meaning: "MiB of the write-ahead logs", bad: "above" },
  spikes_403: { meaning: "1 while the refusals of the running hour are a spike", bad: "above" },
  probes_failing: { meaning: "Probes of our own endpoints whose last call failed", bad: "above" },
  login_failures: { meaning: "Sign-ins of the last 15 minutes that failed", bad: "above" },
};

export const BUILT_IN_RULES: readonly Rule[] = [
  {
    rule: "http_5xx_share",
    threshold: 5,
    for_minutes: 10,
    runbook: "Search the log for lines of level error; /readyz says whether the databases take changes.",
  },
  {
    rule: "http_p99_ms",
    threshold: 2_000,
    for_minutes: 10,
    runbook: "/api/public/latency-percentiles names the slow routes; look at the machine's load and disk.",
  },
  {
    rule: "disk_left",
    threshold: 10,
    for_minutes: 0,
    runbook: "Make room: old files of backups/ first. salute doctor says what the data directory holds.",
  },
  {
    rule: "wal_size",
    threshold: 256,
    for_minutes: 10,
    runbook: "Something reads from a database for long; see the runbook of the check database.",
    check: "database",
  },
  {
    rule: "spikes_403",
    threshold: 1,
    for_minutes: 0,
    runbook:
      "/admin/ops/403-digest shows paths, reasons and networks; a rule there suppresses what is known.",
  },
  {
    rule: "probes_failing",
    threshold: 1,
    for_minutes: 5,
    runbook: "See the runbook of the check synthetic.",
    check: "synthetic",
  },
  {
    rule: "login_failures",
    threshold: 30,
    for_minutes: 0,
    runbook: "/admin/audit shows who signed in; an owner resets a password with salute operators reset.",
  },
];

/** What ALERT_RULES_FILE says that it must not; the message names the place. */
export class AlertRulesError extends Error {}

const FIELDS = ["rule", "threshold", "for_minutes", "runbook", "check"];
const MAX_FOR_MINUTES = 1_440;

/**
 * Reads ALERT_RULES_FILE: `{rules: [{rule, threshold, for_minutes, runbook, check?}]}`. Its rules take the place of those
 * that are built in.
 * @param checks names of the build's status checks
 * @throws AlertRulesError
 */
export function parseRules(text: string, checks: readonly string[]): Rule[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new AlertRulesError("it is not JSON");
  }
  if (!isObject(file)) throw new AlertRulesError("it is not a JSON object");
  refuseOthers(file, ["rules"], "");
  if (!Array.isArray(file.rules)) throw new AlertRulesError("rules must be a list");
  const rules = file.rules.map((rule, index) => ruleOf(rule, `rules[${index}]`, checks));
  for (const [index, { rule }] of rules.entries())
    if (rules.findIndex((other) => other.rule === rule) !== index)
      throw new AlertRulesError(`rules[${index}].rule is there twice: ${rule}`);
  return rules;
}

function ruleOf(value: unknown, where: string, checks: readonly string[]): Rule {
  if (!isObject(value)) throw new AlertRulesError(`${where} must be an object`);
  refuseOthers(value, FIELDS, `${where}.`);
  const { threshold, for_minutes, runbook, check } = value;
  const rule = RULE_NAMES.find((name) => name === value.rule);
  if (rule === undefined) throw new AlertRulesError(`${where}.rule must be one of ${RULE_NAMES.join(", ")}`);
  if (typeof threshold !== "number" || !Number.isFinite(threshold) || threshold < 0)
    throw new AlertRulesError(`${where}.threshold must be a number from 0 up`);
  if (!isWhole(for_minutes) || for_minutes > MAX_FOR_MINUTES)
    throw new AlertRulesError(`${where}.for_minutes must be a whole number from 0 to ${MAX_FOR_MINUTES}`);
  if (typeof runbook !== "string" || runbook === "" || runbook.length > 1_000)
    throw new AlertRulesError(`${where}.runbook must be text of 1 to 1000 characters`);
  if (check === undefined || check === null) return { rule, threshold, for_minutes, runbook };
  if (typeof check !== "string" || !checks.includes(check))
    throw new AlertRulesError(`${where}.check must be one of ${checks.join(", ")}`);
  return { rule, threshold, for_minutes, runbook, check };
}

function refuseOthers(value: object, fields: readonly string[], where: string): void {
  for (const name of Object.keys(value))
    if (!fields.includes(name)) throw new AlertRulesError(`${where}${name} is unknown`);
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
