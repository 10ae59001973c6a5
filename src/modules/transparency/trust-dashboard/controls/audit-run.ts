import { HOUR_MS } from "../../../../kit/clock.ts";
import { findTokenId } from "../../../token/figures/index.ts";
import { type AuditRun, findAuditedUntil, findLatestComplete } from "../../audits/runs/index.ts";
import { placeOf } from "../../signed-log/index.ts";
import type { Control } from "../control.ts";
import type { TrustSource } from "../source.ts";

/** A day's run begins at 01:10 of the next: later than this after its window the next one is missing. */
const LATE_AFTER_HOURS = 27;

/** Whether the token's movements are audited, and what the last audit found. */
export function auditRun({ live, log, token }: TrustSource, now: number): Control {
  const tokenId = token === null ? null : findTokenId(live.read, token.source);
  const run = tokenId === null ? null : findLatestComplete(live.read, tokenId);
  const shared = {
    id: "audit_run",
    title: "Each day's movements are audited",
    evidence: "/transparency/audit-anomalies/runs.json",
    checkedAt: run?.finishedAt ?? null,
    log: placeOf(log, run?.log ?? null),
  };
  if (run === null) return { ...shared, status: "unknown", summary: "No run is complete yet." };
  const until = tokenId === null ? null : findAuditedUntil(live.read, tokenId);
  const lateAt = (until ?? run.toAt) + LATE_AFTER_HOURS * HOUR_MS;
  const isLate = now > lateAt;
  const worst = run.overall === "other" ? "unknown" : run.overall;
  return {
    ...shared,
    ...(isLate ? { standsSince: lateAt } : {}),
    status: isLate && worst === "ok" ? "warn" : worst,
    summary: `${foundWords(run)}${isLate ? " No later day is audited yet." : ""}`,
  };
}

function foundWords({ label, rowsTotal, severityCounts: { warn, bad } }: AuditRun): string {
  if (rowsTotal === 0) return `${label}: nothing unusual.`;
  return `${label}: ${rowsTotal} anomalies, ${bad} of them bad and ${warn} to look at.`;
}
