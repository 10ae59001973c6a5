import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, isoUtc } from "../../../kit/clock.ts";
import { listOperators } from "../../access/operators/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { type PlanView, type ShiftView, WEEKDAYS } from "./model.ts";
import { listShifts, type Override, type Rotation, type Shift } from "./rotation.ts";
import { findPlan, listMembers, listOverrides } from "./store.ts";

/** An operator who can be called. */
export interface Contact {
  operator: string;
  email: string;
}

/** Who is called at a time, and who if the first does not answer. */
export interface Duty {
  onDuty: Contact;
  /** The other available members, in the order of their weeks. */
  others: readonly Contact[];
}

interface Plan {
  rotation: Rotation;
  overrides: readonly Override[];
  isAvailable: (operator: string) => boolean;
  contacts: readonly Contact[];
}

const SHOWN_MS = 28 * DAY_MS;
const SEARCHED_MS = 400 * DAY_MS;

/** Who is on call; null without a plan, or while nobody of it is available. */
export function findDuty(sql: Sql, keyring: Keyring, now: number): Duty | null {
  const plan = readPlan(sql, keyring);
  if (plan === null) return null;
  const [shift] = listShifts(plan, { from: now, until: now + 1, isAvailable: plan.isAvailable });
  const onDuty = plan.contacts.find(({ operator }) => operator === shift?.operator);
  if (onDuty === undefined) return null;
  const at = plan.contacts.indexOf(onDuty);
  const inOrder = [...plan.contacts.slice(at + 1), ...plan.contacts.slice(0, at)];
  return { onDuty, others: inOrder.filter(({ operator }) => plan.isAvailable(operator)) };
}

/** The plan, with its next shifts. */
export function planView(sql: Sql, keyring: Keyring, now: number): PlanView {
  const row = findPlan(sql);
  const plan = readPlan(sql, keyring);
  if (row === null || plan === null) return NO_PLAN;
  const { isAvailable, overrides, contacts } = plan;
  const shifts = listShifts(plan, { from: now, until: now + SHOWN_MS, isAvailable }).map(shiftView);
  const [current] = shifts;
  return {
    zone: row.zone,
    weekday: WEEKDAYS[row.weekday - 1] ?? null,
    hour: row.hour,
    starts_on: row.starts_on,
    members: contacts.map((each) => ({ ...each, available: isAvailable(each.operator) })),
    overrides: overrides.map(({ operator, from, to }) => ({ operator, from: isoUtc(from), to: isoUtc(to) })),
    on_duty: current ?? null,
    next: nextShift(plan, current, now),
    shifts,
    updated_at: isoUtc(row.updated_at),
    updated_by: row.updated_by,
  };
}

function nextShift(plan: Plan, current: ShiftView | undefined, now: number): ShiftView | null {
  const { isAvailable } = plan;
  const next = listShifts(plan, { from: now, until: now + SEARCHED_MS, isAvailable }).find(
    ({ operator }) => operator !== current?.operator,
  );
  return next === undefined ? null : shiftView(next);
}

const NO_PLAN: PlanView = {
  zone: null,
  weekday: null,
  hour: null,
  starts_on: null,
  members: [],
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
  const contacts = listMembers(sql).map(({ operator, email_sealed }) => ({
    operator,
    email: keyring.unseal(email_sealed, operator),
  }));
  const available = availableOperators(sql);
  const { zone, weekday, hour, starts_on: startsOn } = row;
  return {
    rotation: { zone, weekday, hour, startsOn, members: contacts.map(({ operator }) => operator) },
    overrides: listOverrides(sql).map(({ operator, starts_at: from, ends_at: to }) => ({
      operator,
      from,
      to,
    })),
    isAvailable: (operator) => available.has(operator),
    contacts,
  };
}

/** Operators who may answer an alarm: active, and not viewers. */
export function availableOperators(sql: Sql): Set<string> {
  const able = listOperators(sql).filter(({ status, role }) => status === "active" && role !== "viewer");
  return new Set(able.map(({ name }) => name));
}

function shiftView({ operator, from, to, isOverride }: Shift): ShiftView {
  return { operator, from: isoUtc(from), to: isoUtc(to), override: isOverride };
}
