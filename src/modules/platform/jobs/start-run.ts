import type { Tx } from "../../../db/sql.ts";
import { abandonDeadRuns, type IsOurs } from "./abandon-dead-runs.ts";
import { insertLock, insertRun, renewLock } from "./store.ts";

/** A run in progress: its row, and its holder of the lock. */
export interface ActiveRun {
  id: number;
  job: string;
  /** Unique per run, so that even one process cannot hold a job twice. */
  holder: string;
}

/** Takes a job's lock over all processes and inserts the row of its run; null if the job is already running. */
export function startRun(
  tx: Tx,
  {
    job,
    trigger,
    holder,
    isOurs = () => false,
  }: { job: string; trigger: string; holder: string; isOurs?: IsOurs },
): ActiveRun | null {
  abandonDeadRuns(tx, isOurs);
  if (!insertLock(tx, job, holder)) return null;
  return { id: insertRun(tx, job, trigger), job, holder };
}

/** Extends the lock's lease; false if it is lost, so that the run must end. */
export function renewLease(tx: Tx, run: ActiveRun): boolean {
  return renewLock(tx, run.job, run.holder);
}
