import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { isoUtc, timeOfIso } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { type PlanBody, WEEKDAYS } from "./model.ts";
import { availableOperators } from "./read.ts";
import { handoverDay, isZone } from "./rotation.ts";
import {
  deletePlan,
  findPlan,
  listMembers,
  listOverrides,
  replaceMembers,
  replaceOverrides,
  replacePlan,
} from "./store.ts";

type NewPlan = Static<typeof PlanBody>;
type OverrideRows = ReturnType<typeof listOverrides>;

/** Replaces the whole plan; without members there is none. @throws Problem invalid_payload naming the field */
export function setPlan(
  tx: Tx,
  actor: OperatorActor,
  { keyring, plan }: { keyring: Keyring; plan: NewPlan },
): void {
  const before = auditedPlan(tx);
  const overrides = checkedOverrides(plan);
  checkMembers(tx, plan);
  replaceMembers(
    tx,
    plan.members.map(({ operator, email }) => ({ operator, email_sealed: keyring.seal(email, operator) })),
  );
  replaceOverrides(tx, overrides);
  if (plan.members.length === 0) deletePlan(tx);
  else replacePlan(tx, { ...handover(plan, tx.now), updated_at: tx.now, updated_by: actor.name });
  recordAudit(tx, actor, {
    action: "on_call.set",
    subject: "on-call",
    details: { before, after: auditedPlan(tx) },
  });
}

function handover({ zone, weekday, hour, starts_on }: NewPlan, now: number) {
  if (!isZone(zone)) throw invalidPayload("zone", "must be an IANA time zone, such as Europe/Berlin");
  const turn = { zone, weekday: WEEKDAYS.indexOf(weekday) + 1, hour };
  if (starts_on === undefined) return { ...turn, starts_on: handoverDay(turn, now) };
  if (Number.isNaN(timeOfIso(starts_on))) throw invalidPayload("starts_on", "must be a day of the calendar");
  const endOfDay = Temporal.PlainDate.from(starts_on).add({ days: 1 }).toZonedDateTime(zone);
  return { ...turn, starts_on: handoverDay(turn, endOfDay.epochMilliseconds - 1) };
}

function checkMembers(tx: Tx, { members }: NewPlan): void {
  const available = availableOperators(tx);
  for (const [index, { operator }] of members.entries()) {
    const field = `members.${index}.operator`;
    if (!available.has(operator))
      throw invalidPayload(field, `must be an active operator who is not a viewer; ${operator} is not`);
    if (members.findIndex((each) => each.operator === operator) !== index)
      throw invalidPayload(field, `must occur once; ${operator} occurs twice`);
  }
}

/** By start. */
function checkedOverrides({ members, overrides = [] }: NewPlan): OverrideRows {
  const rows = overrides.map(({ operator, from, to }, index) => {
    const [starts_at, ends_at] = [Date.parse(from), Date.parse(to)];
    if (!members.some((each) => each.operator === operator))
      throw invalidPayload(`overrides.${index}.operator`, `must be a member of the plan; ${operator} is not`);
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
  const { zone, weekday, hour, starts_on } = plan;
  return {
    zone,
    weekday: WEEKDAYS[weekday - 1],
    hour,
    starts_on,
    members: listMembers(tx).map(({ operator }) => operator),
    overrides: listOverrides(tx).map(({ operator, starts_at, ends_at }) => ({
      operator,
      from: isoUtc(starts_at),
      to: isoUtc(ends_at),
    })),
  };
}
