import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { chainTokens, chainTransactions, syncGaps, syncHeads } from "../../../db/tables/chain.ts";
import { MOVEMENTS_VERSION } from "../movements/index.ts";
import type { ListedTransaction } from "./missing-store.ts";

export type TransactionRow = Pick<
  RowOf<typeof chainTransactions>,
  "signature" | "slot" | "block_time" | "token_delta"
>;

export type HeadRow = Pick<
  RowOf<typeof syncHeads>,
  "address" | "newest_signature" | "through_slot" | "through_at"
>;

export type GapRow = Pick<
  RowOf<typeof syncGaps>,
  "id" | "address" | "before_signature" | "before_time" | "until_signature"
>;

/** Stores a transaction once, since several addresses' histories may list it. Null if it was stored before. */
export function insertTransaction(tx: Tx, tokenId: number, row: TransactionRow): number | null {
  const { changes, lastInsertRowid } = tx.run(
    `INSERT INTO chain_transactions (token_id, signature, slot, block_time, token_delta, movements_version)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (signature, token_id) DO NOTHING`,
    tokenId,
    row.signature,
    row.slot,
    row.block_time,
    row.token_delta,
    MOVEMENTS_VERSION,
  );
  if (changes === 0) return null;
  tx.run("UPDATE chain_tokens SET transactions = transactions + 1 WHERE id = ?", tokenId);
  return lastInsertRowid;
}

export type UnreadRow = ListedTransaction & Pick<RowOf<typeof chainTransactions>, "id">;

const NOT_MISSING =
  "NOT EXISTS (SELECT 1 FROM missing_transactions m WHERE m.token_id = t.token_id AND m.signature = t.signature)";

/** Transactions whose movements were not read by this decoder version, newest first; without the missing ones. */
export function listUnread(sql: Sql, tokenId: number, limit: number): UnreadRow[] {
  return sql.all<UnreadRow>(
    `SELECT id, t.signature, slot, block_time FROM chain_transactions t
       WHERE token_id = ? AND movements_version < ? AND ${NOT_MISSING} ORDER BY slot DESC LIMIT ?`,
    tokenId,
    MOVEMENTS_VERSION,
    limit,
  );
}

export function markRead(tx: Tx, id: number): void {
  tx.run("UPDATE chain_transactions SET movements_version = ? WHERE id = ?", MOVEMENTS_VERSION, id);
}

/** Number of transactions in a slot range whose movements must be read again. */
export function countUnread(
  sql: Sql,
  tokenId: number,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
): number {
  return (
    sql.get<{ count: number }>(
      `SELECT count(*) AS count FROM chain_transactions t INDEXED BY chain_transactions_unread
         WHERE token_id = ? AND movements_version < ? AND slot >= ? AND slot < ? AND ${NOT_MISSING}`,
      tokenId,
      MOVEMENTS_VERSION,
      fromSlot,
      toSlot,
    )?.count ?? 0
  );
}

/** Its id; null if it is not stored. */
export function findTransactionId(sql: Sql, tokenId: number, signature: string): number | null {
  const text = "SELECT id FROM chain_transactions WHERE signature = ? AND token_id = ?";
  return sql.get<{ id: number }>(text, signature, tokenId)?.id ?? null;
}

export function countTransactions(sql: Sql, tokenId: number): number {
  return (
    sql.get<Pick<RowOf<typeof chainTokens>, "transactions">>(
      "SELECT transactions FROM chain_tokens WHERE id = ?",
      tokenId,
    )?.transactions ?? 0
  );
}

/** Newest first. */
export function listNewest(sql: Sql, tokenId: number, limit: number): TransactionRow[] {
  return sql.all<TransactionRow>(
    `SELECT signature, slot, block_time, token_delta FROM chain_transactions
       WHERE token_id = ? ORDER BY slot DESC, id LIMIT ?`,
    tokenId,
    limit,
  );
}

export function findOldestTime(sql: Sql, tokenId: number): number | null {
  return (
    sql.get<{ oldest: number | null }>(
      "SELECT MIN(block_time) AS oldest FROM chain_transactions WHERE token_id = ?",
      tokenId,
    )?.oldest ?? null
  );
}

