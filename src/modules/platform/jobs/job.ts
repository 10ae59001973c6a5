/** Thrown by a job that has nothing to work on in this installation, such as a job on the chain without a chain. */
export class Skipped extends Error {}

/**
 * Scheduled work that runs at most once at a time over all processes of a data directory. `Parts` are the services
 * that it needs.
 */
export interface Job<Parts> {
  name: string;
  /** Another name under which it can be started. */
  alias?: string;
  /** A cron pattern of five fields, in UTC. */
  schedule: string;
  timeoutMs: number;
  /** Description for `jobs list` and the admin page. */
  description: string;
  /** Whether a new installation waits for the schedule instead of running the job at its start. */
  waitsForSchedule?: boolean;
  /** Whether each of its runs is an entry of the audit trail. */
  isAudited?: boolean;
  /**
   * Does the work and returns a sentence about the result. Holds no write transaction over 50 ms, and ends soon after
   * the signal is aborted.
   * @throws Skipped if there is nothing to work on: neither a success nor a failure
   * @param trigger what started this run: `schedule`, `overdue` at a start, `command` …
   */
  run: (parts: Parts, signal: AbortSignal, trigger?: string) => Promise<string>;
}
