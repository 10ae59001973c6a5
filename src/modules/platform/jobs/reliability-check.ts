import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { Nullable } from "../../../http/schema/shapes.ts";
import { DAY_MS, isoUtc, SECOND_MS } from "../../../kit/clock.ts";
import { formatDuration } from "../../../kit/language/formats.ts";
import { SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import {
  type CheckOutcome,
  defineCheck,
  levelAbove,
  noData,
  pickWorst,
  type Thresholds,
} from "../checks/index.ts";
import { type JobRollup, ROLLUP_DAYS, readJobRollup } from "./rollup.ts";

const NOTHING_YET = {
  window_days: ROLLUP_DAYS,
  job_count: 0,
  avg_success_streak: null,
  avg_mttr_minutes: null,
  jobs_with_mttr_samples: 0,
  unresolved_failure_jobs: 0,
  skipped_jobs: 0,
  measured_seconds: 0,
  rolled_up_at: null,
};

/** Reliability of the jobs over the rollup's days. @param usesChain whether a job that misses its chain should have one */
export function checkReliability(
  rollup: JobRollup | null,
  thresholds: Thresholds<
    "unresolved_failure_jobs_warn" | "unresolved_failure_jobs_bad" | "avg_mttr_minutes_warn"
  >,
  { usesChain }: { usesChain: boolean },
): CheckOutcome {
  if (rollup === null) return noData("The jobs' reliability has not been computed yet.", NOTHING_YET);
  const { jobs: _, rolled_up_at, ...figures } = rollup;
  const observed = { ...figures, rolled_up_at: isoUtc(rolled_up_at) };
  const { unresolved_failure_jobs: unresolved, avg_mttr_minutes: minutes } = figures;
  const isSlow = minutes !== null && minutes >= thresholds.avg_mttr_minutes_warn;
  const status = pickWorst([
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
  if (rollup.jobs.every(({ runs }) => runs === 0)) return noData("No job has run yet.", observed);
  if (figures.skipped_jobs > 0 && usesChain)
    return noData(`${figures.skipped_jobs} jobs do nothing: they have no chain.`, observed);
  return { status, message: `No job is failing, over ${formatSpan(figures)}.`, observed };
}

function formatSpan({
  window_days,
  measured_seconds,
}: Pick<JobRollup, "window_days" | "measured_seconds">): string {
  const window = `${window_days} days`;
  if (measured_seconds * SECOND_MS >= window_days * DAY_MS) return window;
  return `the measured ${formatDuration(measured_seconds, SOURCE_LOCALE)} of ${window}`;
}

export const reliabilityCheck = defineCheck({
  name: "reliability",
  slot: 2,
  title: "Reliability of jobs",
  about: "Reliability of the jobs over the window.",
  evidence: "/api/public/token-snapshot-jobs-rollup.json",
  thresholds: {
    unresolved_failure_jobs_warn: { value: 1, meaning: "Jobs whose last run failed" },
    unresolved_failure_jobs_bad: { value: 3, meaning: "Jobs whose last run failed" },
    avg_mttr_minutes_warn: { value: 120, meaning: "Mean minutes from a job's failure to its next success" },
  },
  runbook: {
    means: "Over the last days jobs failed often, or took long to succeed again.",
    steps: [
      "`salute jobs list` shows the failing jobs; their own alarm says what to do.",
      "The alarm ends by itself once the failures are older than the rollup's days, or the next runs succeed.",
    ],
  },
  members: {
    window_days: Type.Integer({ description: "Length of the window in days." }),
    job_count: Type.Integer({ description: "Number of jobs that were judged." }),
    avg_success_streak: Nullable(Type.Number(), {
      description: "Mean number of successful runs in a row; null without runs.",
    }),
    avg_mttr_minutes: Nullable(Type.Number(), {
      description: "Mean minutes until a failing job succeeded again; null if nothing failed.",
    }),
    jobs_with_mttr_samples: Type.Integer({
      description: "Number of jobs that failed and succeeded again in the window.",
    }),
    unresolved_failure_jobs: Type.Integer({ description: "Number of jobs whose last run failed." }),
    skipped_jobs: Type.Integer({
      description: "Number of jobs that had nothing to work on when they last ran, such as no chain.",
    }),
    measured_seconds: Type.Integer({
      description: "Seconds of the window since the first run; the whole window once that is older.",
    }),
  },
  look: ({ live, config }: { live: Database; config: { usesChain: boolean } }, thresholds) =>
    checkReliability(readJobRollup(live.read), thresholds, config),
});
