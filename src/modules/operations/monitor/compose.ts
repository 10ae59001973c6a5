import { isoUtc } from "../../../kit/clock.ts";
import type { AlertContent } from "../alerts/index.ts";
import { MEASURES, type Rule } from "./rules.ts";
import type { RuleEvent, RuleStanding } from "./step.ts";

const PAGE = "/admin/ops/alerts-monitor";

const TITLES: Record<RuleEvent, string> = {
  firing: "is firing",
  resolved: "is resolved",
  flapping: "is flapping: it changed four times within an hour",
  steady: "has been steady for an hour",
};

/** Alert about a rule. */
export function ruleAlert(
  { rule, standing, event }: { rule: Rule; standing: RuleStanding; event: RuleEvent },
  baseUrl: string,
): AlertContent {
  const outcome = event === "steady" ? ` and is ${standing.state === "firing" ? "firing" : "resolved"}` : "";
  const next = event === "flapping" ? ["No further alerts until it has been steady for an hour."] : [];
  return {
    type: `monitor.${event}`,
    title: `${rule.rule} ${TITLES[event]}${outcome}`,
    lines: [...lines(rule, standing, baseUrl), ...next],
    ...NO_CHECKS,
    ...(event === "firing" || event === "flapping" ? { calls: ruleSubject(rule) } : {}),
  };
}

/** Alert to the others about an unacknowledged alarm. */
export function escalationAlert(rule: Rule, standing: RuleStanding, baseUrl: string): AlertContent {
  const isFlapping = standing.flapping_since !== null;
  const since = standing.told_at === null ? "" : ` since ${isoUtc(standing.told_at)}`;
  return {
    type: "monitor.escalated",
    title: `${rule.rule} is ${isFlapping ? "flapping" : "firing"}${since} and nobody has acknowledged it`,
    lines: lines(rule, standing, baseUrl),
    ...NO_CHECKS,
    calls: ruleSubject(rule),
  };
}

/** Subject of calls about a rule. */
export function ruleSubject({ rule }: Rule): string {
  return `rule:${rule}`;
}

const NO_CHECKS = { overall: null, changes: [], checks: {} };

function lines(rule: Rule, { value }: RuleStanding, baseUrl: string): string[] {
  return [
    `${MEASURES[rule.rule].meaning}: ${value ?? "not measured"} (threshold ${rule.threshold}).`,
    `What to do: ${rule.runbook}`,
    `Acknowledge or silence it: ${baseUrl}${PAGE}`,
  ];
}
