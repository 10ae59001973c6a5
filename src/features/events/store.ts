import type { Tx } from "../../db/sql.ts";

/**
 * Deletes finished events made before a time, oldest first, a chunk a call. Returns how many went. Ids rise with time,
 * so the oldest stand first in the table and no index on their age is needed.
 */
export function purgeEvents(tx: Tx, before: number, chunk: number): number {
  return tx.run(
    "DELETE FROM events WHERE id IN (SELECT id FROM events ORDER BY id LIMIT ?) AND created_at < ?",
    chunk,
    before,
  ).changes;
}
