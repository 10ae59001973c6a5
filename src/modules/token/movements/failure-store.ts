import type { Sql, Tx } from "../../../db/sql.ts";

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

/** Minutes with failed transactions, in their order. */
export function failedMinutes(
  sql: Sql,
  tokenId: number,
  from: number,
  to: number,
): { minute: number; count: number; firstSlot: number }[] {
  return sql.all(
    `SELECT minute, count, first_slot AS firstSlot FROM token_failed_minutes
       WHERE token_id = ? AND minute >= ? AND minute < ? ORDER BY minute`,
    tokenId,
    from,
    to,
  );
}

/** Deletes some minutes before a moment; returns how many went. */
export function deleteMinutes(tx: Tx, before: number, limit: number): number {
  return tx.run(
    `DELETE FROM token_failed_minutes WHERE (token_id, minute) IN (
       SELECT token_id, minute FROM token_failed_minutes WHERE minute < ? LIMIT ?)`,
    before,
    limit,
  ).changes;
}
