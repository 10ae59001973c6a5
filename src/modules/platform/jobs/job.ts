import type { Services } from "../../../compose/services.ts";

/** Work that is done on a schedule, at most once at a time over all processes of a data directory. */
export interface Job {
  name: string;
  /** A cron pattern of five fields, in UTC. */
  schedule: string;
  timeoutMs: number;
  /** What it does, for `jobs list` and the admin page. */
  description: string;
  /** Whether a new installation waits for the schedule's first time, and owes no run at its start. */
  waitsForSchedule?: boolean;
  /**
   * Does the work and says in a sentence what was done. It holds no write transaction over 50 ms, and ends soon after
   * the signal is aborted.
   * @param trigger what began this run: `schedule`, `overdue` at a start, `command` …
   */
  run(services: Services, signal: AbortSignal, trigger?: string): Promise<string>;
}
