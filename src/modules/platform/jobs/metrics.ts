import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, SECOND_MS } from "../../../kit/clock.ts";
import { type Family, gauge } from "../metrics/index.ts";
import { countJobRuns } from "./store.ts";

/** Runs of the last day by job and outcome. */
export function jobMetrics(sql: Sql, nowMs: number): Family[] {
  const runs = countJobRuns(sql, nowMs - DAY_MS);
  return [
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
