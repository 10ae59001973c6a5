import type { Sql } from "../db/sql.ts";
import { MINUTE_MS } from "../kit/clock.ts";
import type { JobState } from "../modules/platform/jobs/index.ts";
import { countFailuresInARow, findLastOkRun, findLastRun } from "../modules/platform/jobs/index.ts";
import { lastTimes, nextTime } from "./schedule.ts";

/** The parts of a job that its lateness depends on. */
interface ScheduledJob {
  name: string;
  schedule: string;
}

/**
 * The state of each job. Lateness counts from the first missed time, or from the process's start, since nothing could
 * run before.
 */
export function readJobStates(
  sql: Sql,
  jobs: readonly ScheduledJob[],
  { startedAt, now }: { startedAt: number; now: number },
): JobState[] {
  return jobs.map((job) => {
    const last = findLastRun(sql, job.name);
    return {
      name: job.name,
      schedule: job.schedule,
      lastStatus: last?.status ?? null,
      lastStartedAt: last?.started_at ?? null,
      lastOkAt: findLastOkRun(sql, job.name)?.started_at ?? null,
      failuresInARow: countFailuresInARow(sql, job.name),
      lateMinutes:
        last?.status === "running" ? 0 : lateMinutes(job, Math.max(startedAt, last?.started_at ?? 0), now),
    };
  });
}

function lateMinutes({ schedule }: ScheduledJob, since: number, now: number): number {
  if (since >= lastTimes(schedule, now)[0]) return 0;
  const missed = nextTime(schedule, since);
  return missed === null || missed >= now ? 0 : Math.floor((now - missed) / MINUTE_MS);
}
