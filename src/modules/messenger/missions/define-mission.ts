import type { Sql } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { timeOrNull } from "../../../kit/clock.ts";
import { toHundredths } from "../../../kit/money.ts";
import { requireAudience } from "../audiences/index.ts";
import { requireEndAfterStart } from "../period.ts";
import { shownAmount, storedAmount } from "../rewards/index.ts";
import type { MissionPatch, NewMission } from "./model.ts";
import type { MissionDefinition, MissionRow } from "./store.ts";

/** A new mission with defaults, in storage units. @throws Problem invalid_payload naming the field */
export function buildDefinition(sql: Sql, body: NewMission): MissionDefinition {
  return changedDefinition(sql, EMPTY, body);
}

const EMPTY: MissionDefinition = {
  title: "",
  description: "",
  goal_kind: "spins",
  goal_target: 1,
  reward_kind: "nothing",
  reward_amount: 0,
  starts_at: null,
  ends_at: null,
  audience: null,
  per_player_cap: 1,
  budget: null,
  cooldown_seconds: 0,
  per_hour: null,
  shadow: 0,
};

/**
 * A definition with a change applied; null removes a value.
 * @throws Problem invalid_payload naming the field
 */
export function changedDefinition(
  sql: Sql,
  before: MissionDefinition,
  change: MissionPatch,
): MissionDefinition {
  const { title, description, goal, reward, audience, per_player_cap, budget, limits, shadow } = change;
  const after: MissionDefinition = {
    ...before,
    title: title ?? before.title,
    description: description === undefined ? before.description : (description ?? ""),
    per_player_cap: per_player_cap ?? before.per_player_cap,
    audience: audience === undefined ? before.audience : audience,
    shadow: shadow === undefined ? before.shadow : Number(shadow),
    ...(goal === undefined ? {} : { goal_kind: goal.kind, goal_target: targetUnits(goal) }),
    ...(reward === undefined ? {} : rewardOf(reward)),
    ...windowOf(before, change.window),
    ...limitsOf(before, limits),
  };
  if (after.audience !== null) requireAudience(sql, after.audience);
  after.budget = budgetOf(before, after, budget);
  return after;
}

function targetUnits({ kind, target }: NewMission["goal"]): number {
  if (kind !== "salutes_earned") {
    if (Number.isInteger(target)) return target;
    throw invalidPayload("goal.target", "must be a whole number for this kind");
  }
  const units = toHundredths(target);
  if (units !== null) return units;
  throw invalidPayload("goal.target", "must have at most 2 decimals");
}

function rewardOf(reward: NewMission["reward"]): Pick<MissionDefinition, "reward_kind" | "reward_amount"> {
  return { reward_kind: reward.kind, reward_amount: storedAmount(reward, "reward.amount") };
}

function windowOf(
  { starts_at, ends_at }: MissionDefinition,
  window: MissionPatch["window"],
): Pick<MissionDefinition, "starts_at" | "ends_at"> {
  if (window === undefined) return { starts_at, ends_at };
  const from = changedTime(window?.starts_at, window === null ? null : starts_at);
  const to = changedTime(window?.ends_at, window === null ? null : ends_at);
  requireEndAfterStart(from, to, "window.");
  return { starts_at: from, ends_at: to };
}

function changedTime(iso: string | null | undefined, before: number | null): number | null {
  return iso === undefined ? before : timeOrNull(iso);
}

function limitsOf(
  { cooldown_seconds, per_hour }: MissionDefinition,
  limits: MissionPatch["limits"],
): Pick<MissionDefinition, "cooldown_seconds" | "per_hour"> {
  if (limits === undefined) return { cooldown_seconds, per_hour };
  if (limits === null) return { cooldown_seconds: 0, per_hour: null };
  return {
    cooldown_seconds: limits.cooldown_seconds ?? cooldown_seconds,
    per_hour: limits.per_hour === undefined ? per_hour : limits.per_hour,
  };
}

/** The budget in the reward's unit. An unchanged budget keeps its amount if the reward's kind changes. */
function budgetOf(
  before: MissionDefinition,
  after: MissionDefinition,
  budget: number | null | undefined,
): number | null {
  const kind = after.reward_kind;
  const amount =
    budget === undefined && before.budget !== null ? shownAmount(before.reward_kind, before.budget) : budget;
  if (amount === undefined || amount === null) return null;
  if (amount === 0 || kind === "nothing") return 0;
  return storedAmount({ kind, amount }, "budget");
}

/** Whether goal or reward differ: both are fixed after the first payout. */
export function isGoalOrRewardChanged(before: MissionRow, after: MissionDefinition): boolean {
  return (["goal_kind", "goal_target", "reward_kind", "reward_amount"] as const).some(
    (field) => before[field] !== after[field],
  );
}
