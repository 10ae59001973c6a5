import { Problem } from "../../../http/answers/problem.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { JobMonitor } from "../../platform/jobs/index.ts";
import type { Manifest } from "./archive/manifest.ts";
import type { BackupDesk } from "./backup-desk.ts";

/** Interval at which the clock is read while waiting. */
const LOOK_MS = 250;
/** Time a request waits for a backup before answering 202 (contract section 12). */
const PATIENCE_MS = 55_000;

/**
 * Starts a backup under the job's lock and waits up to 55 s. Returns its manifest, or its id if it is still running.
 * @throws Problem state_conflict if one is already running or it failed; db_unavailable if the job runner is not
 * running
 */
export async function runBackup(
  desk: BackupDesk,
  jobs: JobMonitor,
  trigger: string,
): Promise<{ manifest: Manifest } | { backupId: string }> {
  const before = desk.latestDone;
  const running = jobs.begin("backup", trigger);
  if (running === null)
    throw new Problem("db_unavailable", "Retry in a moment: the job runner is not running.");
  const outcome = await withTimeout(running, desk.clock);
  if (outcome === null) return { backupId: desk.latest?.id ?? "" };
  if (outcome.status === "locked")
    throw new Problem("state_conflict", "Wait for the backup in progress: only one runs at a time.");
  const manifest = desk.latestDone;
  if (manifest === null || manifest === before)
    throw new Problem("state_conflict", `Correct the cause, then run the backup again: ${outcome.detail}`);
  return { manifest };
}

/** Value of the promise; null on timeout. */
async function withTimeout<Value>(promise: Promise<Value>, clock: Clock): Promise<Value | null> {
  const until = clock.now() + PATIENCE_MS;
  let outcome: Value | null = null;
  while (outcome === null && clock.now() < until)
    outcome = await Promise.race([promise, Bun.sleep(LOOK_MS).then(() => null)]);
  return outcome;
}
