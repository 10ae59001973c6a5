import type { Database } from "../../../db/database.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import type { Logger } from "../../../kit/process/log.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { appendToLog, jsonItem, LogHeld, type SignedLog } from "../../transparency/signed-log/index.ts";
import { isRecipient } from "./archive/encryption.ts";
import type { BackupDesk } from "./backup-desk.ts";
import { DRILL_OUTPUT, type Drill, setDrill } from "./drill.ts";

interface DrillJobParts {
  config: { backupEncryptionKey: string | null; litestreamReplicaUrl: string | null; dataDir: string };
  backups: BackupDesk;
  live: Database;
  signedLog: SignedLog;
  log: Logger;
  /** Runs a salute command as a child process and returns its standard output. */
  runInChild: (words: readonly string[], signal: AbortSignal) => Promise<{ out: string }>;
}

export const restoreDrill: Job<DrillJobParts> = {
  name: "restore_drill",
  schedule: "23 3 * * *",
  timeoutMs: 2 * HOUR_MS,
  waitsForSchedule: true,
  isAudited: true,
  description: "Restores the replica, or without one the newest backup, to a scratch directory and proves it",
  run: async (services, signal) => {
    const { backupEncryptionKey: key, litestreamReplicaUrl, dataDir } = services.config;
    if (litestreamReplicaUrl === null && services.backups.newestAt() === null)
      return "there is no backup to restore yet";
    if (litestreamReplicaUrl === null && key !== null && isRecipient(key))
      return "skipped: BACKUP_ENCRYPTION_KEY can only encrypt. Test a restore on the machine that holds its identity";
    const { out } = await services.runInChild(["backup", "drill", "--data", dataDir], signal);
    const drill = DRILL_OUTPUT.read(out);
    await services.live.writer.run((tx) => setDrill(tx, drill));
    await logDrill(services, drill);
    if (!drill.ok) throw new Error(`${drill.from} cannot be restored: ${drill.error}`);
    return `${drill.from} restored in ${drill.rto_seconds} s; its newest row was ${drill.rpo_seconds ?? "?"} s old`;
  },
};

/** Publishes the drill's result in the signed log. */
async function logDrill({ signedLog, log }: DrillJobParts, drill: Drill): Promise<void> {
  try {
    await appendToLog(signedLog, [jsonItem("restore_drill", drill, Date.parse(drill.at))]);
  } catch (error) {
    if (!(error instanceof LogHeld)) throw error;
    log.warn("the drill was not logged", { reason: error.hold.reason });
  }
}
