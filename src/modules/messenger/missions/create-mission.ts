import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { buildDefinition } from "./define-mission.ts";
import { requireMission } from "./find-mission.ts";
import type { NewMission } from "./model.ts";
import { countMissions, findMission, insertMission, insertRevision, type MissionRow } from "./store.ts";
import { requireActiveSlot } from "./update-mission.ts";
import { missionView } from "./view.ts";

const MAX_MISSIONS = 1_000;

/**
 * Creates a mission, by default as a draft.
 * @throws Problem state_conflict for an existing key or at a maximum, invalid_payload naming the field
 */
export function createMission(tx: Tx, actor: Actor, body: NewMission): MissionRow {
  const key = body.mission_key;
  if (findMission(tx, key) !== null)
    throw new Problem("state_conflict", `Choose another mission_key, or change ${key}: it exists.`);
  if (countMissions(tx) >= MAX_MISSIONS)
    throw new Problem("state_conflict", `Change an ended mission: the maximum of ${MAX_MISSIONS} exists.`);
  const { state = "draft" } = body;
  if (state === "active") requireActiveSlot(tx);
  insertMission(tx, { key, state, definition: buildDefinition(tx, body) });
  const mission = requireMission(tx, key);
  const view = missionView(mission);
  insertRevision(tx, mission, { definition: JSON.stringify(view), actor });
  recordAudit(tx, actor, { action: "mission.create", subject: `mission:${key}`, details: { ...view } });
  return mission;
}
