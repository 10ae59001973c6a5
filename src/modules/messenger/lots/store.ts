import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerLots } from "../../../db/tables/messenger/games.ts";

export type LotRow = RowOf<typeof messengerLots>;

const COLUMNS = "player_id, kind, setup_id, quantity";

/** A player's lots of a kind, oldest setup first. */
export function listLots(sql: Sql, playerId: number, kind: LotRow["kind"]): LotRow[] {
  return sql.all<LotRow>(
    `SELECT ${COLUMNS} FROM messenger_lots WHERE player_id = ? AND kind = ? ORDER BY setup_id`,
    playerId,
    kind,
  );
}

/** The lot that is used first; null if the player has none. */
export function findOldestLot(sql: Sql, playerId: number, kind: LotRow["kind"]): LotRow | null {
  return sql.get<LotRow>(
    `SELECT ${COLUMNS} FROM messenger_lots WHERE player_id = ? AND kind = ? ORDER BY setup_id LIMIT 1`,
    playerId,
    kind,
  );
}

/** The wheels of which players hold free spins: ids of their setups. Reads all lots. */
export function listHeldWheels(sql: Sql): number[] {
  return sql
    .all<Pick<LotRow, "setup_id">>("SELECT DISTINCT setup_id FROM messenger_lots WHERE kind = 'free_spins'")
    .map((row) => row.setup_id);
}

export function addToLot(tx: Tx, { kind, player_id, quantity, setup_id }: LotRow): void {
  if (quantity === 0) return;
  tx.run(
    `INSERT INTO messenger_lots (${COLUMNS}) VALUES (?, ?, ?, ?)
       ON CONFLICT (player_id, kind, setup_id) DO UPDATE SET quantity = quantity + excluded.quantity`,
    player_id,
    kind,
    setup_id,
    quantity,
  );
}

/** Takes one missile or free spin out of a lot. */
export function takeFromLot(tx: Tx, { kind, player_id, quantity, setup_id }: LotRow): void {
  const key = [player_id, kind, setup_id];
  const where = "WHERE player_id = ? AND kind = ? AND setup_id = ?";
  if (quantity > 1) tx.run(`UPDATE messenger_lots SET quantity = quantity - 1 ${where}`, ...key);
  else tx.run(`DELETE FROM messenger_lots ${where}`, ...key);
}
