import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { NewPlan } from "./model.ts";
import { availableOperators } from "./read.ts";
import { readRotation } from "./read-rotation.ts";
import { isZone } from "./rotation.ts";
import {
  deletePlan,
  findPlan,
  listMembers,
  listOverrides,
  listSpans,
  type MemberRow,
  replaceMembers,
  replaceOverrides,
  replacePlan,
  replaceSpans,
} from "./store.ts";

type OverrideRows = ReturnType<typeof listOverrides>;

/** Replaces the whole plan; without a rotation there is none. @throws Problem invalid_payload naming the field */
export function setPlan(
  tx: Tx,
  actor: OperatorActor,
  { keyring, plan }: { keyring: Keyring; plan: NewPlan },
): void {
  const before = auditedPlan(tx);
  const zone = plan.zone ?? findPlan(tx)?.zone ?? "UTC";
  if (!isZone(zone)) throw invalidPayload("zone", "must be an IANA time zone, such as Europe/Berlin");
  checkOperators(tx, plan);
  const overrides = checkedOverrides(plan);
  const members = membersOf(tx, keyring, plan);
  if (plan.rotation.length === 0) {
    deletePlan(tx);
    replaceSpans(tx, []);
    replaceMembers(tx, []);
    replaceOverrides(tx, []);
  } else {
    const { startsAt: starts_at, weeks, spans } = readRotation(plan.rotation, zone, tx.now);
    const escalation_minutes = plan.escalation?.after_minutes ?? null;
    const saved = { updated_at: tx.now, updated_by: actor.name };
    replacePlan(tx, { zone, starts_at, weeks, escalation_minutes, ...saved });
    replaceSpans(
      tx,
      spans.map(({ operator, from, to }) => ({ operator, from_minute: from, to_minute: to })),
    );
    replaceMembers(tx, members);
    replaceOverrides(tx, overrides);
  }
  recordAudit(tx, actor, {
    action: "on_call.set",
    subject: "on-call",
    details: { before, after: auditedPlan(tx) },
  });
}

/** The operators that a plan names, each with its field. */
function namedOperators({ rotation, overrides = [], escalation }: NewPlan): [field: string, name: string][] {
  return [
    ...rotation.map(({ operator }, index) => [`rotation.${index}.operator`, operator] as [string, string]),
    ...(escalation?.operators ?? []).map(
      (name, index) => [`escalation.operators.${index}`, name] as [string, string],
    ),
    ...overrides.map(({ operator }, index) => [`overrides.${index}.operator`, operator] as [string, string]),
  ];
}

function checkOperators(tx: Tx, plan: NewPlan): void {
  const available = availableOperators(tx);
  const named = namedOperators(plan);
  for (const [field, name] of named)
    if (!available.has(name))
      throw invalidPayload(field, `must be an active operator who is not a viewer; ${name} is not`);
  const contacts = (plan.contacts ?? []).map(({ operator }) => operator);
  for (const [index, name] of contacts.entries()) {
    const field = `contacts.${index}.operator`;
    if (!named.some(([, each]) => each === name))
      throw invalidPayload(field, `must be an operator of the plan; ${name} is not`);
    if (contacts.indexOf(name) !== index)
      throw invalidPayload(field, `must occur once; ${name} occurs twice`);
  }
}

function membersOf(tx: Tx, keyring: Keyring, plan: NewPlan): Omit<MemberRow, "position">[] {
  const present = new Map(listMembers(tx).map((row) => [row.operator, row.email_sealed]));
  const escalated = plan.escalation?.operators ?? plan.rotation.map(({ operator }) => operator);
  const names = new Set(namedOperators(plan).map(([, name]) => name));
  return [...names].map((operator) => {
    const given = plan.contacts?.find((each) => each.operator === operator);
    const kept = present.get(operator) ?? null;
    return {
      operator,
      email_sealed: given === undefined ? kept : keyring.seal(given.email, operator),
      is_escalated_to: escalated.includes(operator) ? 1 : 0,
    };
  });
}

/** By start. */
function checkedOverrides({ overrides = [] }: NewPlan): OverrideRows {
  const rows = overrides.map(({ operator, from, to }, index) => {
    const [starts_at, ends_at] = [Date.parse(from), Date.parse(to)];
    if (ends_at <= starts_at) throw invalidPayload(`overrides.${index}.to`, "must be after from");
    return { operator, starts_at, ends_at };
  });
  for (const [index, row] of rows.entries())
    if (rows.slice(0, index).some((each) => each.starts_at < row.ends_at && row.starts_at < each.ends_at))
      throw invalidPayload(`overrides.${index}.from`, "must not overlap another override");
  return rows.toSorted((a, b) => a.starts_at - b.starts_at);
}

/** The plan for the audit trail, without addresses; null without one. */
function auditedPlan(tx: Tx): object | null {
  const plan = findPlan(tx);
  if (plan === null) return null;
  const { zone, starts_at, weeks, escalation_minutes } = plan;
  const members = listMembers(tx);
  return {
    zone,
    starts_at,
    repeats_after_weeks: weeks,
    rotation: listSpans(tx),
    overrides: listOverrides(tx).map(({ operator, starts_at: from, ends_at: to }) => ({
      operator,
      from: isoUtc(from),
      to: isoUtc(to),
    })),
    escalation: {
      after_minutes: escalation_minutes,
      operators: members.filter((each) => each.is_escalated_to === 1).map(({ operator }) => operator),
    },
  };
}
