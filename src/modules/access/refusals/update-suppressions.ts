import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { RefusalReason } from "../../../http/answers/refusal-reason.ts";
import type { Actor } from "../../../http/operation.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { randomHex } from "../../../kit/ids.ts";
import { isCidr } from "../../../kit/network/addresses.ts";
import { oldValues, recordAudit } from "../../platform/audit/index.ts";
import { SUPPRESSION_ERRORS } from "./errors.ts";
import { MAX_DAYS, MAX_RULES, type Suppression, suppressionView } from "./suppression.ts";
import type { SuppressionFile, SuppressionState } from "./suppression-file.ts";

export const SUPPRESSION_ACTIONS = ["add", "extend", "remove"] as const;

/** A change of the rules as sent by the operator. */
export interface SuppressionChange {
  action: (typeof SUPPRESSION_ACTIONS)[number];
  expected_revision: string;
  id?: string;
  path_glob?: string;
  method?: string;
  reason?: RefusalReason;
  key_id?: string;
  source?: string;
  note?: string;
  owner?: string;
  /** ISO 8601. */
  expires_at?: string;
}

/** A change, and the operator who asks for it. */
interface RequestedChange {
  actor: Actor;
  change: SuppressionChange;
}

type Field = Exclude<keyof SuppressionChange, "action" | "expected_revision">;

const FIELDS: Record<SuppressionChange["action"], { needs: readonly Field[]; takes: readonly Field[] }> = {
  add: {
    needs: ["path_glob", "owner", "expires_at"],
    takes: ["path_glob", "method", "reason", "key_id", "source", "note", "owner", "expires_at"],
  },
  extend: { needs: ["id", "expires_at"], takes: ["id", "expires_at"] },
  remove: { needs: ["id"], takes: ["id"] },
};
const ALL_FIELDS: readonly Field[] = ["id", ...FIELDS.add.takes];

/**
 * Adds, extends or removes a rule: rewrites the file atomically, with an entry in the audit trail.
 * @throws Problem invalid_payload, not_found; state_conflict for a broken file, revision_conflict if the file has
 *   changed
 */
export function updateSuppressions(
  tx: Tx,
  file: SuppressionFile,
  { actor, change }: RequestedChange,
): { state: SuppressionState; rule: Suppression } {
  requireFields(change);
  const before = file.read(tx.clockNow);
  if (before.fault !== null)
    throw new Problem("state_conflict", `Repair the file by hand first: ${before.fault}`);
  if (change.expected_revision !== before.revision)
    throw new Problem(
      SUPPRESSION_ERRORS.revision_conflict,
      "Load the rules again: they have changed since.",
      {
        extra: { current_revision: before.revision },
      },
    );
  const { rule, rules } = applied(tx, before.rules.all, change);
  const old = before.rules.all.find(({ id }) => id === rule.id) ?? null;
  recordAudit(tx, actor, {
    action: `suppression.${change.action}`,
    subject: rule.id,
    details: { ...suppressionView(rule), ...oldValues(old && suppressionView(old), suppressionView(rule)) },
  });
  return { state: file.replace(rules, tx.clockNow), rule };
}

function requireFields(change: SuppressionChange): void {
  const { needs, takes } = FIELDS[change.action];
  for (const field of needs)
    if (change[field] === undefined) throw invalidPayload(field, `is required to ${change.action} a rule`);
  for (const field of ALL_FIELDS)
    if (change[field] !== undefined && !takes.includes(field))
      throw invalidPayload(field, `does not belong to ${change.action}`);
}

function applied(
  tx: Tx,
  rules: readonly Suppression[],
  change: SuppressionChange,
): { rule: Suppression; rules: Suppression[] } {
  if (change.action === "add") {
    if (rules.length >= MAX_RULES)
      throw new Problem(
        "state_conflict",
        `Remove a rule first: there are ${MAX_RULES}, including expired ones.`,
      );
    const rule = ruleOf(tx, change);
    return { rule, rules: [...rules, rule] };
  }
  const known = rules.find(({ id }) => id === change.id);
  if (known === undefined) throw new Problem("not_found", "Check id: no rule has this id.");
  if (change.action === "remove") return { rule: known, rules: rules.filter((rule) => rule !== known) };
  const rule = { ...known, expires_at: endOf(change, tx.clockNow) };
  return { rule, rules: rules.map((each) => (each === known ? rule : each)) };
}

function ruleOf(tx: Tx, change: SuppressionChange): Suppression {
  const { path_glob = "", method, reason, key_id, source, note, owner = "" } = change;
  if (source !== undefined && !isCidr(source))
    throw invalidPayload("source", "must be an address or a CIDR range");
  return {
    id: `sup_${randomHex(8, tx.random)}`,
    path_glob,
    method: method ?? null,
    reason: reason ?? null,
    key_id: key_id ?? null,
    source: source ?? null,
    note: note ?? "",
    owner,
    created_at: tx.clockNow,
    expires_at: endOf(change, tx.clockNow),
  };
}

function endOf({ expires_at = "" }: SuppressionChange, now: number): number {
  const at = Date.parse(expires_at);
  if (at <= now) throw invalidPayload("expires_at", "must lie in the future");
  if (at > now + MAX_DAYS * DAY_MS)
    throw invalidPayload("expires_at", `must be at most ${MAX_DAYS} days ahead`);
  return at;
}
