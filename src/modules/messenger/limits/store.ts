import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerLimits } from "../../../db/tables/messenger/players.ts";

export type LimitRow = RowOf<typeof messengerLimits>;

const COLUMNS = "player_id, daily_salutes, next_daily_salutes, from_day";

export function findLimit(sql: Sql, playerId: number): LimitRow | null {
  return sql.get<LimitRow>(`SELECT ${COLUMNS} FROM messenger_limits WHERE player_id = ?`, playerId);
}

export function upsertLimit(tx: Tx, row: LimitRow): void {
  tx.run(
    `INSERT OR REPLACE INTO messenger_limits (${COLUMNS}) VALUES (?, ?, ?, ?)`,
    row.player_id,
    row.daily_salutes,
    row.next_daily_salutes,
    row.from_day,
  );
}
