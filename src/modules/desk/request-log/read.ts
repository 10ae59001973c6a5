import type { Sql } from "../../../db/sql.ts";
import type { RequestLog } from "./request-log.ts";
import {
  type LoggedRequest,
  listRefusals,
  listRequests,
  listRequestsWithId,
  newestRequestId,
  type RefusalQuery,
  type RequestFilters,
} from "./store.ts";

/** Stored requests that one list examines: they have no index on their caller. */
const EXAMINED = 50_000;

/** Logged requests with an id, stored or pending, newest first. */
export function listLoggedWithId(
  sql: Sql,
  log: RequestLog,
  { requestId, limit }: { requestId: string; limit: number },
): LoggedRequest[] {
  const pending = log.pending((each) => each.request_id === requestId);
  return [...pending, ...listRequestsWithId(sql, requestId, limit)].slice(0, limit);
}

/**
 * A page of logged requests, newest first, the first with those that are not stored yet. `before` is where the next page
 * begins, which may also hold matches if this one has none; null at the end.
 */
export function listLogged(
  sql: Sql,
  log: RequestLog,
  { filters, before, limit }: { filters: RequestFilters; before: number | null; limit: number },
): { rows: LoggedRequest[]; before: number | null } {
  const below = before ?? newestRequestId(sql) + 1;
  const first = Math.max(1, below - EXAMINED);
  const stored = listRequests(sql, filters, { first, below, limit });
  const pending = before === null ? log.pending((each) => isListed(each, filters)) : [];
  const last = stored.length === limit ? stored.at(-1)?.id : undefined;
  return { rows: [...pending, ...stored], before: last ?? (first > 1 ? first : null) };
}

function isListed({ caller, route, status, at }: LoggedRequest, filters: RequestFilters): boolean {
  const { callers, from, to } = filters;
  if (!callers.includes(caller) || (filters.status !== null && status !== filters.status)) return false;
  if (filters.route !== null && !route.includes(filters.route)) return false;
  return (from === null || at >= from) && (to === null || at < to);
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
