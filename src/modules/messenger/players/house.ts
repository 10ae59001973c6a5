import type { Sql, Tx } from "../../../db/sql.ts";

/** The built-in partner whose users the players are. It may have keys and webhooks like any partner. */
export const HOUSE = "house";

/** The partner's id; null before the first player. */
export function findHouseId(sql: Sql): number | null {
  return sql.get<{ id: number }>("SELECT id FROM partners WHERE name = ?", HOUSE)?.id ?? null;
}

/** The partner's id; it is made with the first player, unless it already has a key. */
export function ensureHouse(tx: Tx): number {
  return (
    findHouseId(tx) ??
    tx.run("INSERT INTO partners (name, created_at) VALUES (?, ?)", HOUSE, tx.now).lastInsertRowid
  );
}
