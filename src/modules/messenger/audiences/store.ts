import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerAudienceGroups } from "../../../db/tables/messenger/campaigns.ts";
import type { messengerPlayers } from "../../../db/tables/messenger/players.ts";
import type { users } from "../../../db/tables/users.ts";

export type GroupRow = RowOf<typeof messengerAudienceGroups>;

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

/** Maximum number of groups. */
export const MAX_GROUPS = 500;

/** Keys of all groups, newest first. */
export function listGroupKeys(sql: Sql): string[] {
  return listGroups(sql, MAX_GROUPS).map(({ key }) => key);
}

/** Groups, newest first. */
export function listGroups(sql: Sql, limit: number): GroupRow[] {
  return sql.all<GroupRow>(
    `SELECT ${COLUMNS} FROM messenger_audience_groups ORDER BY created_at DESC, key LIMIT ?`,
    limit,
  );
}

export function countGroups(sql: Sql): number {
  return sql.get<{ count: number }>("SELECT count(*) AS count FROM messenger_audience_groups")?.count ?? 0;
}

/** Inserts a group, or writes its next revision. */
export function upsertGroup(
  tx: Tx,
  { key, title, rule, enabled }: Pick<GroupRow, "key" | "title" | "rule" | "enabled">,
): void {
  tx.run(
    `INSERT INTO messenger_audience_groups (key, revision, title, rule, enabled, created_at, updated_at)
       VALUES (?, 1, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET title = excluded.title, rule = excluded.rule, enabled = excluded.enabled,
       revision = revision + 1, updated_at = excluded.updated_at`,
    key,
    title,
    rule,
    enabled,
    tx.now,
    tx.now,
  );
}

/** The columns of a player that rules check. */
export type MemberRow = Pick<
  RowOf<typeof messengerPlayers>,
  "id" | "telegram_id" | "user_id" | "language_code" | "joined_at"
> &
  Pick<RowOf<typeof users>, "balance">;

/** Players with a greater id, by id. */
export function listMembersAfter(sql: Sql, id: number, limit: number): MemberRow[] {
  return sql.all<MemberRow>(
    `SELECT p.id, p.telegram_id, p.user_id, p.language_code, p.joined_at, u.balance
       FROM messenger_players p JOIN users u ON u.id = p.user_id WHERE p.id > ? ORDER BY p.id LIMIT ?`,
    id,
    limit,
  );
}

export function countPlayers(sql: Sql): number {
  return sql.get<{ count: number }>("SELECT count(*) AS count FROM messenger_players")?.count ?? 0;
}
