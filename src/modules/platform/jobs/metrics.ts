import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, SECOND_MS } from "../../../kit/clock.ts";
import { type Family, gauge } from "../metrics/index.ts";
import type { JobState } from "./check.ts";
import { countJobRuns } from "./store.ts";

/** Jobs by state, and runs of the last day by job and outcome. */
export function jobMetrics(sql: Sql, states: readonly JobState[], nowMs: number): Family[] {
  const runs = countJobRuns(sql, nowMs - DAY_MS);
  const count = (isCounted: (job: JobState) => boolean) => states.filter(isCounted).length;
  return [
    gauge(
      "salute_jobs",
      "Jobs that run, are late by a minute or more, or whose last run failed.",
      { labels: { state: "running" }, value: count(({ lastStatus }) => lastStatus === "running") },
      { labels: { state: "late" }, value: count(({ lateMinutes }) => lateMinutes > 0) },
      { labels: { state: "failing" }, value: count(({ failuresInARow }) => failuresInARow > 0) },
    ),
    gauge(
      "salute_job_runs_last_day",
      "Runs of jobs that started in the last 24 hours, by outcome.",
      ...runs.map(({ job, status, runs: value }) => ({ labels: { job, status }, value })),
    ),
    gauge(
      "salute_job_finished_time_seconds",
      "Unix time of the newest run's end, by outcome.",
      ...runs.flatMap(({ job, status, finished_at }) =>
        finished_at === null ? [] : [{ labels: { job, status }, value: finished_at / SECOND_MS }],
      ),
    ),
  ];
}
