import type { Database } from "../../../../db/database.ts";
import type { Tx } from "../../../../db/sql.ts";
import { DAY_MS, HOUR_MS } from "../../../../kit/clock.ts";
import { deleteRows, findExpired, listAbandoned } from "./store-run.ts";

/** Unfinished runs older than this have lost their process. */
const ABANDONED_MS = 2 * HOUR_MS;
const ROWS_PER_COMMIT = 100;
/** More than a year, so that a full year of complete runs stays available. */
const COMPLETE_RETENTION_MS = 400 * DAY_MS;
const INCOMPLETE_RETENTION_MS = 30 * DAY_MS;

/** Deletes unfinished runs whose process has died, with their rows. */
export async function deleteAbandonedRuns(
  live: Database,
  now: number,
  pause: () => Promise<void>,
): Promise<void> {
  for (const run of listAbandoned(live.read, now - ABANDONED_MS))
    while ((await live.writer.run((tx) => deleteRows(tx, run, ROWS_PER_COMMIT))) > 0) await pause();
}

/** Deletes up to `limit` rows of an expired run, and the run itself once it has no rows. Returns the number deleted. */
export function purgeRuns(tx: Tx, now: number, limit: number): number {
  const run = findExpired(tx, now - COMPLETE_RETENTION_MS, now - INCOMPLETE_RETENTION_MS);
  return run === null ? 0 : deleteRows(tx, run, limit);
}
