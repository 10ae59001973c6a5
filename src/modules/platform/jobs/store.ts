import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { jobLocks, jobRuns } from "../../../db/tables/operations.ts";
import type { jobRollups } from "../../../db/tables/status.ts";
import { MINUTE_MS, SECOND_MS } from "../../../kit/clock.ts";

/** Time for which a dead process blocks a job; a running process renews three times as often. */
export const LEASE_MS = 15 * SECOND_MS;
/** A lease that ends this far ahead was taken before the clock was set back. */
const SET_BACK_MS = 5 * MINUTE_MS;

export const RUN_STATUSES = ["running", "ok", "skipped", "failed", "timeout", "abandoned"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export type JobRunRow = RowOf<typeof jobRuns>;

export type JobLockRow = RowOf<typeof jobLocks>;

/** Takes a job's lock; false if it is held. */
export function insertLock(tx: Tx, job: string, holder: string): boolean {
  return (
    tx.run(
      "INSERT INTO job_locks (job, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT (job) DO NOTHING",
      job,
      holder,
      tx.now + LEASE_MS,
    ).changes === 1
  );
}

/** Extends a lock; false if this holder has lost it. */
export function renewLock(tx: Tx, job: string, holder: string): boolean {
  return (
    tx.run("UPDATE job_locks SET expires_at = ? WHERE job = ? AND holder = ?", tx.now + LEASE_MS, job, holder)
      .changes === 1
  );
}

export function deleteLock(tx: Tx, job: string, holder: string): void {
  tx.run("DELETE FROM job_locks WHERE job = ? AND holder = ?", job, holder);
}

/** The lock of a job, including an expired one. */
export function findLock(sql: Sql, job: string): JobLockRow | null {
  return sql.get<JobLockRow>("SELECT * FROM job_locks WHERE job = ?", job);
}

/** Locks whose holder died: their lease expired, or the clock was set back and nobody renewed it since. */
export function listExpiredLocks(sql: Sql, now: number): JobLockRow[] {
  return sql.all<JobLockRow>(
    "SELECT * FROM job_locks WHERE expires_at <= ? OR expires_at > ?",
    now,
    now + SET_BACK_MS,
  );
}

export function insertRun(tx: Tx, job: string, trigger: string): number {
  return tx.run(
    "INSERT INTO job_runs (job, trigger, status, started_at) VALUES (?, ?, 'running', ?)",
    job,
    trigger,
    tx.now,
  ).lastInsertRowid;
}

/** Ends a run in progress; a finished one stays unchanged. A skipped run before it is deleted: only the newest is kept. */
export function updateRun(
  tx: Tx,
  runId: number,
  { status, detail }: { status: RunStatus; detail: string },
): void {
  tx.run(
    "UPDATE job_runs SET status = ?, detail = ?, finished_at = ? WHERE id = ? AND status = 'running'",
    status,
    detail,
    tx.now,
    runId,
  );
  tx.run(
    `DELETE FROM job_runs WHERE status = 'skipped' AND id = (SELECT max(id) FROM job_runs
       WHERE job = (SELECT job FROM job_runs WHERE id = ?) AND id < ?)`,
    runId,
    runId,
  );
}

/** In a copy of a database nothing runs: what was in progress ended where the copy was made. */
export function forgetRunsInProgress(tx: Tx): void {
  tx.run("DELETE FROM job_runs WHERE status = 'running'");
  tx.run("DELETE FROM job_locks");
}

export function findLastRun(sql: Sql, job: string): JobRunRow | null {
  return sql.get<JobRunRow>("SELECT * FROM job_runs WHERE job = ? ORDER BY id DESC LIMIT 1", job);
}

export function findLastOkRun(sql: Sql, job: string): JobRunRow | null {
  return sql.get<JobRunRow>(
    "SELECT * FROM job_runs WHERE job = ? AND status = 'ok' ORDER BY id DESC LIMIT 1",
    job,
  );
}

/** The newest finished run. */
export function findLastEndedRun(sql: Sql, job: string): JobRunRow | null {
  return sql.get<JobRunRow>(
    "SELECT * FROM job_runs WHERE job = ? AND status <> 'running' ORDER BY id DESC LIMIT 1",
    job,
  );
}

/** The first ok run after another. */
export function findOkRunAfter(sql: Sql, job: string, runId: number): JobRunRow | null {
  return sql.get<JobRunRow>(
    "SELECT * FROM job_runs WHERE job = ? AND id > ? AND status = 'ok' ORDER BY id LIMIT 1",
    job,
    runId,
  );
}

/** Whether a run ended without the job's work done; a skipped one had none. */
export function isFailed(status: RunStatus): boolean {
  return !["running", "ok", "skipped"].includes(status);
}

const FAILED = "status IN ('failed', 'timeout', 'abandoned')";

/** Failed runs from a given one on, oldest first; read from an index of failed runs. */
export function listFailedRuns(sql: Sql, job: string, fromId: number): JobRunRow[] {
  return sql.all<JobRunRow>(
    `SELECT * FROM job_runs WHERE job = ? AND ${FAILED} AND id >= ? ORDER BY id`,
    job,
    fromId,
  );
}

/** Number of failed runs since the last ok one, at most 100; 0 while the job is skipped. */
export function countFailuresInARow(sql: Sql, job: string): number {
  if (findLastEndedRun(sql, job)?.status === "skipped") return 0;
  const lastOk = findLastOkRun(sql, job)?.id ?? 0;
  const row = sql.get<{ failures: number }>(
    `SELECT count(*) AS failures FROM (SELECT 1 FROM job_runs WHERE job = ? AND ${FAILED} AND id > ? LIMIT 100)`,
    job,
    lastOk,
  );
  return row?.failures ?? 0;
}

/** Unix milliseconds at which the oldest kept run started; null before the first. */
export function findFirstRunTime(sql: Sql): number | null {
  return sql.get<{ at: number | null }>("SELECT min(started_at) AS at FROM job_runs")?.at ?? null;
}

/** The first run of any job since a time; null if there is none. Ids grow with time. */
export function findFirstRunSince(sql: Sql, since: number): number | null {
  const row = sql.get<{ id: number }>(
    "SELECT id FROM job_runs WHERE started_at >= ? ORDER BY started_at, id LIMIT 1",
    since,
  );
  return row?.id ?? null;
}

/** Runs of a job from a given one on, with any outcome; counted in the index. */
export function countRunsFrom(sql: Sql, job: string, fromId: number): number {
  const row = sql.get<{ runs: number }>(
    "SELECT count(*) AS runs FROM job_runs WHERE job = ? AND id >= ?",
    job,
    fromId,
  );
  return row?.runs ?? 0;
}

export type JobRollupRow = RowOf<typeof jobRollups>;

export function upsertRollup(tx: Tx, row: JobRollupRow): void {
  tx.run(
    `INSERT OR REPLACE INTO job_rollups (job, runs, failed_runs, success_streak, mttr_minutes, mttr_samples, is_failing,
       last_ok_at, rolled_up_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.job,
    row.runs,
    row.failed_runs,
    row.success_streak,
    row.mttr_minutes,
    row.mttr_samples,
    row.is_failing,
    row.last_ok_at,
    row.rolled_up_at,
  );
}

export function listRollups(sql: Sql): JobRollupRow[] {
  return sql.all<JobRollupRow>("SELECT * FROM job_rollups ORDER BY job");
}

export function deleteRollupsExcept(tx: Tx, jobs: readonly string[]): void {
  tx.run("DELETE FROM job_rollups WHERE job NOT IN (SELECT value FROM json_each(?))", JSON.stringify(jobs));
}

/** Deletes runs that started before a time, up to `chunk` per call. Returns how many. */
export function purgeRuns(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM job_runs WHERE started_at < ? LIMIT ?", before, chunk).changes;
}

export interface JobRunCount extends Pick<RowOf<typeof jobRuns>, "job" | "status"> {
  runs: number;
  /** Unix milliseconds of the newest end; null if none ended. */
  finished_at: number | null;
}

/** Runs of jobs that started since a time, by job and outcome. */
export function countJobRuns(sql: Sql, sinceMs: number): JobRunCount[] {
  return sql.all<JobRunCount>(
    `SELECT job, status, COUNT(*) AS runs, MAX(finished_at) AS finished_at FROM job_runs
       WHERE started_at >= ? GROUP BY job, status ORDER BY job, status`,
    sinceMs,
  );
}
