import type { Sql } from "../../../db/sql.ts";
import { listLoggedWithId, type RequestLog } from "../request-log/index.ts";
import type { RecentRequests } from "./recent-requests.ts";

/** A request found by id, from the request log or from this process's memory. */
export interface FoundRequest {
  requestId: string;
  /** Unix milliseconds. */
  at: number;
  route: string;
  status: number;
  /** Key id, or `operator:` and a name; empty for unauthenticated callers. */
  caller: string;
  refusal: string | null;
  durationMs: number;
  /** Set for a partner's successful change. */
  idempotencyKey: string | null;
}

const SHOWN = 20;

/** Logged requests, then those only in memory; each newest first. */
export function listHitsOfRequest(
  live: Sql,
  { requests, log }: { requests: RecentRequests; log: RequestLog },
  requestId: string,
): FoundRequest[] {
  const logged = listLoggedWithId(live, log, { requestId, limit: SHOWN }).map((each) => ({
    requestId,
    at: each.at,
    route: each.route,
    status: each.status,
    caller: each.caller,
    refusal: each.refusal,
    durationMs: each.duration_ms,
    idempotencyKey: each.idempotency_key,
  }));
  const known = new Set(logged.map(({ at, route }) => `${at} ${route}`));
  const remembered = requests
    .find(requestId)
    .filter(({ at, route }) => !known.has(`${at} ${route}`))
    .map(({ at, route, status, keyId, refusal, durationMs }) => ({
      requestId,
      at,
      route,
      status,
      caller: keyId,
      refusal,
      durationMs: Math.round(durationMs),
      idempotencyKey: null,
    }));
  return [...logged, ...remembered].slice(0, SHOWN);
}
