import { backup } from "./backup.ts";
import { CHAIN_JOBS } from "./chain.ts";
import { claimExpiry } from "./claim-expiry.ts";
import { dailyReportJob } from "./daily-report.ts";
import { deliveryExpiry } from "./delivery-expiry.ts";
import type { Job } from "./job.ts";
import { proofs } from "./log-proofs.ts";
import { restoreDrill } from "./restore-drill.ts";
import { retention } from "./retention.ts";
import { createRollup } from "./rollup.ts";
import { sandboxReset } from "./sandbox-reset.ts";
import { statusSnapshot } from "./status-snapshot.ts";

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
