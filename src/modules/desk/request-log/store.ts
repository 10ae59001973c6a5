import { Conditions } from "../../../db/conditions.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { requestLog } from "../../../db/tables/desk/requests.ts";

/** An answered change, refused request, or sampled read. */
export type LoggedRequest = Omit<RowOf<typeof requestLog>, "id">;

export function recordRequests(tx: Tx, requests: readonly LoggedRequest[]): void {
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

/** Stored requests with an id, newest first. Clients may reuse an id. */
export function listRequestsWithId(sql: Sql, requestId: string, limit: number): LoggedRequest[] {
  return sql.all<LoggedRequest>(
    `SELECT ${COLUMNS} FROM request_log WHERE request_id = ? ORDER BY id DESC LIMIT ?`,
    requestId,
    limit,
  );
}

/** Filters of a list; null: any. */
export interface RequestFilters {
  callers: readonly string[];
  /** Part of the method and path template. */
  route: string | null;
  status: number | null;
  /** Unix milliseconds, `to` exclusive. */
  from: number | null;
  to: number | null;
}

export type StoredRequest = RowOf<typeof requestLog>;

/** Matching requests with ids below `below` and from `first` on, newest first. */
export function listRequests(
  sql: Sql,
  { callers, route, status, from, to }: RequestFilters,
  { first, below, limit }: { first: number; below: number; limit: number },
): StoredRequest[] {
  const where = new Conditions().add("id >= ? AND id < ?", first, below);
  where.add("caller IN (SELECT value FROM json_each(?))", JSON.stringify(callers));
  where.addGiven("instr(route, ?) > 0", route).addGiven("status = ?", status);
  where.addGiven("at >= ?", from).addGiven("at < ?", to);
  return sql.all<StoredRequest>(
    `SELECT id, ${COLUMNS} FROM request_log WHERE ${where.text} ORDER BY id DESC LIMIT ?`,
    ...where.values,
    limit,
  );
}

export function newestRequestId(sql: Sql): number {
  return sql.get<{ id: number | null }>("SELECT MAX(id) AS id FROM request_log")?.id ?? 0;
}

export interface RefusalQuery {
  callers: readonly string[];
  /** Unix milliseconds. */
  since: number;
  limit: number;
}

/** Stored refusals of callers since a time, newest first. */
export function listRefusals(sql: Sql, { callers, since, limit }: RefusalQuery): LoggedRequest[] {
  return sql.all<LoggedRequest>(
    `SELECT ${COLUMNS} FROM request_log INDEXED BY request_log_refusals
       WHERE refusal IS NOT NULL AND caller IN (SELECT value FROM json_each(?)) AND at >= ? ORDER BY at DESC LIMIT ?`,
    JSON.stringify(callers),
    since,
    limit,
  );
}

/**
 * Deletes up to `chunk` requests before `before`, and up to `chunk` unauthenticated ones before `anonymousBefore`.
 * @returns the number of deleted rows
 */
export function purgeRequests(
  tx: Tx,
  { before, anonymousBefore, chunk }: { before: number; anonymousBefore: number; chunk: number },
): number {
  const anonymous = tx.run(
    `DELETE FROM request_log WHERE id IN
       (SELECT id FROM request_log WHERE caller = '' AND at < ? ORDER BY at LIMIT ?)`,
    anonymousBefore,
    chunk,
  );
  // Ids follow time closely enough: scanning the lowest ids saves an index by time.
  const old = tx.run(
    "DELETE FROM request_log WHERE at < ? AND id IN (SELECT id FROM request_log ORDER BY id LIMIT ?)",
    before,
    chunk,
  );
  return anonymous.changes + old.changes;
}
