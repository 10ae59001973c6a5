import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import type { Monitor, StandingView } from "./model.ts";
import { MEASURES, type Rule } from "./rules.ts";
import type { RuleStanding } from "./step.ts";
import { findStanding, lastRunAt, ruleResult } from "./store.ts";

/** State of every rule. */
export function monitorView(sql: Sql, rules: readonly Rule[]): Static<typeof Monitor> {
  return {
    last_run_at: isoUtcOrNull(lastRunAt(sql)),
    count: rules.length,
    rules: rules.map((rule) => standingView(rule, findStanding(sql, rule.rule))),
  };
}

export function standingView(rule: Rule, standing: RuleStanding): StandingView {
  return {
    ...ruleResult(rule, standing),
    for_minutes: rule.for_minutes,
    meaning: MEASURES[rule.rule].meaning,
    runbook: rule.runbook,
    check: rule.check ?? null,
    flapping: standing.flapping_since !== null,
    acknowledged_at: isoUtcOrNull(standing.acknowledged_at),
    acknowledged_by: standing.acknowledged_by,
    escalated_at: isoUtcOrNull(standing.escalated_at),
    silenced_until: isoUtcOrNull(standing.silenced_until),
    silenced_by: standing.silenced_by,
  };
}
