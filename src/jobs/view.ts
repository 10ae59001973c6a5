import { findLastRun, type JobView } from "../features/jobs/index.ts";
import { isoUtcOrNull } from "../kit/clock.ts";
import type { Services } from "../services.ts";
import type { Job } from "./job.ts";
import { nextTime } from "./schedule.ts";

/** A job with its next time and last run. */
export function jobView({ live, clock }: Services, { name, description, schedule, timeoutMs }: Job): JobView {
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
