import type { Sql } from "../../../db/sql.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import type { UsageRecorder } from "./recorder.ts";
import { sumHours } from "./store.ts";

/** Requests of one clock hour over all keys and routes. */
export interface HourTraffic {
  /** Unix milliseconds of the hour's start. */
  startsAt: number;
  requests: number;
  /** Answers of 400 and above. */
  errors: number;
  /** Answers of 500 and above, also counted in `errors`. */
  serverErrors: number;
}

/** Requests of each of the last clock hours, oldest first, including the current hour and unstored counts. */
export function readTrafficByHour(
  files: readonly Sql[],
  recorder: UsageRecorder,
  { hours, now }: { hours: number; now: number },
): HourTraffic[] {
  const first = Math.floor(now / HOUR_MS) - hours + 1;
  const sums = Array.from({ length: hours }, (_, index) => ({
    startsAt: (first + index) * HOUR_MS,
    requests: 0,
    errors: 0,
    serverErrors: 0,
  }));
  const add = (hour: number, each: Pick<HourTraffic, "requests" | "errors" | "serverErrors">) => {
    const sum = sums[hour - first];
    if (sum === undefined) return;
    sum.requests += each.requests;
    sum.errors += each.errors;
    sum.serverErrors += each.serverErrors;
  };
  for (const sql of files) for (const row of sumHours(sql, first)) add(row.hour, row);
  for (const cell of recorder.pending()) add(Math.floor(cell.minute / 60), cell);
  return sums;
}
