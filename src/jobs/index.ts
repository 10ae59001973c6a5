import { claimExpiry } from "../modules/ledger/claims/expiry-job.ts";
import { dailyReportJob } from "../modules/operations/alerts/daily-report-job.ts";
import { backup } from "../modules/operations/backups/backup-job.ts";
import { restoreDrill } from "../modules/operations/backups/drill-job.ts";
import type { Job } from "../modules/platform/jobs/job.ts";
import { createRollup } from "../modules/platform/jobs/rollup-job.ts";
import { sandboxReset } from "../modules/sandbox/files/reset-job.ts";
import { statusSnapshot } from "../modules/status/system/snapshot-job.ts";
import { CHAIN_JOBS } from "../modules/token/figures/jobs.ts";
import { proofs } from "../modules/transparency/proofs/log-proofs-job.ts";
import { deliveryExpiry } from "../modules/webhooks/deliveries/expiry-job.ts";
import { retention } from "./retention.ts";

/** Every job of the build. Schedules are staggered so that no two heavy ones begin together. */
export const JOBS: readonly Job[] = [
  statusSnapshot,
  ...CHAIN_JOBS,
  createRollup(() => JOBS),
  proofs,
  retention,
  claimExpiry,
  deliveryExpiry,
  sandboxReset,
  backup,
  restoreDrill,
  dailyReportJob,
];
