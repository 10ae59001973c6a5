import type { Sql } from "../../../db/sql.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import { type Caller, readCallers, readDailyCalls, type UsageRecorder } from "../../access/usage/index.ts";
import { CALLING_DAYS } from "./rules.ts";
import type { Deprecation } from "./schedule.ts";

/** Sources of call counts. */
export interface CallCounts {
  /** live.db and sandbox.db. */
  files: readonly Sql[];
  recorder: UsageRecorder;
  mounted: Mounted;
}

/** Calls to a deprecated entry's endpoints on one UTC day. */
export interface CallDay {
  day: string;
  calls: number;
  refused: number;
}

/** Calls on each of the last 30 UTC days, newest first. */
export function callsPerDay(
  { files, recorder, mounted }: CallCounts,
  { endpoints }: Deprecation,
  now: number,
): CallDay[] {
  const today = Math.floor(now / DAY_MS);
  const routes = endpoints.map(({ method, path }) => ({
    route: `${method} ${path}`,
    isSigned: mounted.find(method, path)?.access.kind === "partner",
  }));
  return readDailyCalls(files, recorder, { routes, fromDay: today - CALLING_DAYS + 1, toDay: today }).map(
    ({ day, calls, refused }) => ({ day: utcDay(day * DAY_MS), calls, refused }),
  );
}

/** Partners that still call the endpoints, most calls first. */
export function listCallers(
  { files, recorder }: Omit<CallCounts, "mounted">,
  { endpoints }: Deprecation,
  now: number,
): Caller[] {
  const routes = endpoints.map(({ method, path }) => `${method} ${path}`);
  return readCallers(files, recorder, { routes, fromDay: Math.floor(now / DAY_MS) - CALLING_DAYS + 1 });
}