/** The id of the transaction that was stored last, of any token; 0 before the first. */
export function findLastId(sql: Sql): number {
  return sql.get<{ last: number | null }>("SELECT MAX(id) AS last FROM chain_transactions")?.last ?? 0;
}

/** Time of the oldest transaction stored after another one; null if there is none with a time. Reads those alone. */
export function findOldestAfter(sql: Sql, tokenId: number, id: number): number | null {
  return (
    sql.get<{ oldest: number | null }>(
      "SELECT MIN(block_time) AS oldest FROM chain_transactions NOT INDEXED WHERE id > ? AND token_id = ?",
      id,
      tokenId,
    )?.oldest ?? null
  );
}

/** Amounts moved before a time, by time, one chunk at a time; the next chunk starts after the last row's time and id. */
export function listDeltas(
  sql: Sql,
  tokenId: number,
  { after, until, limit }: { after: { block_time: number; id: number }; until: number; limit: number },
): { id: number; block_time: number; token_delta: string }[] {
  return sql.all(
    `SELECT id, block_time, token_delta FROM chain_transactions
       WHERE token_id = ? AND (block_time, id) > (?, ?) AND block_time < ? ORDER BY block_time, id LIMIT ?`,
    tokenId,
    after.block_time,
    after.id,
    until,
    limit,
  );
}

export function listHeads(sql: Sql, tokenId: number): HeadRow[] {
  return sql.all<HeadRow>(
    "SELECT address, newest_signature, through_slot, through_at FROM sync_heads WHERE token_id = ?",
    tokenId,
  );
}

/** Number of watched accounts whose history was never read. */
export function countUnsynced(sql: Sql, tokenId: number): number {
  return (
    sql.get<{ count: number }>(
      `SELECT count(*) AS count FROM watched_accounts w WHERE token_id = ?
         AND NOT EXISTS (SELECT 1 FROM sync_heads h WHERE h.token_id = w.token_id AND h.address = w.account)`,
      tokenId,
    )?.count ?? 0
  );
}

/** Time of a synced transaction; null if it is not stored or its time is unknown. */
export function findTime(sql: Sql, tokenId: number, signature: string): number | null {
  return (
    sql.get<Pick<RowOf<typeof chainTransactions>, "block_time">>(
      "SELECT block_time FROM chain_transactions WHERE signature = ? AND token_id = ?",
      signature,
      tokenId,
    )?.block_time ?? null
  );
}

export function upsertHead(tx: Tx, tokenId: number, row: HeadRow): void {
  tx.run(
    `INSERT INTO sync_heads (token_id, address, newest_signature, through_slot, through_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (token_id, address) DO UPDATE SET newest_signature = excluded.newest_signature,
         through_slot = excluded.through_slot, through_at = excluded.through_at`,
    tokenId,
    row.address,
    row.newest_signature,
    row.through_slot,
    row.through_at,
  );
}

/** Newest gaps first: the last 24 hours matter more than older history. */
export function listGaps(sql: Sql, tokenId: number): GapRow[] {
  return sql.all<GapRow>(
    `SELECT id, address, before_signature, before_time, until_signature FROM sync_gaps WHERE token_id = ?
       ORDER BY before_time DESC, id`,
    tokenId,
  );
}

export function insertGap(tx: Tx, tokenId: number, row: Omit<GapRow, "id">): void {
  tx.run(
    "INSERT INTO sync_gaps (token_id, address, before_signature, before_time, until_signature) VALUES (?, ?, ?, ?, ?)",
    tokenId,
    row.address,
    row.before_signature,
    row.before_time,
    row.until_signature,
  );
}

/** Shortens a gap after its newer part was read down to this transaction. */
export function narrowGap(
  tx: Tx,
  { id, before_signature, before_time }: Pick<GapRow, "id" | "before_signature" | "before_time">,
): void {
  tx.run(
    "UPDATE sync_gaps SET before_signature = ?, before_time = ? WHERE id = ?",
    before_signature,
    before_time,
    id,
  );
}

export function deleteGap(tx: Tx, id: number): void {
  tx.run("DELETE FROM sync_gaps WHERE id = ?", id);
}
