import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { requireRevision } from "../revisions/index.ts";
import { changedDefinition, isGoalOrRewardChanged } from "./define-mission.ts";
import { isReached } from "./enrollment-store.ts";
import { requireMission } from "./find-mission.ts";
import type { MissionPatch } from "./model.ts";
import {
  countActiveMissions,
  insertRevision,
  type MissionDefinition,
  type MissionRow,
  updateMissionRow,
  updateState,
} from "./store.ts";
import { missionView } from "./view.ts";

/**
 * Changes a mission's definition.
 * @throws Problem mission_not_found, revision_conflict, invalid_payload, or state_conflict for a new goal or reward after
 * the first payout, and for a goal that players' progress does not fit
 */
export function updateMission(
  tx: Tx,
  actor: Actor,
  { key, expectedRevision, change }: { key: string; expectedRevision: number; change: MissionPatch },
): MissionRow {
  const before = requireMission(tx, key);
  requireRevision(before.revision, expectedRevision);
  if (Object.keys(change).length === 0)
    throw invalidPayload("body", "must name at least one field to change");
  const after = changedDefinition(tx, before, change);
  if (before.paid > 0 && isGoalOrRewardChanged(before, after))
    throw new Problem(
      "state_conflict",
      `Create another mission: ${key} has paid, so goal and reward are fixed.`,
    );
  requireFittingGoal(tx, before, after);
  if (after.budget !== null && after.budget < before.spent)
    throw invalidPayload("budget", "must not be less than the amount already paid");
  updateMissionRow(tx, before.id, after);
  return recordChange(tx, actor, { action: "mission.change", key });
}

/** Progress counts in the goal's unit, and only a next event completes a mission. @throws Problem state_conflict */
function requireFittingGoal(sql: Sql, before: MissionRow, after: MissionDefinition): void {
  const { id, mission_key } = before;
  if (after.goal_kind !== before.goal_kind) {
    if (!isReached(sql, id, 0)) return;
    throw new Problem(
      "state_conflict",
      `Create another mission: players are enrolled in ${mission_key} and have progress of its kind of goal.`,
    );
  }
  if (after.goal_target >= before.goal_target || !isReached(sql, id, after.goal_target)) return;
  throw new Problem(
    "state_conflict",
    `Choose a higher target, or create another mission: players of ${mission_key} have reached this one already.`,
  );
}

const MAX_ACTIVE = 200;

/** Opens or closes a mission; does nothing if it has this state. @throws Problem mission_not_found, state_conflict */
export function setMissionState(
  tx: Tx,
  actor: Actor,
  { key, state }: { key: string; state: "active" | "inactive" },
): MissionRow {
  const before = requireMission(tx, key);
  if (before.state === state) return before;
  if (state === "active") requireActiveSlot(tx);
  updateState(tx, before.id, state);
  const action = state === "active" ? "mission.activate" : "mission.deactivate";
  return recordChange(tx, actor, { action, key });
}

/** @throws Problem state_conflict at the maximum number of active missions */
export function requireActiveSlot(tx: Tx): void {
  if (countActiveMissions(tx) >= MAX_ACTIVE)
    throw new Problem("state_conflict", `Deactivate a mission first: ${MAX_ACTIVE} are active.`);
}

function recordChange(tx: Tx, actor: Actor, { action, key }: { action: string; key: string }): MissionRow {
  const after = requireMission(tx, key);
  const view = missionView(after);
  insertRevision(tx, after, { definition: JSON.stringify(view), actor });
  recordAudit(tx, actor, { action, subject: `mission:${key}`, details: { ...view } });
  return after;
}
