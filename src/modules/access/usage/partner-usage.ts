import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, MINUTE_MS } from "../../../kit/clock.ts";
import type { UsageRecorder } from "./recorder.ts";
import { findLastMinute, sumDays } from "./store.ts";

const DAY_MINUTES = DAY_MS / MINUTE_MS;

/** Requests of some keys on one UTC day. */
export interface DayTraffic {
  /** Unix milliseconds at which the day begins. */
  startsAt: number;
  requests: number;
  errors: number;
  rateLimited: number;
}

/** Requests of keys on each of the last UTC days, oldest first, today last; stored or not. */
export function readTrafficByDay(
  files: readonly Sql[],
  recorder: UsageRecorder,
  { keyIds, days, now }: { keyIds: readonly string[]; days: number; now: number },
): DayTraffic[] {
  const first = Math.floor(now / DAY_MS) - days + 1;
  const sums = Array.from({ length: days }, (_, index) => ({
    startsAt: (first + index) * DAY_MS,
    requests: 0,
    errors: 0,
    rateLimited: 0,
  }));
  const add = (day: number, each: Omit<DayTraffic, "startsAt">) => {
    const sum = sums[day - first];
    if (sum === undefined) return;
    sum.requests += each.requests;
    sum.errors += each.errors;
    sum.rateLimited += each.rateLimited;
  };
  for (const sql of files)
    for (const row of sumDays(sql, keyIds, first * DAY_MINUTES)) add(row.start_minute / DAY_MINUTES, row);
  for (const cell of recorder.pending())
    if (keyIds.includes(cell.keyId)) add(Math.floor(cell.minute / DAY_MINUTES), cell);
  return sums;
}

/** Number of a key's requests in the last UTC days, and the time of its last one; stored or not. */
export function readKeyUse(
  sql: Sql,
  recorder: UsageRecorder,
  { keyId, days, now }: { keyId: string; days: number; now: number },
): { requests: number; lastUseAt: number | null } {
  const byDay = readTrafficByDay([sql], recorder, { keyIds: [keyId], days, now });
  return {
    requests: byDay.reduce((sum, { requests }) => sum + requests, 0),
    lastUseAt: readLastUse(sql, recorder, keyId),
  };
}

/** Start of the minute of the key's last request, in Unix milliseconds; null after 35 days. */
export function readLastUse(sql: Sql, recorder: UsageRecorder, keyId: string): number | null {
  let minute = findLastMinute(sql, keyId);
  for (const cell of recorder.pending())
    if (cell.keyId === keyId && (minute === null || cell.minute > minute)) minute = cell.minute;
  return minute === null ? null : minute * MINUTE_MS;
}
