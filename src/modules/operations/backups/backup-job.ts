import type { Database } from "../../../db/database.ts";
import { type Clock, HOUR_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import { findStep } from "../../platform/clock-step/index.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { BackupDesk } from "./backup-desk.ts";
import { pruneBackups } from "./prune-backups.ts";

interface BackupJobParts {
  backups: BackupDesk;
  config: { backupKeepCount: number; backupKeepDays: number };
  live: Database;
  clock: Clock;
  log: Logger;
}

export const backupJob: Job<BackupJobParts> = {
  name: "backup",
  schedule: "41 2 * * *",
  timeoutMs: 2 * HOUR_MS,
  waitsForSchedule: true,
  isAudited: true,
  description:
    "Copies every database except sandbox files, proves the copies, packs them and uploads the archive if configured",
  run: async ({ backups, config, live, clock, log }, signal) => {
    const prune = (days: number) => {
      const count = config.backupKeepCount;
      const pruned = pruneBackups(backups.directory, { count, days, now: clock.now() });
      if (pruned.length > 0) log.info("old backups were deleted", { backups: pruned.join(", ") });
    };
    // Leftovers and a lowered count make room for this backup. Age counts once there is a newer one.
    prune(Number.POSITIVE_INFINITY);
    const { id, bytes, upload_error } = await backups.make(signal);
    // A wrong time must not make every backup look old.
    prune(findStep(live.read, clock) === null ? config.backupKeepDays : Number.POSITIVE_INFINITY);
    if (upload_error !== null)
      throw new Error(`${id} is stored here, but uploading its copy failed: ${upload_error}`);
    return `${id}, ${Math.ceil(bytes / 2 ** 20)} MiB`;
  },
};
