import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statusSnapshot } from "../../../../src/modules/status/system/snapshots/snapshot-job.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Writes a policy file; `remove` deletes it. */
export function policyFile(policy: object | string): { path: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), "salute-test-"));
  const path = join(directory, "policy.json");
  writeFileSync(path, typeof policy === "string" ? policy : JSON.stringify(policy));
  return { path, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** A world in which no job is ever late, since none runs on schedule. */
export async function createPunctualWorld(environment: Record<string, string> = {}): Promise<World> {
  const never = 1e9;
  const file = policyFile({
    version: "punctual",
    checks: {
      jobs: { late_minutes_warn: never, late_minutes_bad: never },
      backup: { first_after_hours_warn: never, age_hours_warn: never, replica_lag_seconds_warn: never },
    },
  });
  try {
    return await createWorld({
      RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
      STATUS_POLICY_FILE: file.path,
      ...environment,
    });
  } finally {
    file.remove();
  }
}

/** Takes a number of snapshots, advancing the clock by a minute or another interval after each. */
export async function snapshots(world: World, count: number, everyMs = MINUTE_MS): Promise<void> {
  for (let taken = 0; taken < count; taken++) {
    await statusSnapshot.run(world.services, new AbortController().signal);
    world.clock.advance(everyMs);
  }
}

/** Records a run of the job `retention`: the jobs check warns after one failure and is bad after five. */
export async function endJob(world: World, status: "ok" | "failed"): Promise<void> {
  await world.services.live.writer.run((tx) =>
    tx.run(
      "INSERT INTO job_runs (job, trigger, status, started_at, finished_at) VALUES ('retention', 'schedule', ?, ?, ?)",
      status,
      tx.now,
      tx.now,
    ),
  );
}
