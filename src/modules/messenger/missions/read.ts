import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { isInAudience } from "../audiences/index.ts";
import type { PlayerRow } from "../players/index.ts";
import { listUndertakings, newestEnrollments } from "./enrollment-store.ts";
import type { OpenMission, OwnMission } from "./model.ts";
import { coversReward, isOpen } from "./rules.ts";
import { listActiveMissions } from "./store.ts";
import { openMissionView, ownMissionView } from "./view.ts";

const MAX_OPEN = 200;
const MAX_OWN = 200;

/** Missions that a player may take on or is in; those finished as often as may be are left out. */
export function listOpenMissions(
  sql: Sql,
  player: PlayerRow | null,
  now: number,
): Static<typeof OpenMission>[] {
  const own = player === null ? new Map() : newestEnrollments(sql, player.id);
  return listActiveMissions(sql, MAX_OPEN)
    .filter((mission) => isOpen(mission, now) && coversReward(mission))
    .filter((mission) => {
      const newest = own.get(mission.id);
      return newest === undefined || newest.state === "active" || newest.turn < mission.per_player_cap;
    })
    .filter(({ audience }) => audience === null || isInAudience(sql, audience, player, now))
    .map((mission) => openMissionView(mission, own.get(mission.id)));
}

/** What a player has taken on, or has finished; the newest 200 first. */
export function listOwnMissions(
  sql: Sql,
  player: PlayerRow | null,
  state: "active" | "done",
): Static<typeof OwnMission>[] {
  return player === null ? [] : listUndertakings(sql, player.id, state, MAX_OWN).map(ownMissionView);
}
