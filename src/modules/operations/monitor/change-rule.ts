import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { DAY_MS, isoUtcOrNull } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { acknowledgeCalls } from "../calls/index.ts";
import { ruleSubject } from "./compose.ts";
import type { Rule } from "./rules.ts";
import { isAlarm, type RuleStanding } from "./step.ts";
import { findStanding, upsertStanding } from "./store.ts";

export const MAX_SILENCE_DAYS = 30;

/** @throws Problem not_found */
export function requireRule(rules: readonly Rule[], name: string): Rule {
  const rule = rules.find((each) => each.rule === name);
  if (rule === undefined) throw new Problem("not_found", "Check rule: the monitor has no rule of this name.");
  return rule;
}

/**
 * Acknowledges an alarm, which stops its escalation. @throws Problem state_conflict if the rule neither fires nor flaps
 */
export function acknowledge(
  tx: Tx,
  actor: Actor,
  { rule, by }: { rule: Rule; by: "link" | "desk" },
): RuleStanding {
  const before = findStanding(tx, rule.rule);
  if (!isAlarm(before))
    throw new Problem("state_conflict", `${rule.rule} is not firing: there is nothing to acknowledge.`);
  const standing = { ...before, acknowledged_at: tx.now, acknowledged_by: nameOf(actor) };
  upsertStanding(tx, standing);
  acknowledgeCalls(tx, ruleSubject(rule), nameOf(actor));
  recordAudit(tx, actor, { action: "alert.acknowledge", subject: rule.rule, details: { by } });
  return standing;
}

/**
 * Silences a rule until a time in Unix milliseconds; null ends the silence. @throws Problem invalid_payload if the time
 * is past or too far ahead
 */
export function silence(
  tx: Tx,
  actor: Actor,
  { rule, until }: { rule: Rule; until: number | null },
): RuleStanding {
  if (until !== null && until <= tx.now) throw invalidPayload("until", "must lie in the future");
  if (until !== null && until > tx.now + MAX_SILENCE_DAYS * DAY_MS)
    throw invalidPayload("until", `must be at most ${MAX_SILENCE_DAYS} days ahead`);
  const silenced_by = until === null ? null : nameOf(actor);
  const before = findStanding(tx, rule.rule);
  const standing = { ...before, silenced_until: until, silenced_by };
  upsertStanding(tx, standing);
  recordAudit(tx, actor, {
    action: "alert.silence",
    subject: rule.rule,
    details: { until: isoUtcOrNull(until), before: { until: isoUtcOrNull(before.silenced_until) } },
  });
  return standing;
}

function nameOf(actor: Actor): string {
  return "name" in actor ? actor.name : actor.kind;
}
