import type { Sql } from "../../../db/sql.ts";

export interface GroupRow {
  key: string;
  revision: number;
  title: string;
  /** JSON. */
  rule: string;
  enabled: 0 | 1;
  created_at: number;
  updated_at: number;
}

const COLUMNS = "key, revision, title, rule, enabled, created_at, updated_at";

export function findGroup(sql: Sql, key: string): GroupRow | null {
  return sql.get<GroupRow>(`SELECT ${COLUMNS} FROM messenger_audience_groups WHERE key = ?`, key);
}

export function listEnabledGroups(sql: Sql, limit: number): GroupRow[] {
  return sql.all<GroupRow>(
    `SELECT ${COLUMNS} FROM messenger_audience_groups WHERE enabled = 1 ORDER BY key LIMIT ?`,
    limit,
  );
}

export function hasVerifiedWallet(sql: Sql, userId: number): boolean {
  return (
    sql.get("SELECT 1 FROM wallet_links WHERE user_id = ? AND verified_at IS NOT NULL LIMIT 1", userId) !==
    null
  );
}

export function hasDoneMission(sql: Sql, playerId: number, missionKey: string): boolean {
  return (
    sql.get(
      `SELECT 1 FROM mission_enrollments AS e JOIN missions AS m ON m.id = e.mission_id
         WHERE m.mission_key = ? AND e.player_id = ? AND e.state = 'done' LIMIT 1`,
      missionKey,
      playerId,
    ) !== null
  );
}
