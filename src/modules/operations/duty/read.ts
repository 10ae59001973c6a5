import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, isoUtc } from "../../../kit/clock.ts";
import { listOperators } from "../../access/operators/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { PlanView, ShiftView } from "./model.ts";
import {
  currentRound,
  listShifts,
  listWholeShifts,
  type Override,
  type Rotation,
  type Shift,
} from "./rotation.ts";
import { findPlan, listMembers, listOverrides, listSpans } from "./store.ts";

/** An operator who can be called. */
export interface Contact {
  operator: string;
  email: string;
}

/** Who is called at a time, and who if nobody answers. */
export interface Duty {
  /** Null while nobody is on call. Without an address the operator is only named. */
  onDuty: { operator: string; email: string | null } | null;
  /** The other available operators with an address. */
  others: readonly Contact[];
}

interface Member {
  operator: string;
  email: string | null;
  isEscalatedTo: boolean;
}

interface Plan {
  rotation: Rotation;
  overrides: readonly Override[];
  isAvailable: (operator: string) => boolean;
  members: readonly Member[];
}

const SHOWN_MS = 28 * DAY_MS;
const SEARCHED_MS = 400 * DAY_MS;

/** Who is on call; null without a plan. */
export function findDuty(sql: Sql, keyring: Keyring, now: number): Duty | null {
  const plan = readPlan(sql, keyring);
  if (plan === null) return null;
  const { members, isAvailable } = plan;
  const [shift] = listShifts(plan, { from: now, until: now + 1, isAvailable });
  const onDuty = members.find(({ operator }) => operator === shift?.operator) ?? null;
  const others = members.flatMap(({ operator, email, isEscalatedTo }) =>
    isEscalatedTo && email !== null && operator !== shift?.operator && isAvailable(operator)
      ? [{ operator, email }]
      : [],
  );
  return { onDuty, others };
}

/** Minutes that an alarm may wait for an acknowledgement. @param fallback without a plan that says so */
export function escalationMinutes(sql: Sql, fallback: number): number {
  return findPlan(sql)?.escalation_minutes ?? fallback;
}

interface ViewParts {
  keyring: Keyring;
  config: { alertEscalationMinutes: number };
}

/** The plan, with its next shifts. */
export function planView(sql: Sql, { keyring, config }: ViewParts, now: number): PlanView {
  const row = findPlan(sql);
  const plan = readPlan(sql, keyring);
  const after_minutes = escalationMinutes(sql, config.alertEscalationMinutes);
  if (row === null || plan === null) return { ...NO_PLAN, escalation: { after_minutes, operators: [] } };
  const { isAvailable, rotation, overrides, members } = plan;
  const shifts = listWholeShifts(plan, { from: now, until: now + SHOWN_MS, isAvailable }).map(shiftView);
  const current = shifts.find(({ from }) => Date.parse(from) <= now);
  return {
    zone: row.zone,
    rotation: currentRound(rotation, now).map(spanView),
    repeats_after_weeks: row.weeks,
    contacts: members.map(({ operator, email }) => ({ operator, email, available: isAvailable(operator) })),
    overrides: overrides.map(spanView),
    escalation: {
      after_minutes,
      operators: members.filter((each) => each.isEscalatedTo).map(({ operator }) => operator),
    },
    on_duty: current ?? null,
    next: nextShift(plan, current, now),
    shifts,
    updated_at: isoUtc(row.updated_at),
    updated_by: row.updated_by,
  };
}

function nextShift(plan: Plan, current: ShiftView | undefined, now: number): ShiftView | null {
  const { isAvailable } = plan;
  const next = listWholeShifts(plan, { from: now, until: now + SEARCHED_MS, isAvailable }).find(
    ({ operator }) => operator !== current?.operator,
  );
  return next === undefined ? null : shiftView(next);
}

const NO_PLAN: Omit<PlanView, "escalation"> = {
  zone: null,
  rotation: [],
  repeats_after_weeks: null,
  contacts: [],
  overrides: [],
  on_duty: null,
  next: null,
  shifts: [],
  updated_at: null,
  updated_by: null,
};

function readPlan(sql: Sql, keyring: Keyring): Plan | null {
  const row = findPlan(sql);
  if (row === null) return null;
  const available = availableOperators(sql);
  const spans = listSpans(sql).map(({ operator, from_minute: from, to_minute: to }) => ({
    operator,
    from,
    to,
  }));
  return {
    rotation: { zone: row.zone, startsAt: row.starts_at, weeks: row.weeks, spans },
    overrides: listOverrides(sql).map(({ operator, starts_at: from, ends_at: to }) => ({
      operator,
      from,
      to,
    })),
    isAvailable: (operator) => available.has(operator),
    members: listMembers(sql).map(({ operator, email_sealed, is_escalated_to }) => ({
      operator,
      email: email_sealed === null ? null : keyring.unseal(email_sealed, operator),
      isEscalatedTo: is_escalated_to === 1,
    })),
  };
}

/** Operators who may answer an alarm: active, and not viewers. */
export function availableOperators(sql: Sql): Set<string> {
  const able = listOperators(sql).filter(({ status, role }) => status === "active" && role !== "viewer");
  return new Set(able.map(({ name }) => name));
}

function shiftView({ isOverride, ...shift }: Shift): ShiftView {
  return { ...spanView(shift), override: isOverride };
}

function spanView({ operator, from, to }: Override): PlanView["overrides"][number] {
  return { operator, from: isoUtc(from), to: isoUtc(to) };
}
