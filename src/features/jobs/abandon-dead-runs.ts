import type { Sql, Tx } from "../../db/sql.ts";
import { deleteLock, findLastRun, listExpiredLocks, updateRun } from "./store.ts";

/**
 * Ends the runs that a crash left under way, and frees their locks. A run and its lock come and go in one commit, so a
 * lock whose lease ran out is the sign of such a run. Returns the jobs concerned.
 */
export function abandonDeadRuns(tx: Tx): string[] {
  return listExpiredLocks(tx, tx.now).map(({ job, holder }) => {
    const last = findLastRun(tx, job);
    if (last !== null) updateRun(tx, last.id, "abandoned", "the process that ran it died");
    deleteLock(tx, job, holder);
    return job;
  });
}

/** Whether there is anything for `abandonDeadRuns` to do. */
export function hasDeadRuns(sql: Sql, now: number): boolean {
  return listExpiredLocks(sql, now).length > 0;
}
