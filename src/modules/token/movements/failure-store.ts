import type { Sql, Tx } from "../../../db/sql.ts";
import type { TimeRange } from "./time-range.ts";

/** Counts failed transactions by the minute of their block. */
export function recordFailures(
  tx: Tx,
  tokenId: number,
  minutes: ReadonlyMap<number, { count: number; firstSlot: number }>,
): void {
  for (const [minute, { count, firstSlot }] of minutes) {
    tx.run(
      `INSERT INTO token_failed_minutes (token_id, minute, count, first_slot) VALUES (?, ?, ?, ?)
         ON CONFLICT (token_id, minute) DO UPDATE SET count = count + excluded.count,
           first_slot = min(first_slot, excluded.first_slot)`,
      tokenId,
      minute,
      count,
      firstSlot,
    );
  }
}

/** Minutes of a time range with failed transactions, oldest first. */
export function failedMinutes(
  sql: Sql,
  tokenId: number,
  { from, to }: TimeRange,
): { minute: number; count: number; firstSlot: number }[] {
  return sql.all(
    `SELECT minute, count, first_slot AS firstSlot FROM token_failed_minutes
       WHERE token_id = ? AND minute >= ? AND minute < ? ORDER BY minute`,
    tokenId,
    from,
    to,
  );
}

/** Deletes up to `limit` minutes before a time. Returns the number deleted. */
export function deleteMinutes(tx: Tx, before: number, limit: number): number {
  return tx.run(
    `DELETE FROM token_failed_minutes WHERE (token_id, minute) IN (
       SELECT token_id, minute FROM token_failed_minutes WHERE minute < ? LIMIT ?)`,
    before,
    limit,
  ).changes;
}
