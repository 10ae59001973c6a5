import { isBroken, readLastEntryAt, readLogHead, readLogStatus } from "../../signed-log/index.ts";
import type { Control } from "../control.ts";
import type { TrustSource } from "../source.ts";

/** Whether the log extends its signed checkpoint and is fully published. */
export function logHealth({ log }: TrustSource): Control {
  const sql = log.db.read;
  const logStatus = readLogStatus(log, sql);
  const head = readLogHead(log);
  const shared = {
    id: "log_health",
    title: "The signed log is append-only and up to date",
    evidence: head === null ? "/proofs" : `${head.path}/checkpoint`,
    checkedAt: readLastEntryAt(sql),
    log: null,
  };
  if (logStatus === null)
    return { ...shared, status: "unknown", summary: "The log has not been opened yet." };
  const { entries, published, hold } = logStatus;
  if (hold !== null)
    return {
      ...shared,
      status: isBroken(hold) ? "bad" : "warn",
      summary: isBroken(hold)
        ? "The log contradicts its signed checkpoint, so no further entries are signed."
        : "The log is currently not signed; its operators must resolve the cause.",
    };
  if (entries === 0) return { ...shared, status: "unknown", summary: "The log has no entries yet." };
  if (published === null || published < entries)
    return { ...shared, status: "warn", summary: `${published ?? 0} of ${entries} entries are signed.` };
  return { ...shared, status: "ok", summary: `All ${entries} entries are signed and published.` };
}
