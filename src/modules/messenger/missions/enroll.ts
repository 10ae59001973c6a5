import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { gatherFacts, isInAudience, toPerson } from "../audiences/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import type { Player } from "../players/index.ts";
import { findNewestEnrollment, insertEnrollment, type Participation } from "./enrollment-store.ts";
import { MISSION_ERRORS } from "./errors.ts";
import { requireMission } from "./find-mission.ts";
import { coversReward, isOpen } from "./rules.ts";

/**
 * Enrolls a player in a mission. Naturally idempotent: returns the existing enrollment if it is active or if the player
 * has reached per_player_cap.
 * @throws Problem mission_not_found, mission_closed or not_in_audience
 */
export function enroll(tx: Tx, player: Player, key: string): Participation {
  const mission = requireMission(tx, key);
  const newest = findNewestEnrollment(tx, mission.id, player.row.id);
  if (newest !== null && (newest.state === "active" || newest.turn >= mission.per_player_cap))
    return { enrollment: newest, mission };
  if (!isOpen(mission, tx.now) || !coversReward(mission))
    throw new Problem(MISSION_ERRORS.mission_closed, `Choose another mission: ${key} is closed.`);
  if (!isInAudience(tx, mission.audience, gatherFacts(tx, toPerson(player))))
    throw new Problem(MESSENGER_ERRORS.not_in_audience, `Choose another mission: ${key} is not open to you.`);
  const turn = (newest?.turn ?? 0) + 1;
  insertEnrollment(tx, { missionId: mission.id, playerId: player.row.id, turn });
  const enrollment = findNewestEnrollment(tx, mission.id, player.row.id);
  if (enrollment === null) throw new Error("the enrollment was not stored");
  return { enrollment, mission };
}
