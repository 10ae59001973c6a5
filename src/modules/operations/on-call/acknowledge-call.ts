import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { type AckLinks, acknowledgeCalls, type CallRow, findCall, SHARED_LINKS } from "../calls/index.ts";
import { availableOperators } from "../duty/index.ts";
import { acknowledge, type Rule, ruleSubject } from "../monitor/index.ts";

export interface LinkedCall {
  call: CallRow;
  /** Who acknowledges by the link. */
  actor: Extract<Actor, { kind: "operator" | "command" }>;
}

/**
 * The alarm of a link. @throws Problem not_found if the link is forged or expired, or its operator may not act any more
 */
export function requireLinkedCall(sql: Sql, links: AckLinks, at: { token: string; now: number }): LinkedCall {
  const link = links.open(sql, at.token, at.now);
  const call = link === null ? null : findCall(sql, link.alertUid);
  const actor = link === null ? null : actorOf(sql, link.to);
  if (call === null || actor === null)
    throw new Problem("not_found", "Acknowledge the alarm on the desk: this link is unknown or has expired.");
  return { call, actor };
}

/** Acknowledges the alarm. @throws Problem state_conflict if it needs none any more */
export function acknowledgeCall(
  tx: Tx,
  rules: readonly Rule[],
  { call, actor, by }: LinkedCall & { by: "link" | "desk" },
): void {
  if (call.acknowledged_at !== null)
    throw new Problem("state_conflict", `${call.acknowledged_by} has acknowledged this alarm already.`);
  if (call.ended_at !== null)
    throw new Problem("state_conflict", "This alarm is over: there is nothing to acknowledge.");
  const rule = rules.find((each) => ruleSubject(each) === call.subject);
  if (rule !== undefined) {
    acknowledge(tx, actor, { rule, by });
    return;
  }
  acknowledgeCalls(tx, call.subject, actor.name);
  const { alert_uid: alert, subject } = call;
  recordAudit(tx, actor, { action: "alert.acknowledge", subject, details: { alert, by } });
}

function actorOf(sql: Sql, to: string): LinkedCall["actor"] | null {
  if (to === SHARED_LINKS.mail) return { kind: "command", name: "link mailed to ALERT_EMAIL" };
  if (to === SHARED_LINKS.webhook) return { kind: "command", name: "link posted by webhook" };
  if (!availableOperators(sql).has(to)) return null;
  return { kind: "operator", name: to, role: "operator", session: null };
}
