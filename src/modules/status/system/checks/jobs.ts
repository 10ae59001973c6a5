import { isoUtcOrNull } from "../../../../kit/clock.ts";
import type { RunStatus } from "../../../platform/jobs/index.ts";
import type { Finding } from "../check.ts";
import type { Thresholds } from "../policy.ts";
import { levelAbove, worstOf } from "../rules.ts";

/** How one job stands. Times are Unix milliseconds. */
export interface JobState {
  name: string;
  schedule: string;
  lastStatus: RunStatus | null;
  lastStartedAt: number | null;
  lastOkAt: number | null;
  failuresInARow: number;
  /** How long ago it should have begun and has not; 0 where it is on time. */
  lateMinutes: number;
}

/** Whether jobs begin on time and succeed. */
export function checkJobs(jobs: readonly JobState[], thresholds: Thresholds<"jobs">): Finding {
  const late = jobs.filter(({ lateMinutes }) => lateMinutes >= thresholds.late_minutes_warn);
  const failing = jobs.filter(({ failuresInARow }) => failuresInARow >= thresholds.failures_in_a_row_warn);
  const status = worstOf(
    jobs.flatMap(({ lateMinutes, failuresInARow }) => [
      levelAbove(lateMinutes, thresholds.late_minutes_warn, thresholds.late_minutes_bad),
      levelAbove(failuresInARow, thresholds.failures_in_a_row_warn, thresholds.failures_in_a_row_bad),
    ]),
  );
  return {
    status,
    message: messageOf(jobs, late, failing),
    observed: {
      job_count: jobs.length,
      late_jobs: late.length,
      failing_jobs: failing.length,
      jobs: jobs.map(jobView),
    },
  };
}

function messageOf(
  jobs: readonly JobState[],
  late: readonly JobState[],
  failing: readonly JobState[],
): string {
  const names = (some: readonly JobState[]) => some.map(({ name }) => name).join(", ");
  if (failing.length > 0) return `Failing: ${names(failing)}.`;
  if (late.length > 0) return `Late: ${names(late)}.`;
  if (jobs.every(({ lastStatus }) => lastStatus === null)) return "No job has run yet.";
  return "Jobs run on time, and their last runs succeeded.";
}

function jobView(job: JobState) {
  return {
    name: job.name,
    schedule: job.schedule,
    last_status: job.lastStatus,
    last_started_at: isoUtcOrNull(job.lastStartedAt),
    last_ok_at: isoUtcOrNull(job.lastOkAt),
    failures_in_a_row: job.failuresInARow,
    late_minutes: job.lateMinutes,
  };
}
