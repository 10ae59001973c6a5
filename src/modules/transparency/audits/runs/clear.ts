import type { Database } from "../../../../db/database.ts";
import type { Tx } from "../../../../db/sql.ts";
import { DAY_MS, HOUR_MS } from "../../../../kit/clock.ts";
import { deleteSome, findOutdated, listAbandoned } from "./store-run.ts";

/** No run takes so long: its process has died. */
const ABANDONED_MS = 2 * HOUR_MS;
const ROWS_A_COMMIT = 100;
/** A year of complete runs can be looked at, and the days around it. */
const COMPLETE_MS = 400 * DAY_MS;
const INCOMPLETE_MS = 30 * DAY_MS;

/** Deletes what runs left behind whose process died. */
export async function clearAbandoned(
  live: Database,
  now: number,
  breathe: () => Promise<void>,
): Promise<void> {
  for (const run of listAbandoned(live.read, now - ABANDONED_MS))
    while ((await live.writer.run((tx) => deleteSome(tx, run, ROWS_A_COMMIT))) > 0) await breathe();
}

/** Deletes some rows of runs past their time, a run once it has none; returns how many went. */
export function purgeRuns(tx: Tx, now: number, limit: number): number {
  const run = findOutdated(tx, now - COMPLETE_MS, now - INCOMPLETE_MS);
  return run === null ? 0 : deleteSome(tx, run, limit);
}
