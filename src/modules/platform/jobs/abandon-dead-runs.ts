import type { Sql, Tx } from "../../../db/sql.ts";
import { deleteLock, findLastRun, listExpiredLocks, updateRun } from "./store.ts";

/** Whether a lock's holder is a run in progress in this process, regardless of its lease. */
export type IsOurs = (holder: string) => boolean;

/**
 * Ends the runs that a crash left unfinished, and releases their locks. A run and its lock are created and deleted in
 * one commit, so an expired lock indicates such a run. Returns the affected jobs.
 */
export function abandonDeadRuns(tx: Tx, isOurs: IsOurs): string[] {
  return deadLocks(tx, tx.now, isOurs).map(({ job, holder }) => {
    const last = findLastRun(tx, job);
    if (last !== null)
      updateRun(tx, last.id, { status: "abandoned", detail: "the process that ran it died" });
    deleteLock(tx, job, holder);
    return job;
  });
}

/** Whether `abandonDeadRuns` has anything to do. */
export function hasDeadRuns(sql: Sql, now: number, isOurs: IsOurs): boolean {
  return deadLocks(sql, now, isOurs).length > 0;
}

function deadLocks(sql: Sql, now: number, isOurs: IsOurs) {
  return listExpiredLocks(sql, now).filter(({ holder }) => !isOurs(holder));
}
