import { isoUtc } from "../../../../kit/clock.ts";
import { appendOnce, currentLogId, jsonItem, LogHeld } from "../../signed-log/index.ts";
import type { AuditRun } from "./model.ts";
import type { AuditParts } from "./parts.ts";
import { findRun } from "./store.ts";
import { listUnlogged, setLogEntry } from "./store-run.ts";

const LOG_KIND = "audit_run";

/**
 * Appends complete runs that are not in the signed log yet, each once, even if an earlier process ended before it stored
 * the entry's index. If the log is held, they wait for the next run.
 */
export async function logRuns(
  { live, signedLog, log }: Pick<AuditParts, "live" | "signedLog" | "log">,
  tokenId: number,
): Promise<void> {
  for (const id of listUnlogged(live.read, tokenId)) {
    const run = findRun(live.read, tokenId, id);
    if (run === null) continue;
    try {
      const index = await appendOnce(signedLog, jsonItem(LOG_KIND, loggedObject(run), run.finishedAt));
      const logId = currentLogId(signedLog.db.read);
      await live.writer.run((tx) => setLogEntry(tx, id, { logId, index }));
    } catch (error) {
      if (!(error instanceof LogHeld)) throw error;
      log.warn("an audit run was not logged", { run: id, reason: error.hold.reason });
      return;
    }
  }
}

/** The published entry of a run (contract section 15). */
function loggedObject(run: AuditRun): object {
  return {
    run: run.run,
    window: { from: isoUtc(run.fromAt), to: isoUtc(run.toAt) },
    policy_version: run.policyVersion,
    rows_total: run.rowsTotal,
    severity_counts: run.severityCounts,
    coverage: run.coverage,
    rows_sha256: run.rowsSha256,
  };
}
