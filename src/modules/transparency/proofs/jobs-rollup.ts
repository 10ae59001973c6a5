import { Type } from "@sinclair/typebox";
import { Nullable } from "../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import { readJobRollup } from "../../platform/jobs/index.ts";
import type { Proof } from "./proof.ts";

const MAX_AGE_HOURS = 1;

export const jobsRollup: Proof = {
  name: "token_snapshot_jobs_rollup",
  slug: "token-snapshot-jobs-rollup",
  title: "Jobs",
  about: "The reliability of the jobs behind these figures: successful runs, failures, and time to repair.",
  method: "aggregated job runs recorded in live.db",
  source: "rollup",
  limitField: "stale_after_hours",
  limitHours: MAX_AGE_HOURS,
  columns: {
    subject: "Name of the job that the row is about.",
    runs: "Number of runs counted, without those that had nothing to work on.",
    failed_runs: "Number of failed runs.",
    success_streak: "Number of successful runs since the last failure.",
    mttr_minutes: "Mean minutes until the job succeeded again; null if it never failed.",
    mttr_samples: "Number of failures that ended.",
    is_failing: "Whether the last run failed.",
    last_ok_at: "Time of the last success; null before the first.",
  },
  shape: {
    window_days: Nullable(Type.Integer(), {
      description: "Length of the window in days; null before the first figures.",
    }),
    job_count: Nullable(Type.Integer(), { description: "Number of jobs; null before the first figures." }),
    avg_success_streak: Nullable(Type.Number(), {
      description: "Mean number of successful runs in a row; null without runs.",
    }),
    avg_mttr_minutes: Nullable(Type.Number(), {
      description: "Mean minutes until a failing job succeeded again; null if nothing failed.",
    }),
    jobs_with_mttr_samples: Nullable(Type.Integer(), {
      description:
        "Number of jobs that failed and succeeded again in the window; null before the first figures.",
    }),
    unresolved_failure_jobs: Nullable(Type.Integer(), {
      description: "Number of jobs whose last run failed; null before the first figures.",
    }),
    skipped_jobs: Nullable(Type.Integer(), {
      description:
        "Number of jobs that had nothing to work on when they last ran, such as no chain; null before the first figures.",
    }),
    measured_seconds: Nullable(Type.Integer(), {
      description:
        "Seconds of the window since the first run; the whole window once that is older. Null before the first figures.",
    }),
  },
  isShownMissing: true,
  readsChain: false,
  find(sql) {
    const rollup = readJobRollup(sql);
    if (rollup === null) return null;
    const { jobs, rolled_up_at: takenAt, ...figures } = rollup;
    return {
      takenAt,
      slot: null,
      rpcHosts: [],
      fault: null,
      figures,
      rows: jobs.map(({ job, rolled_up_at: _, is_failing, last_ok_at, ...each }) => ({
        subject: job,
        ...each,
        is_failing: is_failing === 1,
        last_ok_at: isoUtcOrNull(last_ok_at),
      })),
    };
  },
};
