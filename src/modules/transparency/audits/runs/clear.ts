import type { Database } from "../../../../db/database.ts";
import type { Tx } from "../../../../db/sql.ts";
import { DAY_MS, HOUR_MS } from "../../../../kit/clock.ts";
import { purgeInChunks } from "../../../platform/retention/index.ts";
import { deleteRows, findExpired, listAbandoned } from "./store-run.ts";

/** Unfinished runs older than this have lost their process. */
const ABANDONED_MS = 2 * HOUR_MS;
/** More than a year, so that a full year of complete runs stays available. */
const COMPLETE_RETENTION_MS = 400 * DAY_MS;
const INCOMPLETE_RETENTION_MS = 30 * DAY_MS;

/** Deletes unfinished runs whose process has died, with their rows. @throws the signal's reason */
export async function deleteAbandonedRuns(live: Database, now: number, signal: AbortSignal): Promise<void> {
  for (const run of listAbandoned(live.read, now - ABANDONED_MS))
    await purgeInChunks(live, (tx, limit) => deleteRows(tx, run, limit), signal);
}

/** Deletes up to `limit` rows of an expired run, and the run itself once it has no rows. Returns the number deleted. */
export function purgeRuns(tx: Tx, now: number, limit: number): number {
  const run = findExpired(tx, now - COMPLETE_RETENTION_MS, now - INCOMPLETE_RETENTION_MS);
  return run === null ? 0 : deleteRows(tx, run, limit);
}
