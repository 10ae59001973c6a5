import { isoUtc } from "../../../../kit/clock.ts";
import { type JobRollup, ROLLUP_DAYS } from "../../../platform/jobs/index.ts";
import type { Finding } from "../check.ts";
import type { Thresholds } from "../policy.ts";
import { levelAbove, worstOf } from "../rules.ts";

const NOTHING_YET = {
  window_days: ROLLUP_DAYS,
  job_count: 0,
  avg_success_streak: null,
  avg_mttr_minutes: null,
  jobs_with_mttr_samples: 0,
  unresolved_failure_jobs: 0,
  rolled_up_at: null,
};

/** How dependably jobs did over the rollup's days. */
export function checkReliability(rollup: JobRollup | null, thresholds: Thresholds<"reliability">): Finding {
  if (rollup === null)
    return { status: "ok", message: "No rollup of the jobs has been made yet.", observed: NOTHING_YET };
  const { jobs: _, rolled_up_at, ...figures } = rollup;
  const observed = { ...figures, rolled_up_at: isoUtc(rolled_up_at) };
  const { unresolved_failure_jobs: unresolved, avg_mttr_minutes: minutes } = figures;
  const isSlow = minutes !== null && minutes >= thresholds.avg_mttr_minutes_warn;
  const status = worstOf([
    levelAbove(unresolved, thresholds.unresolved_failure_jobs_warn, thresholds.unresolved_failure_jobs_bad),
    isSlow ? "warn" : "ok",
  ]);
  if (unresolved > 0)
    return {
      status,
      message: `The last run of ${unresolved} of ${figures.job_count} jobs failed.`,
      observed,
    };
  if (isSlow)
    return {
      status,
      message: `A failed job takes ${minutes} minutes, on average, to succeed again.`,
      observed,
    };
  return { status, message: `No job is failing; looked at ${figures.window_days} days.`, observed };
}
