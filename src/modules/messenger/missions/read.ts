import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { type Locale, SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { gatherFacts, isInAudience, type Person } from "../audiences/index.ts";
import type { Player } from "../players/index.ts";
import { listParticipations, newestEnrollments } from "./enrollment-store.ts";
import type { OpenMission, OwnMission } from "./model.ts";
import { coversReward, isOpen } from "./rules.ts";
import { listActiveMissions } from "./store.ts";
import { openMissionView, ownMissionView } from "./view.ts";

const MAX_OPEN = 200;
const MAX_OWN = 200;

/** Open missions for a person, except those completed per_player_cap times. */
export function listOpenMissions(
  sql: Sql,
  person: Person,
  { locale, now }: { locale: Locale; now: number },
): Static<typeof OpenMission>[] {
  const { player } = person;
  const facts = gatherFacts(sql, person);
  const own = player === null ? new Map() : newestEnrollments(sql, player.row.id);
  return listActiveMissions(sql, MAX_OPEN)
    .filter((mission) => isOpen(mission, now) && coversReward(mission))
    .filter((mission) => {
      const newest = own.get(mission.id);
      return newest === undefined || newest.state === "active" || newest.turn < mission.per_player_cap;
    })
    .filter(({ audience }) => isInAudience(sql, audience, facts))
    .map((mission) => openMissionView(mission, own.get(mission.id), locale));
}

/** A player's active missions, newest first, or the completed ones, latest completion first; at most 200. */
export function listOwnMissions(
  sql: Sql,
  player: Player | null,
  { locale, now, state }: { locale: Locale; now: number; state: "active" | "done" },
): Static<typeof OwnMission>[] {
  return player === null
    ? []
    : listParticipations(sql, player.row.id, { state, limit: MAX_OWN }).map((each) =>
        ownMissionView(each, { locale, now }),
      );
}

/** Number of open missions without an active enrollment. */
export function countOpenMissions(sql: Sql, person: Person, now: number): number {
  return listOpenMissions(sql, person, { locale: SOURCE_LOCALE, now }).filter(({ enrolled }) => !enrolled)
    .length;
}

/** Title and progress of the player's active missions that are open, newest first. */
export function listProgress(
  sql: Sql,
  player: Player,
  { limit, locale, now }: { limit: number; locale: Locale; now: number },
): { title: string; value: number; target: number }[] {
  return listOwnMissions(sql, player, { locale, now, state: "active" })
    .filter(({ open }) => open)
    .slice(0, limit)
    .map(({ progress: { target, value }, title }) => ({ title, value, target }));
}
