import type { Tx } from "../../db/sql.ts";
import { SECOND_MS } from "../../kit/clock.ts";
import { abandonDeadRuns } from "./abandon-dead-runs.ts";
import { insertLock, insertRun, renewLock } from "./store.ts";

/** How long a dead process keeps others from a job; a living one renews three times as often. */
export const LEASE_MS = 15 * SECOND_MS;

/** A run under way: its row, and the lock that it goes under. */
export interface ActiveRun {
  id: number;
  job: string;
  /** Names this run alone, so that even one process cannot hold a job twice. */
  holder: string;
}

/** Takes a job's lock over all processes and opens the row of its run; null where the job runs already. */
export function startRun(tx: Tx, job: string, trigger: string, holder: string): ActiveRun | null {
  abandonDeadRuns(tx);
  if (!insertLock(tx, job, holder, LEASE_MS)) return null;
  return { id: insertRun(tx, job, trigger), job, holder };
}

/** Keeps the lock for another lease; false where it is lost, so that the run must end. */
export function renewLease(tx: Tx, run: ActiveRun): boolean {
  return renewLock(tx, run.job, run.holder, LEASE_MS);
}
