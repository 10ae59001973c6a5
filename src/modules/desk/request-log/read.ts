import type { Sql } from "../../../db/sql.ts";
import type { RequestLog } from "./request-log.ts";
import { findRequests, type LoggedRequest, listRefusals } from "./store.ts";

/** Changes and refusals of a request id, stored or about to be, newest first. */
export function findLogged(sql: Sql, log: RequestLog, requestId: string, limit: number): LoggedRequest[] {
  const pending = log.pending((each) => each.request_id === requestId);
  return [...pending, ...findRequests(sql, requestId, limit)].slice(0, limit);
}

/** Refusals of one code and route. */
export interface RefusalCount {
  code: string;
  route: string;
  status: number;
  count: number;
  last: LoggedRequest;
}

/** The newest refusals of callers since a time by code and route, most first; at most `limit` are counted. */
export function countRefusals(
  sql: Sql,
  log: RequestLog,
  callers: readonly string[],
  since: number,
  limit: number,
): RefusalCount[] {
  const isTheirs = ({ caller, refusal, at }: LoggedRequest) =>
    refusal !== null && at >= since && callers.includes(caller);
  const rows = [...log.pending(isTheirs), ...listRefusals(sql, callers, since, limit)].slice(0, limit);
  const counts = new Map<string, RefusalCount>();
  for (const row of rows) {
    const { refusal: code, route, status } = row;
    if (code === null) continue;
    const name = `${code} ${route}`;
    const known = counts.get(name);
    if (known === undefined) counts.set(name, { code, route, status, count: 1, last: row });
    else known.count++;
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || a.code.localeCompare(b.code));
}
