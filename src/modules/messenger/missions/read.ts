import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { factsOf, isInAudience, type Person } from "../audiences/index.ts";
import type { Player } from "../players/index.ts";
import { listUndertakings, newestEnrollments } from "./enrollment-store.ts";
import type { OpenMission, OwnMission } from "./model.ts";
import { coversReward, isOpen } from "./rules.ts";
import { listActiveMissions } from "./store.ts";
import { openMissionView, ownMissionView, progressView } from "./view.ts";

const MAX_OPEN = 200;
const MAX_OWN = 200;

/** Missions that a player may take on or is in; those finished as often as may be are left out. */
export function listOpenMissions(sql: Sql, who: Person, now: number): Static<typeof OpenMission>[] {
  const { player } = who;
  const facts = factsOf(sql, who);
  const own = player === null ? new Map() : newestEnrollments(sql, player.row.id);
  return listActiveMissions(sql, MAX_OPEN)
    .filter((mission) => isOpen(mission, now) && coversReward(mission))
    .filter((mission) => {
      const newest = own.get(mission.id);
      return newest === undefined || newest.state === "active" || newest.turn < mission.per_player_cap;
    })
    .filter(({ audience }) => isInAudience(sql, audience, facts))
    .map((mission) => openMissionView(mission, own.get(mission.id)));
}

/** What a player has taken on, or has finished; the newest 200 first. */
export function listOwnMissions(
  sql: Sql,
  player: Player | null,
  state: "active" | "done",
): Static<typeof OwnMission>[] {
  return player === null ? [] : listUndertakings(sql, player.row.id, state, MAX_OWN).map(ownMissionView);
}

/** How many missions a player may take on that are not active already. */
export function countOpenMissions(sql: Sql, who: Person, now: number): number {
  return listOpenMissions(sql, who, now).filter(({ enrolled }) => !enrolled).length;
}

/** The player's active missions in a line each. */
export function listProgress(
  sql: Sql,
  player: Player,
  limit: number,
): { title: string; value: number; target: number }[] {
  return listUndertakings(sql, player.row.id, "active", limit).map(({ enrollment, mission }) => {
    const { value, target } = progressView(enrollment, mission);
    return { title: mission.title, value, target };
  });
}
