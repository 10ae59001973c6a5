import { backup } from "./backup.ts";
import { claimExpiry } from "./claim-expiry.ts";
import type { Job } from "./job.ts";
import { retention } from "./retention.ts";

/** Every job of the build. Schedules are staggered so that no two heavy ones begin together. */
export const JOBS: readonly Job[] = [retention, claimExpiry, backup];
