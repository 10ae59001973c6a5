import type { Sql } from "../../../db/sql.ts";

export interface JobRunCount {
  job: string;
  status: string;
  runs: number;
  /** Unix milliseconds of the newest end; null where none ended. */
  finished_at: number | null;
}

/** Runs of jobs that began since a moment, by job and outcome. */
export function countJobRuns(sql: Sql, sinceMs: number): JobRunCount[] {
  return sql.all<JobRunCount>(
    `SELECT job, status, COUNT(*) AS runs, MAX(finished_at) AS finished_at FROM job_runs
       WHERE started_at >= ? GROUP BY job, status ORDER BY job, status`,
    sinceMs,
  );
}
