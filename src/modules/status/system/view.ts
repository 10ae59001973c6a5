import type { Static } from "@sinclair/typebox";
import { HOUR_MS, isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { updateView } from "../incidents/index.ts";
import { maintenanceView } from "../maintenance/index.ts";
import type { CheckSet } from "./check-set.ts";
import type { ShownIncident } from "./incidents/shown-incidents.ts";
import type { IncidentShape, PolicyShape, Trend, uptimeReport } from "./model.ts";
import type { Policy } from "./policy.ts";
import { computeUptime, noTime, type Tally } from "./rules.ts";
import { OVERALL } from "./snapshots/take-snapshot.ts";
import type { SnapshotRow } from "./store.ts";
import type { Report, ReportedCheck } from "./system-status.ts";

/** Data of the build and its history that a report's view adds. */
export interface ReportContext {
  /** Returns the path if the build has it, else null. */
  pathOrNull(path: string): string | null;
  policyVersion: string;
  lastSnapshotAt: number | null;
  chainMode: "demo" | "rpc" | null;
  checks: CheckSet;
}

/** Body of GET /api/public/system-status. */
export function reportView(report: Report, context: ReportContext) {
  return {
    generated_at: isoUtc(report.at),
    overall: report.overall,
    in_maintenance: report.inMaintenance,
    checks: Object.fromEntries(
      [...report.checks].map(([name, check]) => [name, checkView(name, check, context)]),
    ),
    maintenance: report.maintenance.map((window) => maintenanceView(window, report.at)),
    policy_version: context.policyVersion,
    last_snapshot_at: isoUtcOrNull(context.lastSnapshotAt),
    chain_mode: context.chainMode,
  };
}

function checkView(name: string, check: ReportedCheck, { pathOrNull, checks }: ReportContext) {
  const own = Object.keys(checks.find(name)?.members ?? {}).map(
    (member) => [member, check.observed[member] ?? null] as const,
  );
  const lists = new Set(own.filter(([, value]) => Array.isArray(value)).map(([member]) => member));
  return {
    ...check,
    observed: Object.fromEntries(Object.entries(check.observed).filter(([member]) => !lists.has(member))),
    evidence_url: check.evidence_url === null ? null : pathOrNull(check.evidence_url),
    ...Object.fromEntries(own),
  };
}

/** Body of GET …/trend. @param rows newest first */
export function trendView(rows: readonly SnapshotRow[], limit: number): Static<typeof Trend> {
  const counts = { ok: 0, warn: 0, bad: 0 };
  for (const { overall } of rows) counts[overall]++;
  return {
    limit,
    counts,
    points: rows.map(({ taken_at, overall }) => ({ generated_at: isoUtc(taken_at), overall })),
  };
}

/** Body of GET …/uptime. */
export function uptimeView(
  tallies: ReadonlyMap<string, Tally>,
  hours: number,
  now: number,
): Static<ReturnType<typeof uptimeReport>> {
  const windowMs = hours * HOUR_MS;
  const of = (subject: string) => computeUptime(tallies.get(subject) ?? noTime(), windowMs);
  return {
    selected_hours: hours,
    start_utc: isoUtc(now - windowMs),
    end_utc: isoUtc(now),
    overall: of(OVERALL),
    checks: Object.fromEntries(
      [...tallies.keys()].filter((subject) => subject !== OVERALL).map((name) => [name, of(name)]),
    ),
  };
}

export function incidentView(incident: ShownIncident, now: number): Static<typeof IncidentShape> {
  const { id, source, title, state, startedAt, endedAt, severity, checks, updates } = incident;
  return {
    id,
    source,
    title,
    state,
    started_at: isoUtc(startedAt),
    ended_at: isoUtcOrNull(endedAt),
    duration_seconds: Math.round(((endedAt ?? now) - startedAt) / 1000),
    severity,
    checks: [...checks],
    updates: updates.map(updateView),
  };
}

export function policyView(policy: Policy): Static<typeof PolicyShape> {
  return {
    policy: {
      source: policy.source,
      loaded: policy.source === "file",
      version: policy.version,
      sha256: policy.sha256,
      exclude_maintenance_default: policy.excludesMaintenance,
      audit_anomalies_warn_degrades: policy.auditAnomaliesWarnDegrades,
      checks: Object.fromEntries(
        Object.entries(policy.checks).map(([name, thresholds]) => [name, { ...thresholds }]),
      ),
    },
  };
}
