import type { Database } from "../../../../db/database.ts";
import type { Tx } from "../../../../db/sql.ts";
import { DAY_MS, HOUR_MS } from "../../../../kit/clock.ts";
import { deleteRows, findExpired, listAbandoned } from "./store-run.ts";

/** No run takes so long: its process has died. */
const ABANDONED_MS = 2 * HOUR_MS;
const ROWS_PER_COMMIT = 100;
/** A year of complete runs can be looked at, and the days around it. */
const COMPLETE_RETENTION_MS = 400 * DAY_MS;
const INCOMPLETE_RETENTION_MS = 30 * DAY_MS;

/** Deletes what runs left behind whose process died. */
export async function deleteAbandonedRuns(
  live: Database,
  now: number,
  pause: () => Promise<void>,
): Promise<void> {
  for (const run of listAbandoned(live.read, now - ABANDONED_MS))
    while ((await live.writer.run((tx) => deleteRows(tx, run, ROWS_PER_COMMIT))) > 0) await pause();
}

/** Deletes some rows of runs past their time, a run once it has none; returns how many went. */
export function purgeRuns(tx: Tx, now: number, limit: number): number {
  const run = findExpired(tx, now - COMPLETE_RETENTION_MS, now - INCOMPLETE_RETENTION_MS);
  return run === null ? 0 : deleteRows(tx, run, limit);
}
