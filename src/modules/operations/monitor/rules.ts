/** Quantities that the monitor can measure; each has at most one rule. */
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

/** A rule as in rules.json and ALERT_RULES_FILE. */
export interface Rule {
  rule: RuleName;
  threshold: number;
  /** Minutes for which the value must be past the threshold before the alarm. */
  for_minutes: number;
  /** Instructions for operators. */
  runbook: string;
  /** The status check that covers the rule; the rule itself then sends no alerts. */
  check?: string;
}

/** Description of each rule's value, and the side of the threshold on which it is bad. */
export const MEASURES: Readonly<Record<RuleName, { meaning: string; bad: "above" | "below" }>> = {
  http_5xx_share: { meaning: "Percentage of 5xx responses in the last 5 minutes", bad: "above" },
  http_p99_ms: {
    meaning: "99th percentile of response times in the last 5 minutes, in milliseconds",
    bad: "above",
  },
  disk_left: { meaning: "Percentage of free space on the data directory's file system", bad: "below" },
  wal_size: { meaning: "Size of the write-ahead logs in MiB", bad: "above" },
  spikes_403: { meaning: "1 if the current hour's 403 responses are a spike", bad: "above" },
  probes_failing: {
    meaning: "Number of probes of the service's own endpoints whose last call failed",
    bad: "above",
  },
  login_failures: { meaning: "Failed sign-ins in the last 15 minutes", bad: "above" },
};

export const BUILT_IN_RULES: readonly Rule[] = [
  {
    rule: "http_5xx_share",
    threshold: 5,
    for_minutes: 10,
    runbook: "Search the log for lines of level error; /readyz shows whether the databases accept changes.",
  },
  {
    rule: "http_p99_ms",
    threshold: 2_000,
    for_minutes: 10,
    runbook: "/metrics has the latency of each route; check the machine's load and disk.",
  },
  {
    rule: "disk_left",
    threshold: 10,
    for_minutes: 0,
    runbook:
      "Free space: delete old files in backups/ first. salute doctor lists the content of the data directory.",
  },
  {
    rule: "wal_size",
    threshold: 256,
    for_minutes: 10,
    runbook: "A process holds a long read on a database; see the runbook of the check database.",
    check: "database",
  },
  {
    rule: "spikes_403",
    threshold: 1,
    for_minutes: 0,
    runbook:
      "/admin/ops/403-digest shows paths, reasons and networks; add a rule there to suppress known causes.",
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

/** ALERT_RULES_FILE is invalid. The message names the field. */
export class AlertRulesError extends Error {}

const FIELDS = ["rule", "threshold", "for_minutes", "runbook", "check"];
const MAX_FOR_MINUTES = 1_440;

/**
 * Parses ALERT_RULES_FILE: `{rules: [{rule, threshold, for_minutes, runbook, check?}]}`. Its rules replace the built-in
 * ones.
 * @param checks names of the status checks
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
      throw new AlertRulesError(`rules[${index}].rule occurs twice: ${rule}`);
  return rules;
}

function ruleOf(value: unknown, where: string, checks: readonly string[]): Rule {
  if (!isObject(value)) throw new AlertRulesError(`${where} must be an object`);
  refuseOthers(value, FIELDS, `${where}.`);
  const { threshold, for_minutes, runbook, check } = value;
  const rule = RULE_NAMES.find((name) => name === value.rule);
  if (rule === undefined) throw new AlertRulesError(`${where}.rule must be one of ${RULE_NAMES.join(", ")}`);
  if (typeof threshold !== "number" || !Number.isFinite(threshold) || threshold < 0)
    throw new AlertRulesError(`${where}.threshold must be a number of at least 0`);
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
    if (!fields.includes(name)) throw new AlertRulesError(`${where}${name} is not a known field`);
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
