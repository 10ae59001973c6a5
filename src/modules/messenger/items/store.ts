import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerPurchases } from "../../../db/tables/messenger/games.ts";

export type Item = "missile" | "spin";

export type PurchaseRow = Pick<
  RowOf<typeof messengerPurchases>,
  "id" | "item" | "quantity" | "cost" | "campaign_key" | "created_at"
>;

export function insertPurchase(
  tx: Tx,
  playerId: number,
  purchase: Omit<PurchaseRow, "id" | "created_at">,
): number {
  return tx.run(
    `INSERT INTO messenger_purchases (player_id, item, quantity, cost, campaign_key, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
    playerId,
    purchase.item,
    purchase.quantity,
    purchase.cost,
    purchase.campaign_key,
    tx.now,
  ).lastInsertRowid;
}

/** A player's purchases, newest first. */
export function listPurchases(sql: Sql, playerId: number, limit: number): PurchaseRow[] {
  return sql.all<PurchaseRow>(
    `SELECT id, item, quantity, cost, campaign_key, created_at FROM messenger_purchases
       WHERE player_id = ? ORDER BY id DESC LIMIT ?`,
    playerId,
    limit,
  );
}
