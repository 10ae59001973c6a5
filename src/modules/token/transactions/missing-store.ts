import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { missingTransactions } from "../../../db/tables/chain.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import type { TimeRange } from "../movements/index.ts";
import { firstSlotFrom, firstTimeFrom, lastSlotBefore } from "./window-store.ts";

/** A transaction listed in a history. */
export type ListedTransaction = Pick<RowOf<typeof missingTransactions>, "signature" | "slot" | "block_time">;

/** A transaction that no address had when asked. */
export type MissingRow = ListedTransaction & Pick<RowOf<typeof missingTransactions>, "tries">;

const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;

/** Records that no address has it: the next run asks again, later ones at growing intervals. */
export function noteMissing(
  tx: Tx,
  tokenId: number,
  { signature, slot, block_time }: ListedTransaction,
): void {
  tx.run(
    `INSERT INTO missing_transactions (token_id, signature, slot, block_time, tries, due_at)
       VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT (token_id, signature) DO NOTHING`,
    tokenId,
    signature,
    slot,
    block_time,
    tx.now,
  );
}

export function postponeMissing(tx: Tx, tokenId: number, { signature, tries }: MissingRow): void {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 20), LONGEST_WAIT_MS);
  tx.run(
    "UPDATE missing_transactions SET tries = tries + 1, due_at = ? WHERE token_id = ? AND signature = ?",
    tx.now + wait,
    tokenId,
    signature,
  );
}

export function forgetMissing(tx: Tx, tokenId: number, signature: string): void {
  tx.run("DELETE FROM missing_transactions WHERE token_id = ? AND signature = ?", tokenId, signature);
}

/** Missing transactions that are due for another attempt, longest waiting first. */
export function listMissingDue(
  sql: Sql,
  tokenId: number,
  { now, limit }: { now: number; limit: number },
): MissingRow[] {
  return sql.all<MissingRow>(
    `SELECT signature, slot, block_time, tries FROM missing_transactions
       WHERE token_id = ? AND due_at <= ? ORDER BY due_at LIMIT ?`,
    tokenId,
    now,
    limit,
  );
}

/**
 * Their number, and the latest time that one may have: null if there are none, Infinity if it is after all known
 * transactions.
 */
export function summarizeMissing(sql: Sql, tokenId: number): { count: number; until: number | null } {
  const { count, newest } = sql.one<{ count: number; newest: number | null }>(
    "SELECT count(*) AS count, max(block_time) AS newest FROM missing_transactions WHERE token_id = ?",
    tokenId,
  );
  const { slot } = sql.one<{ slot: number | null }>(
    "SELECT max(slot) AS slot FROM missing_transactions WHERE token_id = ? AND block_time IS NULL",
    tokenId,
  );
  if (slot === null) return { count, until: newest };
  const latest = firstTimeFrom(sql, tokenId, slot) ?? Number.POSITIVE_INFINITY;
  return { count, until: Math.max(newest ?? latest, latest) };
}

/** Number of missing transactions in a time range; those without a time count where the slots around them allow it. */
export function countMissing(sql: Sql, tokenId: number, { from, to }: TimeRange): number {
  const text = `SELECT count(*) AS count FROM missing_transactions WHERE token_id = ?
       AND ((block_time IS NULL AND slot > ? AND slot < ?) OR (block_time >= ? AND block_time < ?))`;
  const after = lastSlotBefore(sql, tokenId, from) ?? -1;
  const before = firstSlotFrom(sql, tokenId, to) ?? Number.MAX_SAFE_INTEGER;
  return sql.one<{ count: number }>(text, tokenId, after, before, from, to).count;
}

export function isMissing(sql: Sql, tokenId: number, signature: string): boolean {
  const text = "SELECT 1 FROM missing_transactions WHERE token_id = ? AND signature = ?";
  return sql.get(text, tokenId, signature) !== null;
}
