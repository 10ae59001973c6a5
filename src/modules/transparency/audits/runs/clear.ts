import type { Database } from "../../../../db/database.ts";
import { DAY_MS, HOUR_MS } from "../../../../kit/clock.ts";
import { keep, purgeInChunks } from "../../../platform/retention/index.ts";
import { deleteRows, findExpired, listAbandoned } from "./store-run.ts";

/** Unfinished runs older than this have lost their process. */
const ABANDONED_MS = 2 * HOUR_MS;

/** Deletes unfinished runs whose process has died, with their rows. @throws the signal's reason */
export async function deleteAbandonedRuns(live: Database, now: number, signal: AbortSignal): Promise<void> {
  for (const run of listAbandoned(live.read, now - ABANDONED_MS))
    await purgeInChunks(live, (tx, limit) => deleteRows(tx, run, limit), signal);
}

const TABLES = ["audit_runs", "audit_rows"];

/** How long finished runs are kept; pinned ones are never deleted. */
export const RUN_RETENTION = keep({
  rows: "audit runs",
  windows: {
    // More than a year, so that a full year of complete runs stays available.
    complete: {
      rows: "complete audit runs, unless pinned",
      tables: TABLES,
      kept: 400 * DAY_MS,
      after: "the end",
    },
    incomplete: {
      rows: "incomplete audit runs, unless pinned",
      tables: TABLES,
      kept: 30 * DAY_MS,
      after: "the end",
    },
  },
  purge: (tx, { complete, incomplete }, { chunk }) => {
    const run = findExpired(tx, complete, incomplete);
    return run === null ? 0 : deleteRows(tx, run, chunk);
  },
});
