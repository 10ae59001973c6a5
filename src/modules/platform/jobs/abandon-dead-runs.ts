import type { Sql, Tx } from "../../../db/sql.ts";
import { deleteLock, findLastRun, listExpiredLocks, updateRun } from "./store.ts";

/** Whether a lock's holder is a run of this process that is under way, whatever the clock says of its lease. */
export type IsOurs = (holder: string) => boolean;

/**
 * Ends the runs that a crash left under way, and frees their locks. A run and its lock come and go in one commit, so a
 * lock whose lease ran out is the sign of such a run. Returns the jobs concerned.
 */
export function abandonDeadRuns(tx: Tx, isOurs: IsOurs): string[] {
  return deadLocks(tx, tx.now, isOurs).map(({ job, holder }) => {
    const last = findLastRun(tx, job);
    if (last !== null) updateRun(tx, last.id, "abandoned", "the process that ran it died");
    deleteLock(tx, job, holder);
    return job;
  });
}

/** Whether there is anything for `abandonDeadRuns` to do. */
export function hasDeadRuns(sql: Sql, now: number, isOurs: IsOurs): boolean {
  return deadLocks(sql, now, isOurs).length > 0;
}

function deadLocks(sql: Sql, now: number, isOurs: IsOurs) {
  return listExpiredLocks(sql, now).filter(({ holder }) => !isOurs(holder));
}
