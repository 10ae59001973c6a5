import type { Database } from "../db/database.ts";
import { type Clock, isoUtcOrNull } from "../kit/clock.ts";
import { findLastRun, type Job, type JobView } from "../modules/platform/jobs/index.ts";
import { nextTime } from "./schedule.ts";

/** A job with its next time and last run. */
export function jobView(
  { live, clock }: { live: Database; clock: Clock },
  { name, description, schedule, timeoutMs }: Omit<Job<never>, "run">,
): JobView {
  const last = findLastRun(live.read, name);
  return {
    name,
    description,
    schedule,
    timeout_ms: timeoutMs,
    next_run_at: isoUtcOrNull(nextTime(schedule, clock.now())),
    last_run: last && {
      trigger: last.trigger,
      status: last.status,
      detail: last.detail,
      started_at: isoUtcOrNull(last.started_at),
      finished_at: isoUtcOrNull(last.finished_at),
    },
  };
}
