import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { promotionRequests } from "../../../../db/tables/promotion.ts";
import type { Tally } from "../../../platform/notices/index.ts";

/** A partner's request for the live key of a sandbox key. */
export type RequestRow = RowOf<typeof promotionRequests>;

/** @param sql live.db */
export function findRequest(sql: Sql, keyId: string): RequestRow | null {
  return sql.get<RequestRow>("SELECT * FROM promotion_requests WHERE key_id = ?", keyId);
}

/** Requests, waiting ones first, then the newest. */
export function listRequests(sql: Sql, limit: number): RequestRow[] {
  return sql.all<RequestRow>(
    "SELECT * FROM promotion_requests ORDER BY state = 'waiting' DESC, asked_at DESC LIMIT ?",
    limit,
  );
}

export function tallyWaiting(sql: Sql): Tally {
  const { count, oldest_at: oldestAt } = sql.one<{ count: number; oldest_at: number | null }>(
    "SELECT count(*) AS count, min(asked_at) AS oldest_at FROM promotion_requests WHERE state = 'waiting'",
  );
  return { count, oldestAt };
}

/** Stores a request in place of an earlier one for the same key. */
export function upsertRequest(tx: Tx, request: Pick<RequestRow, "key_id" | "partner" | "note">): void {
  tx.run(
    `INSERT OR REPLACE INTO promotion_requests (key_id, partner, note, state, asked_at)
       VALUES (?, ?, ?, 'waiting', ?)`,
    request.key_id,
    request.partner,
    request.note,
    tx.now,
  );
}

/** Ends a waiting request. Returns whether there was one. */
export function decideRequest(
  tx: Tx,
  { key_id, state, reason }: Pick<RequestRow, "key_id" | "state" | "reason">,
): boolean {
  const { changes } = tx.run(
    `UPDATE promotion_requests SET state = ?, reason = ?, decided_at = ?
       WHERE key_id = ? AND state = 'waiting'`,
    state,
    reason,
    tx.now,
    key_id,
  );
  return changes > 0;
}
