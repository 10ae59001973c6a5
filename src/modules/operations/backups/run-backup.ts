import { Problem } from "../../../http/answers/problem.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { JobMonitor } from "../../platform/jobs/index.ts";
import type { Manifest } from "./archive/manifest.ts";
import type { BackupDesk } from "./backup-desk.ts";

/** How often the clock is looked at meanwhile. */
const LOOK_MS = 250;
/** How long an answer waits for a backup before it says that it goes on (contract section 12). */
const PATIENCE_MS = 55_000;

/**
 * Begins a backup under the job's lock, and waits for it a while: its manifest, or the id of one that goes on.
 * @throws Problem state_conflict where one runs already, or it failed; db_unavailable where the runner does not run.
 */
export async function runBackup(
  desk: BackupDesk,
  jobs: JobMonitor,
  trigger: string,
): Promise<{ manifest: Manifest } | { backupId: string }> {
  const running = jobs.begin("backup", trigger);
  if (running === null)
    throw new Problem("db_unavailable", "Retry in a moment: the job runner is not running.");
  const outcome = await withPatience(running, desk.clock);
  if (outcome === null) return { backupId: desk.latest?.id ?? "" };
  if (outcome.status === "locked")
    throw new Problem("state_conflict", "Wait for the backup that is being made: one runs at a time.");
  const manifest = desk.latest === null ? desk.latestDone : null;
  if (manifest === null)
    throw new Problem("state_conflict", `Correct the cause, then run the backup again: ${outcome.detail}`);
  return { manifest };
}

/** What the promise resolves to, or null where that takes too long. */
async function withPatience<Value>(promise: Promise<Value>, clock: Clock): Promise<Value | null> {
  const until = clock.now() + PATIENCE_MS;
  let outcome: Value | null = null;
  while (outcome === null && clock.now() < until)
    outcome = await Promise.race([promise, Bun.sleep(LOOK_MS).then(() => null)]);
  return outcome;
}
