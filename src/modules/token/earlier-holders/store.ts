import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { chainTransactions, earlierHolderDays, holderDays } from "../../../db/tables/chain.ts";
import type { tokenMovements } from "../../../db/tables/movements.ts";

export type EarlierDay = Omit<RowOf<typeof earlierHolderDays>, "token_id">;

/** Newest first, from a day on. */
export function listEarlierDays(sql: Sql, tokenId: number, fromDay: string): EarlierDay[] {
  return sql.all<EarlierDay>(
    `SELECT day, unique_owners, slot FROM earlier_holder_days WHERE token_id = ? AND day >= ? ORDER BY day DESC`,
    tokenId,
    fromDay,
  );
}

export function hasEarlierDays(sql: Sql, tokenId: number): boolean {
  return sql.get("SELECT 1 FROM earlier_holder_days WHERE token_id = ? LIMIT 1", tokenId) !== null;
}

export function insertEarlierDays(tx: Tx, tokenId: number, days: readonly EarlierDay[]): void {
  for (const { day, unique_owners, slot } of days)
    tx.run(
      "INSERT INTO earlier_holder_days (token_id, day, unique_owners, slot) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      tokenId,
      day,
      unique_owners,
      slot,
    );
}

export type ScannedDay = Pick<RowOf<typeof holderDays>, "day" | "slot" | "unique_owners">;

export function findFirstScannedDay(sql: Sql, tokenId: number): ScannedDay | null {
  return sql.get<ScannedDay>(
    "SELECT day, slot, unique_owners FROM holder_days WHERE token_id = ? ORDER BY day LIMIT 1",
    tokenId,
  );
}

/** The slot of the last of so many transactions after a slot; null if there are fewer. */
export function findSlotAfter(
  sql: Sql,
  tokenId: number,
  place: { slot: number; skip: number },
): number | null {
  const row = sql.get<Pick<RowOf<typeof chainTransactions>, "slot">>(
    "SELECT slot FROM chain_transactions WHERE token_id = ? AND slot > ? ORDER BY slot, signature LIMIT 1 OFFSET ?",
    tokenId,
    place.slot,
    place.skip,
  );
  return row?.slot ?? null;
}

export type StepRow = Pick<RowOf<typeof chainTransactions>, "slot" | "block_time"> &
  Pick<RowOf<typeof tokenMovements>, "account_id" | "owner_post_id" | "pre" | "post">;

/** All movements of the slots after one up to another, in the order of slots. */
export function listSteps(
  sql: Sql,
  tokenId: number,
  { after, upTo }: { after: number; upTo: number },
): StepRow[] {
  return sql.all<StepRow>(
    `SELECT t.slot, t.block_time, m.account_id, m.owner_post_id, m.pre, m.post
       FROM chain_transactions t INDEXED BY chain_transactions_in_order
       JOIN token_movements m ON m.transaction_id = t.id
       WHERE t.token_id = ? AND t.slot > ? AND t.slot <= ? ORDER BY t.slot, t.signature`,
    tokenId,
    after,
    upTo,
  );
}
