import { isoUtc } from "../../../kit/clock.ts";
import type { AlertContent } from "../alerts/index.ts";
import { MEASURES, type Rule } from "./rules.ts";
import type { Standing, Word } from "./step.ts";

const PAGE = "/admin/ops/alerts-monitor";

const TITLES: Record<Word, string> = {
  firing: "fires",
  resolved: "is over",
  flapping: "comes and goes: it changed four times within an hour",
  steady: "has been steady for an hour",
};

/** What operators are told of a rule. */
export function ruleAlert(rule: Rule, standing: Standing, word: Word, baseUrl: string): AlertContent {
  const now = word === "steady" ? `, and ${standing.state === "firing" ? "fires" : "is over"}` : "";
  const next = word === "flapping" ? ["Nothing more is told until it has been steady for an hour."] : [];
  return {
    type: `monitor.${word}`,
    title: `${rule.rule} ${TITLES[word]}${now}`,
    lines: [...lines(rule, standing, baseUrl), ...next],
    ...NO_CHECKS,
  };
}

/** What the second contact is told of an alarm that nobody acknowledged. */
export function escalationAlert(rule: Rule, standing: Standing, baseUrl: string): AlertContent {
  const since = standing.told_at === null ? "" : ` since ${isoUtc(standing.told_at)}`;
  return {
    type: "monitor.escalated",
    title: `${rule.rule} fires, and nobody has acknowledged it${since}`,
    lines: lines(rule, standing, baseUrl),
    ...NO_CHECKS,
  };
}

const NO_CHECKS = { overall: null, changes: [], checks: {} };

function lines(rule: Rule, { value }: Standing, baseUrl: string): string[] {
  return [
    `${MEASURES[rule.rule].meaning}: ${value ?? "not measured"} (threshold ${rule.threshold}).`,
    `What to do: ${rule.runbook}`,
    `Acknowledge or silence it: ${baseUrl}${PAGE}`,
  ];
}
