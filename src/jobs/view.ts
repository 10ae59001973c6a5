import type { Services } from "../compose/services.ts";
import { isoUtcOrNull } from "../kit/clock.ts";
import { findLastRun, type JobView } from "../modules/platform/jobs/index.ts";
import type { Job } from "../modules/platform/jobs/job.ts";
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
