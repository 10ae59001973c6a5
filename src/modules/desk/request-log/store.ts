import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { requestLog } from "../../../db/tables/desk/requests.ts";

/** A request that was answered: a change, or a refusal. */
export type LoggedRequest = Omit<RowOf<typeof requestLog>, "id">;

export function addRequests(tx: Tx, requests: readonly LoggedRequest[]): void {
  for (const each of requests)
    tx.run(
      `INSERT INTO request_log (request_id, at, route, status, caller, refusal, duration_ms, idempotency_key)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      each.request_id,
      each.at,
      each.route,
      each.status,
      each.caller,
      each.refusal,
      each.duration_ms,
      each.idempotency_key,
    );
}

const COLUMNS = "request_id, at, route, status, caller, refusal, duration_ms, idempotency_key";

/** Stored requests of an id, newest first: clients may send an id more than once. */
export function findRequests(sql: Sql, requestId: string, limit: number): LoggedRequest[] {
  return sql.all<LoggedRequest>(
    `SELECT ${COLUMNS} FROM request_log WHERE request_id = ? ORDER BY id DESC LIMIT ?`,
    requestId,
    limit,
  );
}

/** The newest stored refusals of these callers since a time, newest first. */
export function listRefusals(
  sql: Sql,
  callers: readonly string[],
  since: number,
  limit: number,
): LoggedRequest[] {
  return sql.all<LoggedRequest>(
    `SELECT ${COLUMNS} FROM request_log INDEXED BY request_log_refusals
       WHERE refusal IS NOT NULL AND caller IN (SELECT value FROM json_each(?)) AND at >= ? ORDER BY at DESC LIMIT ?`,
    JSON.stringify(callers),
    since,
    limit,
  );
}

/**
 * Deletes requests of unproved callers before one time and all others before another, at most `chunk` of each a call.
 * Returns how many went.
 */
export function purgeRequests(tx: Tx, before: number, unprovedBefore: number, chunk: number): number {
  const unproved = tx.run(
    `DELETE FROM request_log WHERE id IN
       (SELECT id FROM request_log WHERE caller = '' AND at < ? ORDER BY at LIMIT ?)`,
    unprovedBefore,
    chunk,
  );
  // Ids rise with time but for a moment's disorder: the oldest rows are looked at, and no index by time is kept.
  const old = tx.run(
    "DELETE FROM request_log WHERE at < ? AND id IN (SELECT id FROM request_log ORDER BY id LIMIT ?)",
    before,
    chunk,
  );
  return unproved.changes + old.changes;
}
