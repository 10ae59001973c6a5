import type { Sql } from "../../../db/sql.ts";

/** The built-in partner whose users the players are. It may have keys and webhooks like any partner. */
export const HOUSE = "house";

/** The partner's id; null before the first player. */
export function findHouseId(sql: Sql): number | null {
  return sql.get<{ id: number }>("SELECT id FROM partners WHERE name = ?", HOUSE)?.id ?? null;
}
