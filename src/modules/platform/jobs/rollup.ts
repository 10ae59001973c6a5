import type { Sql, Tx } from "../../../db/sql.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";
import {
  countRunsFrom,
  deleteRollupsExcept,
  findFirstRunSince,
  findFirstRunTime,
  findLastEndedRun,
  findLastOkRun,
  findLastRun,
  findOkRunAfter,
  isFailed,
  type JobRollupRow,
  type JobRunRow,
  listFailedRuns,
  listRollups,
  upsertRollup,
} from "./store.ts";

/** Days that a rollup covers. */
export const ROLLUP_DAYS = 7;

/** Reliability of all jobs over the window, in total and by job. Numbers have at most two decimals. */
export interface JobRollup {
  window_days: number;
  job_count: number;
  /** Mean over the jobs that ran; null if none did. */
  avg_success_streak: number | null;
  /** Mean over the jobs that were repaired; null if none was. */
  avg_mttr_minutes: number | null;
  jobs_with_mttr_samples: number;
  unresolved_failure_jobs: number;
  /** Jobs that had nothing to work on when they last ran. */
  skipped_jobs: number;
  /** Part of the window since the first run. */
  measured_seconds: number;
  /** Unix milliseconds of the computation. */
  rolled_up_at: number;
  jobs: readonly JobRollupRow[];
}

/** Computes the reliability of these jobs until now; stored figures of other jobs are deleted. */
export function rollUpJobs(tx: Tx, jobs: readonly string[]): void {
  const firstId = findFirstRunSince(tx, tx.now - ROLLUP_DAYS * DAY_MS) ?? Number.MAX_SAFE_INTEGER;
  for (const job of jobs) upsertRollup(tx, rollUpOne(tx, job, firstId));
  deleteRollupsExcept(tx, jobs);
}

/** The newest rollup; null before the first. */
export function readJobRollup(sql: Sql): JobRollup | null {
  const jobs = listRollups(sql);
  if (jobs.length === 0) return null;
  const rolled_up_at = Math.min(...jobs.map((each) => each.rolled_up_at));
  const firstAt = findFirstRunTime(sql) ?? rolled_up_at;
  const repairs = jobs.flatMap(({ mttr_minutes }) => (mttr_minutes === null ? [] : [mttr_minutes]));
  return {
    window_days: ROLLUP_DAYS,
    job_count: jobs.length,
    avg_success_streak: mean(jobs.filter(({ runs }) => runs > 0).map((each) => each.success_streak)),
    avg_mttr_minutes: mean(repairs),
    jobs_with_mttr_samples: repairs.length,
    unresolved_failure_jobs: jobs.filter(({ is_failing }) => is_failing === 1).length,
    skipped_jobs: jobs.filter(({ job }) => findLastEndedRun(sql, job)?.status === "skipped").length,
    measured_seconds: Math.floor(
      Math.min(ROLLUP_DAYS * DAY_MS, Math.max(0, rolled_up_at - firstAt)) / SECOND_MS,
    ),
    rolled_up_at,
    jobs,
  };
}

function rollUpOne(tx: Tx, job: string, firstId: number): JobRollupRow {
  const failed = listFailedRuns(tx, job, firstId);
  const repairs = repairMinutes(tx, job, failed);
  const lastFailure = failed.at(-1);
  return {
    job,
    runs: countEnded(tx, job, firstId),
    failed_runs: failed.length,
    success_streak: countEnded(tx, job, lastFailure === undefined ? firstId : lastFailure.id + 1),
    mttr_minutes: mean(repairs),
    mttr_samples: repairs.length,
    is_failing: isFailed(findLastEndedRun(tx, job)?.status ?? "ok") ? 1 : 0,
    last_ok_at: findLastOkRun(tx, job)?.started_at ?? null,
    rolled_up_at: tx.now,
  };
}

/**
 * Finished runs from a given one on, without skipped ones: of each job at most the last run is unfinished, and at most
 * the last ended one skipped.
 */
function countEnded(tx: Tx, job: string, fromId: number): number {
  const last = findLastRun(tx, job);
  const isUnderWay = last !== null && last.status === "running" && last.id >= fromId;
  const lastEnded = findLastEndedRun(tx, job);
  const isSkipped = lastEnded !== null && lastEnded.status === "skipped" && lastEnded.id >= fromId;
  return countRunsFrom(tx, job, fromId) - (isUnderWay ? 1 : 0) - (isSkipped ? 1 : 0);
}

/**
 * For each series of failures ended by an ok run: minutes from the start of its first run to the end of the ok run.
 */
function repairMinutes(sql: Sql, job: string, failed: readonly JobRunRow[]): number[] {
  const minutes: number[] = [];
  let repairedBy = 0;
  for (const first of failed) {
    if (first.id < repairedBy) continue;
    const repair = findOkRunAfter(sql, job, first.id);
    if (repair === null) break;
    repairedBy = repair.id;
    minutes.push(((repair.finished_at ?? repair.started_at) - first.started_at) / MINUTE_MS);
  }
  return minutes;
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
}
