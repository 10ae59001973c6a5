import type { Sql } from "../../../db/sql.ts";
import { listKeyRows } from "../keys/index.ts";
import type { UsageRecorder } from "./recorder.ts";
import { ALL_KEYS, listDayRequests } from "./store.ts";

/** Requests to a withdrawn endpoint are counted under this name instead of a key. */
export const WITHDRAWN = "(withdrawn)";
/** Requests without a proved key. */
const UNPROVED = "";

const DAY_MINUTES = 1_440;

/** Method and path template, and whether only partners' signed requests count. */
export interface CountedRoute {
  route: string;
  isSigned: boolean;
}

export interface DayCalls {
  /** Unix days. */
  day: number;
  /** Requests with a valid signature; all requests if none is needed. */
  calls: number;
  /** Requests answered with endpoint_sunset. */
  refused: number;
}

/** Requests to a route on one UTC day under one key. */
interface KeyCalls {
  route: string;
  keyId: string;
  /** Unix days. */
  day: number;
  requests: number;
}

/** Calls of these routes on each UTC day from `fromDay` to `toDay`, newest first, including days without calls. */
export function readDailyCalls(
  files: readonly Sql[],
  recorder: UsageRecorder,
  { routes, fromDay, toDay }: { routes: readonly CountedRoute[]; fromDay: number; toDay: number },
): DayCalls[] {
  const days = new Map<number, DayCalls>();
  for (let day = toDay; day >= fromDay; day--) days.set(day, { day, calls: 0, refused: 0 });
  const signed = new Map(routes.map(({ route, isSigned }) => [route, isSigned]));
  const add = ({ route, keyId, day, requests }: KeyCalls) => {
    const isSigned = signed.get(route);
    const own = days.get(day);
    if (isSigned === undefined || own === undefined) return;
    if (keyId === ALL_KEYS) own.calls += requests;
    else if (keyId === WITHDRAWN) {
      own.calls -= requests;
      own.refused += requests;
    } else if (keyId === UNPROVED && isSigned) own.calls -= requests;
  };
  for (const sql of files) {
    for (const keyId of [ALL_KEYS, WITHDRAWN, UNPROVED]) {
      for (const row of listDayRequests(sql, {
        keyId,
        fromMinute: fromDay * DAY_MINUTES,
        routes: [...signed.keys()],
      }))
        add({ route: row.route, keyId, day: row.start_minute / DAY_MINUTES, requests: row.requests });
    }
  }
  for (const { keyId, route, minute, requests } of recorder.pending()) {
    const day = Math.floor(minute / DAY_MINUTES);
    add({ route, keyId: ALL_KEYS, day, requests });
    if (keyId === WITHDRAWN || keyId === UNPROVED) add({ route, keyId, day, requests });
  }
  return [...days.values()];
}

/** A caller's name and number of calls. */
export interface Caller {
  partner: string;
  calls: number;
}

/** Partners whose keys called any of these routes since the UTC day `fromDay`, most calls first. */
export function readCallers(
  files: readonly Sql[],
  recorder: UsageRecorder,
  { routes, fromDay }: { routes: readonly string[]; fromDay: number },
): Caller[] {
  const partners = new Map<string, string>();
  const calls = new Map<string, number>();
  const add = (keyId: string, requests: number) => {
    const partner = partners.get(keyId);
    if (partner !== undefined) calls.set(partner, (calls.get(partner) ?? 0) + requests);
  };
  for (const sql of files) {
    for (const { key_id: keyId, partner } of listKeyRows(sql)) {
      partners.set(keyId, partner);
      for (const { requests } of listDayRequests(sql, { keyId, fromMinute: fromDay * DAY_MINUTES, routes }))
        add(keyId, requests);
    }
  }
  for (const { keyId, route, minute, requests } of recorder.pending())
    if (minute >= fromDay * DAY_MINUTES && routes.includes(route)) add(keyId, requests);
  return [...calls]
    .map(([partner, count]) => ({ partner, calls: count }))
    .sort((a, b) => b.calls - a.calls || a.partner.localeCompare(b.partner));
}
