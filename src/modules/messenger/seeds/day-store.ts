import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type {
  messengerFairDays,
  messengerFairNodes,
  messengerSeeds,
} from "../../../db/tables/messenger/fairness.ts";

export type FairDayRow = RowOf<typeof messengerFairDays>;

export function findFairDay(sql: Sql, day: number): FairDayRow | null {
  return sql.get<FairDayRow>(
    "SELECT day, size, root, unrevealed, log_index FROM messenger_fair_days WHERE day = ?",
    day,
  );
}

export function insertFairDay(tx: Tx, row: FairDayRow): void {
  tx.run(
    "INSERT INTO messenger_fair_days (day, size, root, unrevealed, log_index) VALUES (?, ?, ?, ?, ?)",
    row.day,
    row.size,
    row.root,
    row.unrevealed,
    row.log_index,
  );
}

export function setLogIndex(tx: Tx, day: number, logIndex: number): void {
  tx.run("UPDATE messenger_fair_days SET log_index = ? WHERE day = ?", logIndex, day);
}

/** Closed days that are not in the signed log yet, oldest first. */
export function listUnloggedDays(sql: Sql, limit: number): FairDayRow[] {
  return sql.all<FairDayRow>(
    `SELECT day, size, root, unrevealed, log_index FROM messenger_fair_days WHERE log_index IS NULL
       ORDER BY day LIMIT ?`,
    limit,
  );
}

/** The last closed day; null for none. */
export function findLastDay(sql: Sql): number | null {
  return sql.get<{ day: number | null }>("SELECT MAX(day) AS day FROM messenger_fair_days")?.day ?? null;
}

/** Unix milliseconds of the first commitment; null for none. */
export function findFirstCommitment(sql: Sql): number | null {
  return (
    sql.get<Pick<RowOf<typeof messengerSeeds>, "created_at">>(
      "SELECT created_at FROM messenger_seeds ORDER BY id LIMIT 1",
    )?.created_at ?? null
  );
}

/** Seeds created in a period without a day_index, in order of creation. @param from included, `to` excluded */
export function listSeedsWithoutIndex(
  sql: Sql,
  { from, to, limit }: { from: number; to: number; limit: number },
): { id: number; server_seed_hash: string }[] {
  return sql.all(
    `SELECT id, server_seed_hash FROM messenger_seeds INDEXED BY messenger_seeds_unplaced
       WHERE created_at >= ? AND created_at < ? AND day_index IS NULL ORDER BY created_at, id LIMIT ?`,
    from,
    to,
    limit,
  );
}

export function setDayIndex(tx: Tx, id: number, index: number): void {
  tx.run("UPDATE messenger_seeds SET day_index = ? WHERE id = ?", index, id);
}

/** Number of unrevealed seeds created in a period. @param from included, `to` excluded */
export function countUnrevealed(sql: Sql, { from, to }: { from: number; to: number }): number {
  return (
    sql.get<{ count: number }>(
      `SELECT COUNT(*) AS count FROM messenger_seeds
         WHERE revealed_at IS NULL AND created_at >= ? AND created_at < ?`,
      from,
      to,
    )?.count ?? 0
  );
}

/** The hex hash of a node; null for none. */
export function findNode(
  sql: Sql,
  { day, level, position }: { day: number; level: number; position: number },
): string | null {
  return (
    sql.get<Pick<RowOf<typeof messengerFairNodes>, "hash">>(
      "SELECT hash FROM messenger_fair_nodes WHERE day = ? AND level = ? AND position = ?",
      day,
      level,
      position,
    )?.hash ?? null
  );
}

/** Number of leaves of a day's tree. */
export function countLeaves(sql: Sql, day: number): number {
  return (
    sql.get<{ size: number | null }>(
      "SELECT MAX(position) + 1 AS size FROM messenger_fair_nodes WHERE day = ? AND level = 0",
      day,
    )?.size ?? 0
  );
}

export function insertNode(
  tx: Tx,
  node: { day: number; level: number; position: number; hash: string },
): void {
  tx.run(
    "INSERT INTO messenger_fair_nodes (day, level, position, hash) VALUES (?, ?, ?, ?)",
    node.day,
    node.level,
    node.position,
    node.hash,
  );
}
