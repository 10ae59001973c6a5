import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import { type CheckOutcome, defineCheck, levelAbove, pickWorst, type Thresholds } from "../checks/index.ts";
import { RUN_STATUSES, type RunStatus } from "./store.ts";

/** The state of one job. Times are Unix milliseconds. */
export interface JobState {
  name: string;
  schedule: string;
  lastStatus: RunStatus | null;
  lastStartedAt: number | null;
  lastOkAt: number | null;
  failuresInARow: number;
  /** Minutes since it should have started; 0 if it is on time. */
  lateMinutes: number;
}

/** Whether jobs start on time and succeed. */
export function checkJobs(
  jobs: readonly JobState[],
  thresholds: Thresholds<
    "late_minutes_warn" | "late_minutes_bad" | "failures_in_a_row_warn" | "failures_in_a_row_bad"
  >,
): CheckOutcome {
  const late = jobs.filter(({ lateMinutes }) => lateMinutes >= thresholds.late_minutes_warn);
  const failing = jobs.filter(({ failuresInARow }) => failuresInARow >= thresholds.failures_in_a_row_warn);
  const status = pickWorst(
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
  return "Jobs run on time, and none failed in its last run.";
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

export const jobsCheck = defineCheck({
  name: "jobs",
  slot: 1,
  title: "Jobs",
  about: "Jobs on a schedule.",
  evidence: "/api/public/token-snapshot-jobs-rollup.json",
  thresholds: {
    late_minutes_warn: { value: 5, meaning: "Minutes that a job is late" },
    late_minutes_bad: { value: 60, meaning: "Minutes that a job is late" },
    failures_in_a_row_warn: { value: 1, meaning: "Runs of one job that failed since its last success" },
    failures_in_a_row_bad: { value: 5, meaning: "Runs of one job that failed since its last success" },
  },
  runbook: {
    means:
      "A job starts late, or its last runs failed. Figures, backups and clean-up become outdated until it succeeds.",
    steps: [
      "`salute jobs list` shows the result of the last run.",
      "`salute jobs run NAME` runs it now, and prints the failure.",
      "Late without a failure: the machine is overloaded, or its clock jumped.",
    ],
  },
  members: {
    jobs: Type.Array(
      Type.Object({
        name: Type.String({ description: "Name of the job, as the page of jobs shows it." }),
        schedule: Type.String({ description: "Five fields of cron, in UTC." }),
        last_status: Nullable(OneOf(RUN_STATUSES), {
          description:
            "Result of the last run. running: not ended yet. ok: succeeded. skipped: had nothing to work on, such as no chain. failed: see the log. timeout: ran too long. abandoned: the process ended first. Null before the first run.",
        }),
        last_started_at: Nullable(Timestamp(), {
          description: "Time of the last start; null before the first.",
        }),
        last_ok_at: Nullable(Timestamp(), {
          description: "Time of the last success; null before the first.",
        }),
        failures_in_a_row: Type.Integer({ description: "Number of failed runs since the last success." }),
        late_minutes: Type.Number({ description: "Minutes by which the job is overdue." }),
      }),
      { description: "Jobs on a schedule." },
    ),
  },
  look: ({ jobStates }: { jobStates: (now: number) => JobState[] }, thresholds, now) =>
    checkJobs(jobStates(now), thresholds),
});
