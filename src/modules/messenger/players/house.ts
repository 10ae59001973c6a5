import type { Sql } from "../../../db/sql.ts";

/** Name of the built-in partner whose users are the players. It may have keys and webhooks like any partner. */
export const HOUSE = "house";

/** Id of the partner `house`; null before the first player. */
export function findHouseId(sql: Sql): number | null {
  return sql.get<{ id: number }>("SELECT id FROM partners WHERE name = ?", HOUSE)?.id ?? null;
}
