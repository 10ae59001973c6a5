import { HOUR_MS } from "../../../../kit/clock.ts";
import { findTokenId } from "../../../token/figures/index.ts";
import { type AuditRun, findAuditedUntil, findLatestComplete } from "../../audits/runs/index.ts";
import { findPlace } from "../../signed-log/index.ts";
import type { Control } from "../control.ts";
import type { TrustSource } from "../source.ts";

/** A daily run starts at 01:10 UTC of the next day. This long after a run's window, the following run is overdue. */
const LATE_AFTER_HOURS = 27;

/** Status of the daily audits and outcome of the last one. */
export function auditRun({ live, log, token }: TrustSource, now: number): Control {
  const tokenId = token === null ? null : findTokenId(live.read, token.source);
  const run = tokenId === null ? null : findLatestComplete(live.read, tokenId);
  const shared = {
    id: "audit_run",
    title: "Token movements are audited daily",
    evidence: "/transparency/audit-anomalies/runs.json",
    checkedAt: run?.finishedAt ?? null,
    log: findPlace(log, run?.log ?? null),
  };
  if (run === null) return { ...shared, status: "unknown", summary: "No run is complete yet." };
  const until = tokenId === null ? null : findAuditedUntil(live.read, tokenId);
  const lateAt = (until ?? run.toAt) + LATE_AFTER_HOURS * HOUR_MS;
  const isLate = now > lateAt;
  const worst = run.overall === "other" ? "unknown" : run.overall;
  return {
    ...shared,
    ...(isLate ? { statusSince: lateAt } : {}),
    status: isLate && worst === "ok" ? "warn" : worst,
    summary: `${summarize(run)}${isLate ? " No later day has been audited yet." : ""}`,
  };
}

function summarize({ label, rowsTotal, severityCounts: { warn, bad } }: AuditRun): string {
  if (rowsTotal === 0) return `${label}: no anomalies.`;
  return `${label}: ${rowsTotal} anomalies (${bad} bad, ${warn} warn).`;
}
