import { isBroken, readLastEntryAt, readLogHead, standingOf } from "../../signed-log/index.ts";
import type { Control } from "../control.ts";
import type { TrustSource } from "../source.ts";

/** Whether the signed log is what was signed before, and published. */
export function logHealth({ log }: TrustSource): Control {
  const sql = log.db.read;
  const standing = standingOf(log, sql);
  const head = readLogHead(log);
  const shared = {
    id: "log_health",
    title: "The signed log only grows, and is signed up to date",
    evidence: head === null ? "/proofs" : `${head.path}/checkpoint`,
    checkedAt: readLastEntryAt(sql),
    log: null,
  };
  if (standing === null) return { ...shared, status: "unknown", summary: "The log was not opened yet." };
  const { entries, published, hold } = standing;
  if (hold !== null)
    return {
      ...shared,
      status: isBroken(hold) ? "bad" : "warn",
      summary: isBroken(hold)
        ? "The log contradicts what was signed before, so nothing more is signed."
        : "The log is not signed now; its operators have to settle why.",
    };
  if (published === null || published < entries)
    return { ...shared, status: "warn", summary: `${published ?? 0} of ${entries} entries are signed.` };
  return { ...shared, status: "ok", summary: `All ${entries} entries are signed and published.` };
}
