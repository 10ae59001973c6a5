import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { chainTransactions } from "../../../db/tables/chain.ts";

/** The slot of the first transaction at or after a time in Unix milliseconds; null if there is none. */
export function firstSlotFrom(sql: Sql, tokenId: number, time: number): number | null {
  const found = sql.get<{ slot: number }>(
    `SELECT slot FROM chain_transactions WHERE token_id = ?1 AND block_time = (
         SELECT min(block_time) FROM chain_transactions WHERE token_id = ?1 AND block_time >= ?2)
       ORDER BY slot LIMIT 1`,
    tokenId,
    time,
  );
  return found?.slot ?? null;
}

/** The slot of the last transaction before a time in Unix milliseconds; null if there is none. */
export function lastSlotBefore(sql: Sql, tokenId: number, time: number): number | null {
  const found = sql.get<{ slot: number }>(
    `SELECT slot FROM chain_transactions WHERE token_id = ?1 AND block_time = (
         SELECT max(block_time) FROM chain_transactions WHERE token_id = ?1 AND block_time < ?2)
       ORDER BY slot DESC LIMIT 1`,
    tokenId,
    time,
  );
  return found?.slot ?? null;
}

/** The time of the first transaction at or after `slot` that has one; null if there is none. */
export function firstTimeFrom(sql: Sql, tokenId: number, slot: number): number | null {
  const found = sql.get<{ block_time: number }>(
    `SELECT block_time FROM chain_transactions WHERE token_id = ? AND slot >= ? AND block_time IS NOT NULL
       ORDER BY slot LIMIT 1`,
    tokenId,
    slot,
  );
  return found?.block_time ?? null;
}

/** The time of the last transaction before `slot` that has one; null if there is none. */
export function lastTimeBefore(sql: Sql, tokenId: number, slot: number): number | null {
  const found = sql.get<{ block_time: number }>(
    `SELECT block_time FROM chain_transactions WHERE token_id = ? AND slot < ? AND block_time IS NOT NULL
       ORDER BY slot DESC LIMIT 1`,
    tokenId,
    slot,
  );
  return found?.block_time ?? null;
}

export type PlacedRow = Pick<RowOf<typeof chainTransactions>, "id" | "signature" | "slot" | "block_time">;

/** Transactions after `after` and before `toSlot`, in the order of slot and signature. */
export function listInOrder(
  sql: Sql,
  tokenId: number,
  { after, toSlot, limit }: { after: { slot: number; signature: string }; toSlot: number; limit: number },
): PlacedRow[] {
  return sql.all<PlacedRow>(
    `SELECT id, signature, slot, block_time FROM chain_transactions
       WHERE token_id = ? AND (slot, signature) > (?, ?) AND slot < ? ORDER BY slot, signature LIMIT ?`,
    tokenId,
    after.slot,
    after.signature,
    toSlot,
    limit,
  );
}
