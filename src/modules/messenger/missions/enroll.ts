import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { factsOf, isInAudience, personOf } from "../audiences/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import type { Player } from "../players/index.ts";
import { findNewestEnrollment, insertEnrollment, type Undertaking } from "./enrollment-store.ts";
import { MISSION_ERRORS } from "./errors.ts";
import { requireMission } from "./find-mission.ts";
import { coversReward, isOpen } from "./rules.ts";

/**
 * Takes a mission on. Naturally idempotent: who is in it already, or has finished it as often as may be, gets that
 * enrolment.
 * @throws Problem mission_not_found, mission_closed or not_in_audience
 */
export function enroll(tx: Tx, player: Player, key: string): Undertaking {
  const mission = requireMission(tx, key);
  const newest = findNewestEnrollment(tx, mission.id, player.row.id);
  if (newest !== null && (newest.state === "active" || newest.turn >= mission.per_player_cap))
    return { enrollment: newest, mission };
  if (!isOpen(mission, tx.now) || !coversReward(mission))
    throw new Problem(MISSION_ERRORS.mission_closed, `Take another mission on: ${key} takes nobody now.`);
  if (!isInAudience(tx, mission.audience, factsOf(tx, personOf(player))))
    throw new Problem(
      MESSENGER_ERRORS.not_in_audience,
      `Take another mission on: ${key} is not open to you.`,
    );
  insertEnrollment(tx, mission.id, player.row.id, (newest?.turn ?? 0) + 1);
  const enrollment = findNewestEnrollment(tx, mission.id, player.row.id);
  if (enrollment === null) throw new Error("an enrolment that was made is not there");
  return { enrollment, mission };
}
