import type { Tx } from "../../../db/sql.ts";
import { abandonDeadRuns, type IsOurs } from "./abandon-dead-runs.ts";
import { insertLock, insertRun, renewLock } from "./store.ts";

/** A run under way: its row, and the lock that it goes under. */
export interface ActiveRun {
  id: number;
  job: string;
  /** Names this run alone, so that even one process cannot hold a job twice. */
  holder: string;
}

/** Takes a job's lock over all processes and opens the row of its run; null where the job runs already. */
export function startRun(
  tx: Tx,
  job: string,
  trigger: string,
  holder: string,
  isOurs: IsOurs = () => false,
): ActiveRun | null {
  abandonDeadRuns(tx, isOurs);
  if (!insertLock(tx, job, holder)) return null;
  return { id: insertRun(tx, job, trigger), job, holder };
}

/** Keeps the lock for another lease; false where it is lost, so that the run must end. */
export function renewLease(tx: Tx, run: ActiveRun): boolean {
  return renewLock(tx, run.job, run.holder);
}
