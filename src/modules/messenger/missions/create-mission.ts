import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { requireRoomForActive } from "./change-mission.ts";
import { definitionOf } from "./define-mission.ts";
import { requireMission } from "./find-mission.ts";
import type { NewMission } from "./model.ts";
import { countMissions, findMission, insertMission, insertRevision, type MissionRow } from "./store.ts";
import { missionView } from "./view.ts";

const MAX_MISSIONS = 1_000;

/** Makes a mission, a draft unless said otherwise. @throws Problem state_conflict for an existing key, invalid_payload naming a field */
export function createMission(tx: Tx, actor: Actor, body: NewMission): MissionRow {
  const key = body.mission_key;
  if (findMission(tx, key) !== null)
    throw new Problem("state_conflict", `Choose another mission_key, or change ${key}: it exists.`);
  if (countMissions(tx) >= MAX_MISSIONS)
    throw new Problem(
      "state_conflict",
      `Change a mission that is over: there are ${MAX_MISSIONS}, the most.`,
    );
  const { state = "draft" } = body;
  if (state === "active") requireRoomForActive(tx);
  insertMission(tx, key, definitionOf(tx, body), state);
  const made = requireMission(tx, key);
  const view = missionView(made);
  insertRevision(tx, made, JSON.stringify(view), actor);
  recordAudit(tx, actor, "mission.create", `mission:${key}`, { ...view });
  return made;
}
