import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { missionRevisions, missions } from "../../../db/tables/messenger/missions.ts";
import type { Actor } from "../../../http/operation.ts";

export type MissionRow = RowOf<typeof missions>;

/** The columns that operators define; amounts in storage units. */
export type MissionDefinition = Pick<
  MissionRow,
  | "title"
  | "description"
  | "goal_kind"
  | "goal_target"
  | "reward_kind"
  | "reward_amount"
  | "starts_at"
  | "ends_at"
  | "audience"
  | "per_player_cap"
  | "budget"
  | "cooldown_seconds"
  | "per_hour"
  | "shadow"
>;

export function findMission(sql: Sql, key: string): MissionRow | null {
  return sql.get<MissionRow>("SELECT * FROM missions WHERE mission_key = ?", key);
}

/** Newest first. */
export function listMissions(sql: Sql, limit: number): MissionRow[] {
  return sql.all<MissionRow>("SELECT * FROM missions ORDER BY id DESC LIMIT ?", limit);
}

/** Active missions, newest first. */
export function listActiveMissions(sql: Sql, limit: number): MissionRow[] {
  return sql.all<MissionRow>("SELECT * FROM missions WHERE state = 'active' ORDER BY id DESC LIMIT ?", limit);
}

export function countMissions(sql: Sql): number {
  return sql.get<{ count: number }>("SELECT count(*) AS count FROM missions")?.count ?? 0;
}

export function countActiveMissions(sql: Sql): number {
  return (
    sql.get<{ count: number }>("SELECT count(*) AS count FROM missions WHERE state = 'active'")?.count ?? 0
  );
}

export function insertMission(
  tx: Tx,
  { key, state, definition }: { key: string; state: MissionRow["state"]; definition: MissionDefinition },
): void {
  tx.run(
    `INSERT INTO missions (mission_key, revision, state, title, description, goal_kind, goal_target, reward_kind,
       reward_amount, starts_at, ends_at, audience, per_player_cap, budget, cooldown_seconds, per_hour, shadow,
       spent, paid, created_at, updated_at)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)`,
    key,
    state,
    ...definitionColumns(definition),
    tx.now,
    tx.now,
  );
}

/** Stores a definition as the next revision. */
export function updateMissionRow(tx: Tx, id: number, definition: MissionDefinition): void {
  tx.run(
    `UPDATE missions SET title = ?, description = ?, goal_kind = ?, goal_target = ?, reward_kind = ?, reward_amount = ?,
       starts_at = ?, ends_at = ?, audience = ?, per_player_cap = ?, budget = ?, cooldown_seconds = ?, per_hour = ?,
       shadow = ?, revision = revision + 1, updated_at = ? WHERE id = ?`,
    ...definitionColumns(definition),
    tx.now,
    id,
  );
}

function definitionColumns(definition: MissionDefinition) {
  return [
    definition.title,
    definition.description,
    definition.goal_kind,
    definition.goal_target,
    definition.reward_kind,
    definition.reward_amount,
    definition.starts_at,
    definition.ends_at,
    definition.audience,
    definition.per_player_cap,
    definition.budget,
    definition.cooldown_seconds,
    definition.per_hour,
    definition.shadow,
  ];
}

export function updateState(tx: Tx, id: number, state: MissionRow["state"]): void {
  tx.run(
    "UPDATE missions SET state = ?, revision = revision + 1, updated_at = ? WHERE id = ?",
    state,
    tx.now,
    id,
  );
}

/** Stores a mission's current revision. @param definition the mission's view, as JSON */
export function insertRevision(
  tx: Tx,
  mission: MissionRow,
  { definition, actor }: { definition: string; actor: Actor },
): void {
  tx.run(
    "INSERT INTO mission_revisions (mission_id, revision, definition, actor, created_at) VALUES (?, ?, ?, ?, ?)",
    mission.id,
    mission.revision,
    definition,
    "name" in actor ? actor.name : actor.kind,
    tx.now,
  );
}

export type RevisionRow = Pick<
  RowOf<typeof missionRevisions>,
  "revision" | "definition" | "actor" | "created_at"
>;

/** Newest first. */
export function listRevisions(sql: Sql, missionId: number, limit: number): RevisionRow[] {
  return sql.all<RevisionRow>(
    `SELECT revision, definition, actor, created_at FROM mission_revisions WHERE mission_id = ?
       ORDER BY revision DESC LIMIT ?`,
    missionId,
    limit,
  );
}

/** Charges one reward to the budget. Returns false if the budget does not cover it. */
export function chargeBudget(tx: Tx, { id, reward_amount }: MissionRow): boolean {
  return (
    tx.run(
      `UPDATE missions SET spent = spent + ?1, paid = paid + (reward_kind <> 'nothing')
         WHERE id = ?2 AND (budget IS NULL OR spent + ?1 <= budget)`,
      reward_amount,
      id,
    ).changes === 1
  );
}
