import type { Sql } from "../../../db/sql.ts";
import type { RequestLog } from "./request-log.ts";
import { findRequests, type LoggedRequest, listRefusals, type RefusalQuery } from "./store.ts";

/** Logged requests with an id, stored or pending, newest first. */
export function findLogged(
  sql: Sql,
  log: RequestLog,
  { requestId, limit }: { requestId: string; limit: number },
): LoggedRequest[] {
  const pending = log.pending((each) => each.request_id === requestId);
  return [...pending, ...findRequests(sql, requestId, limit)].slice(0, limit);
}

/** Number of refusals of one code and route, with the newest one. */
export interface RefusalCount {
  code: string;
  route: string;
  status: number;
  count: number;
  last: LoggedRequest;
}

/** Counts the newest `limit` refusals of callers since a time by code and route, most frequent first. */
export function countRefusals(sql: Sql, log: RequestLog, query: RefusalQuery): RefusalCount[] {
  const { callers, since, limit } = query;
  const isTheirs = ({ caller, refusal, at }: LoggedRequest) =>
    refusal !== null && at >= since && callers.includes(caller);
  const rows = [...log.pending(isTheirs), ...listRefusals(sql, query)].slice(0, limit);
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
