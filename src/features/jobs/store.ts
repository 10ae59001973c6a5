import type { Sql, Tx } from "../../db/sql.ts";

export type RunStatus = "running" | "ok" | "failed" | "timeout" | "abandoned";

export interface JobRunRow {
  id: number;
  job: string;
  /** schedule, overdue, command, or who else asked for it. */
  trigger: string;
  status: RunStatus;
  detail: string | null;
  started_at: number;
  finished_at: number | null;
}

export interface JobLockRow {
  job: string;
  holder: string;
  expires_at: number;
}

/** Takes the lock of a job; false where somebody has it. */
export function insertLock(tx: Tx, job: string, holder: string, leaseMs: number): boolean {
  return (
    tx.run(
      "INSERT INTO job_locks (job, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT (job) DO NOTHING",
      job,
      holder,
      tx.now + leaseMs,
    ).changes === 1
  );
}

/** False where the lock is no longer this holder's. */
export function renewLock(tx: Tx, job: string, holder: string, leaseMs: number): boolean {
  return (
    tx.run("UPDATE job_locks SET expires_at = ? WHERE job = ? AND holder = ?", tx.now + leaseMs, job, holder)
      .changes === 1
  );
}

export function deleteLock(tx: Tx, job: string, holder: string): void {
  tx.run("DELETE FROM job_locks WHERE job = ? AND holder = ?", job, holder);
}

/** The lock of a job, its lease run out or not. */
export function findLock(sql: Sql, job: string): JobLockRow | null {
  return sql.get<JobLockRow>("SELECT * FROM job_locks WHERE job = ?", job);
}

/** Locks whose holder died: nobody renewed their lease. */
export function listExpiredLocks(sql: Sql, now: number): JobLockRow[] {
  return sql.all<JobLockRow>("SELECT * FROM job_locks WHERE expires_at <= ?", now);
}

export function insertRun(tx: Tx, job: string, trigger: string): number {
  return tx.run(
    "INSERT INTO job_runs (job, trigger, status, started_at) VALUES (?, ?, 'running', ?)",
    job,
    trigger,
    tx.now,
  ).lastInsertRowid;
}

/** Ends a run that is under way; one that was ended already stays as it is. */
export function updateRun(tx: Tx, runId: number, status: RunStatus, detail: string): void {
  tx.run(
    "UPDATE job_runs SET status = ?, detail = ?, finished_at = ? WHERE id = ? AND status = 'running'",
    status,
    detail,
    tx.now,
    runId,
  );
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

/** Deletes runs that began before a time, a chunk a call. */
export function purgeRuns(tx: Tx, before: number, chunk: number): number {
  return tx.run("DELETE FROM job_runs WHERE started_at < ? LIMIT ?", before, chunk).changes;
}
