import { type Clock, HOUR_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { BackupDesk } from "./backup-desk.ts";
import { pruneBackups } from "./keep.ts";

interface BackupJobParts {
  backups: BackupDesk;
  config: { backupKeepCount: number; backupKeepDays: number };
  clock: Clock;
  log: Logger;
}

export const backupJob: Job<BackupJobParts> = {
  name: "backup",
  schedule: "41 2 * * *",
  timeoutMs: 2 * HOUR_MS,
  waitsForSchedule: true,
  description: "Copies every database but sandbox files, proves the copies, packs them and sends a copy on",
  run: async ({ backups, config, clock, log }, signal) => {
    const { id, bytes, upload_error } = await backups.make(signal);
    const gone = pruneBackups(backups.directory, config.backupKeepCount, config.backupKeepDays, clock.now());
    if (gone.length > 0) log.info("old backups were deleted", { backups: gone.join(", ") });
    if (upload_error !== null)
      throw new Error(`${id} is kept here, and its copy was not sent: ${upload_error}`);
    return `${id}, ${Math.ceil(bytes / 2 ** 20)} MiB`;
  },
};
