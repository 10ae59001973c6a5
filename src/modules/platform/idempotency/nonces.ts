import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { nonces } from "../../../db/tables/partners.ts";
import { type KeyNonce, NONCE_WINDOW_MS } from "../../../http/mutation.ts";

/** A nonce in the words of its table. */
export type UsedNonce = Omit<RowOf<typeof nonces>, "quarter">;

/** Whether it was used in a quarter hour or the next one, and the first later one in which any nonce was used. */
const LOOK = `SELECT EXISTS (SELECT 1 FROM nonces WHERE quarter IN (?1, ?1 + 1) AND key_id = ?2 AND nonce = ?3
    AND used_at > ?4) AS used, (SELECT min(quarter) FROM nonces WHERE quarter > ?1 + 1) AS later`;

/** See MutationStore. */
export function nonceUsed(sql: Sql, { keyId, nonce, notBefore }: KeyNonce): boolean {
  // Once, unless the clock was set back.
  for (let quarter: number | null = quarterOf(notBefore); quarter !== null; ) {
    const row: { used: number; later: number | null } = sql.one(LOOK, quarter, keyId, nonce, notBefore);
    if (row.used === 1) return true;
    quarter = row.later;
  }
  return false;
}

/** See MutationStore. */
export function takeNonce(tx: Tx, used: KeyNonce): boolean {
  if (nonceUsed(tx, used)) return false;
  keepNonce(tx, { key_id: used.keyId, nonce: used.nonce, used_at: tx.clockNow });
  return true;
}

/** Writes down that a nonce was used. */
export function keepNonce(tx: Tx, { key_id, nonce, used_at }: UsedNonce): void {
  tx.run(
    "INSERT INTO nonces (quarter, key_id, nonce, used_at) VALUES (?, ?, ?, ?)",
    quarterOf(used_at),
    key_id,
    nonce,
    used_at,
  );
}

/** All nonces whose second use must still be refused. @param clockNow real time in Unix milliseconds */
export function listUsedNonces(sql: Sql, clockNow: number): UsedNonce[] {
  const notBefore = clockNow - NONCE_WINDOW_MS;
  return sql.all<UsedNonce>(
    "SELECT key_id, nonce, used_at FROM nonces WHERE quarter >= ? AND used_at > ?",
    quarterOf(notBefore),
    notBefore,
  );
}

/** Deletes up to `chunk` nonces of whole quarter hours before this time. Returns how many. */
export function purgeNonces(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM nonces WHERE quarter < ? LIMIT ?", quarterOf(before), chunk).changes;
}

/** Quarter hours since 1970-01-01: the window is one long. */
function quarterOf(atMs: number): number {
  return Math.floor(atMs / NONCE_WINDOW_MS);
}
