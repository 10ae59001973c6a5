import type { Database } from "../../../../db/database.ts";
import type { Tx } from "../../../../db/sql.ts";
import { MINUTE_MS } from "../../../../kit/clock.ts";
import type { Logger } from "../../../../kit/process/log.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { LogHeld, type SignedLog } from "../../../transparency/signed-log/index.ts";
import type { Report, SystemStatus } from "../system-status.ts";
import { logStatus } from "./log-status.ts";
import { type StatusChange, takeSnapshot } from "./take-snapshot.ts";

export interface SnapshotParts {
  live: Database;
  status: SystemStatus;
  signedLog: SignedLog;
  log: Logger;
  /** Alerts operators to changed checks, in the snapshot's commit. */
  onStatusChange: (tx: Tx, changes: readonly StatusChange[], report: Report) => void;
}

export const statusSnapshot: Job<SnapshotParts> = {
  name: "status_snapshot",
  schedule: "* * * * *",
  timeoutMs: MINUTE_MS,
  description: "Stores the results of the status checks, the source of uptime, trend, incidents and alerts",
  run: async ({ live, status, log, signedLog, onStatusChange }) => {
    const report = await status.look();
    const changes = await live.writer.run((tx) => {
      const changed = takeSnapshot(tx, status, report);
      onStatusChange(tx, changed ?? [], report);
      return changed;
    });
    if (changes === null) return "nothing stored: the clock is behind the last snapshot";
    for (const { subject, from, to } of changes) log.info("status changed", { subject, from, to });
    try {
      await logStatus(signedLog, status, report);
    } catch (error) {
      if (!(error instanceof LogHeld)) throw error;
      log.warn("the status was not logged", { reason: error.hold.reason });
    }
    const words = changes.map(({ subject, from, to }) => `${subject} ${from} → ${to}`);
    return `overall ${report.overall}${words.length === 0 ? "" : `; ${words.join(", ")}`}`;
  },
};
