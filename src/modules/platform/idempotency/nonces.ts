import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { nonces } from "../../../db/tables/partners.ts";
import { type KeyNonce, NONCE_WINDOW_MS } from "../../../http/mutation.ts";

/** A nonce in the words of its table. */
export type UsedNonce = Omit<RowOf<typeof nonces>, "quarter">;

/** Whether it was used in a quarter hour, and the newest one in which any nonce was used. */
const LOOK = `SELECT (SELECT max(quarter) FROM nonces) AS newest,
  EXISTS (SELECT 1 FROM nonces WHERE quarter = ?1 AND key_id = ?2 AND nonce = ?3 AND used_at > ?4) AS used`;

/** The same in all quarter hours from one on: two, unless the clock was set back. */
const LOOK_FURTHER = `WITH RECURSIVE quarters (quarter) AS (
    SELECT ?1 UNION ALL SELECT (SELECT min(n.quarter) FROM nonces AS n WHERE n.quarter > q.quarter)
      FROM quarters AS q WHERE q.quarter IS NOT NULL)
  SELECT 1 FROM quarters JOIN nonces USING (quarter) WHERE key_id = ?2 AND nonce = ?3 AND used_at > ?4`;

/** See MutationStore. */
export function nonceUsed(sql: Sql, { keyId, nonce, notBefore }: KeyNonce): boolean {
  return sql.get(LOOK_FURTHER, quarterOf(notBefore), keyId, nonce, notBefore) !== null;
}

/** See MutationStore. The current quarter hour, which begins after `notBefore`, takes a nonce once only. */
export function takeNonce(tx: Tx, used: KeyNonce): boolean {
  const { keyId, nonce, notBefore } = used;
  type Row = { used: 0 | 1; newest: number | null };
  const found = tx.one<Row>(LOOK, quarterOf(notBefore), keyId, nonce, notBefore);
  const isSetBack = (found.newest ?? 0) > quarterOf(tx.clockNow);
  if (found.used === 1 || (isSetBack && nonceUsed(tx, used))) return false;
  return keepNonce(tx, { key_id: keyId, nonce, used_at: tx.clockNow });
}

/** Writes down that a nonce was used; false if that stands there already. */
export function keepNonce(tx: Tx, { key_id, nonce, used_at }: UsedNonce): boolean {
  const { changes } = tx.run(
    "INSERT INTO nonces (quarter, key_id, nonce, used_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    quarterOf(used_at),
    key_id,
    nonce,
    used_at,
  );
  return changes === 1;
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
