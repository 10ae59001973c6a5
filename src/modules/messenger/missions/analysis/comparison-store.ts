import type { Sql } from "../../../../db/sql.ts";

export interface GroupFigures {
  players: number;
  /** Sum over all players of their days with play. */
  active_days: number;
  /** Hundredths of a salute. */
  earned: number;
}

const EMPTY: GroupFigures = { players: 0, active_days: 0, earned: 0 };

/** Figures of all players from a day on. */
export function figuresOfAll(sql: Sql, fromDay: number): GroupFigures {
  return (
    sql.get<GroupFigures>(
      `SELECT (SELECT count(*) FROM messenger_players) AS players,
         coalesce(sum(wheel_rounds + grid_rounds > 0), 0) AS active_days, coalesce(sum(earned), 0) AS earned
       FROM messenger_player_days WHERE day >= ?`,
      fromDay,
    ) ?? EMPTY
  );
}

/** Figures of all players who ever enrolled in a mission. */
export function figuresOfEnrolled(sql: Sql, missionId: number, fromDay: number): GroupFigures {
  return (
    sql.get<GroupFigures>(
      `SELECT count(DISTINCT e.player_id) AS players,
         coalesce(sum(d.wheel_rounds + d.grid_rounds > 0), 0) AS active_days, coalesce(sum(d.earned), 0) AS earned
       FROM mission_enrollments e LEFT JOIN messenger_player_days d ON d.player_id = e.player_id AND d.day >= ?
       WHERE e.mission_id = ? AND e.turn = 1`,
      fromDay,
      missionId,
    ) ?? EMPTY
  );
}

/** Figures of the given players who never enrolled in a mission. */
export function figuresOfOthers(
  sql: Sql,
  { missionId, fromDay, playerIds }: { missionId: number; fromDay: number; playerIds: readonly number[] },
): GroupFigures {
  return (
    sql.get<GroupFigures>(
      `SELECT count(DISTINCT p.value) AS players,
         coalesce(sum(d.wheel_rounds + d.grid_rounds > 0), 0) AS active_days, coalesce(sum(d.earned), 0) AS earned
       FROM json_each(?) p LEFT JOIN messenger_player_days d ON d.player_id = p.value AND d.day >= ?
       WHERE NOT EXISTS (SELECT 1 FROM mission_enrollments e
         WHERE e.mission_id = ? AND e.player_id = p.value AND e.turn = 1)`,
      JSON.stringify(playerIds),
      fromDay,
      missionId,
    ) ?? EMPTY
  );
}
