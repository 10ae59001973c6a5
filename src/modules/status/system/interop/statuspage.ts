import type { Static } from "@sinclair/typebox";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import type { MaintenanceWindow } from "../../maintenance/index.ts";
import type { CheckSet } from "../check-set.ts";
import type { ShownIncident } from "../incidents/shown-incidents.ts";
import type { Report, ReportedCheck } from "../system-status.ts";
import { describe, titleOf } from "./feeds.ts";
import type { Component, ComponentStatus, Impact, Summary, Update } from "./statuspage-shape.ts";

const PAGE_ID = "salute";

const DESCRIPTIONS: Readonly<Record<Impact, string>> = {
  none: "All Systems Operational",
  minor: "Partially Degraded Service",
  major: "Partial System Outage",
  critical: "Major Service Outage",
  maintenance: "Service Under Maintenance",
};

export interface SummaryFacts {
  report: Report;
  checks: CheckSet;
  /** Unresolved incidents, newest first. */
  open: readonly ShownIncident[];
  /** Creation time of this installation, in Unix milliseconds. */
  installedAt: number;
  baseUrl: string;
}

/** The current state in Statuspage's format. Only a failing database, without which nothing works, is critical. */
export function summaryOf(facts: SummaryFacts): Static<typeof Summary> {
  const { report, open, baseUrl } = facts;
  const indicator = indicatorOf(report);
  return {
    page: {
      id: PAGE_ID,
      name: "salute",
      url: `${baseUrl}/status`,
      time_zone: "Etc/UTC",
      updated_at: isoUtc(report.at),
    },
    components: componentsOf(facts, facts.checks.names),
    incidents: open.map((each) => incidentOf(each, facts)),
    scheduled_maintenances: report.maintenance.map((window) => maintenanceOf(window, facts)),
    status: { indicator, description: DESCRIPTIONS[indicator] },
  };
}

function indicatorOf(report: Report): Impact {
  if (report.inMaintenance) return "maintenance";
  if (report.overall === "ok") return "none";
  if (report.overall === "warn") return "minor";
  return report.checks.get("database")?.status === "bad" ? "critical" : "major";
}

function componentsOf({ report, checks, installedAt }: SummaryFacts, names: readonly string[]) {
  return [...report.checks].flatMap(([name, check], index) =>
    names.includes(name)
      ? [
          componentOf(
            { name, title: checks.titleOf(name), position: index + 1, at: report.at, installedAt },
            check,
          ),
        ]
      : [],
  );
}

interface PlacedComponent {
  name: string;
  title: string;
  position: number;
  /** Unix milliseconds of the report. */
  at: number;
  installedAt: number;
}

function componentOf(
  { name, title, position, at, installedAt }: PlacedComponent,
  check: ReportedCheck,
): Static<typeof Component> {
  return {
    id: name,
    name: title,
    status: componentStatusOf(check),
    created_at: isoUtc(installedAt),
    updated_at: isoUtc(at),
    position,
    description: check.message,
    showcase: true,
    start_date: isoUtc(installedAt).slice(0, 10),
    group_id: null,
    page_id: PAGE_ID,
    group: false,
    only_show_if_degraded: false,
  };
}

function componentStatusOf({ status, in_maintenance }: ReportedCheck): ComponentStatus {
  if (in_maintenance) return "under_maintenance";
  return status === "ok" ? "operational" : status === "warn" ? "degraded_performance" : "major_outage";
}

function incidentOf(open: ShownIncident, facts: SummaryFacts) {
  const id = `incident-${open.id}`;
  const startedAt = isoUtc(open.startedAt);
  return {
    id,
    name: titleOf(open),
    status: open.state,
    created_at: startedAt,
    updated_at: isoUtc(open.updatedAt),
    monitoring_at: isoUtcOrNull(monitoringAt(open)),
    resolved_at: null,
    impact: open.severity === "bad" ? ("major" as const) : ("minor" as const),
    shortlink: `${facts.baseUrl}/status#${id}`,
    started_at: startedAt,
    page_id: PAGE_ID,
    incident_updates: updatesOf(open, facts),
    components: componentsOf(facts, open.checks),
  };
}

function monitoringAt({ source, firstOkAt, updates }: ShownIncident): number | null {
  if (source === "automatic") return firstOkAt;
  return updates.findLast(({ state }) => state === "monitoring")?.at ?? null;
}

/** Updates of an incident; an automatic one has a single update with its state. */
function updatesOf(open: ShownIncident, facts: SummaryFacts): Static<typeof Update>[] {
  const { id, state, updatedAt } = open;
  const affected_components = componentsOf(facts, open.checks).map((each) => ({
    code: each.id,
    name: each.name,
    old_status: "operational",
    new_status: each.status,
  }));
  const updates =
    open.source === "automatic"
      ? [{ id: `incident-${id}-${state}`, at: updatedAt, status: state as string, body: describe(open) }]
      : open.updates
          .filter(({ edit }) => edit !== "withdrawn")
          .map((each) => ({
            id: `incident-${id}-${each.id}`,
            at: each.at,
            status: each.state as string,
            body: each.message ?? "",
          }));
  return updates.map(({ at, ...rest }) => ({
    ...rest,
    incident_id: `incident-${id}`,
    created_at: isoUtc(at),
    updated_at: isoUtc(at),
    display_at: isoUtc(at),
    affected_components,
    deliver_notifications: false,
    custom_tweet: null,
    tweet_id: null,
  }));
}

function maintenanceOf(window: MaintenanceWindow, facts: SummaryFacts) {
  const id = `maintenance-${window.id}`;
  const names = window.checks.length === 0 ? facts.checks.names : window.checks;
  return {
    id,
    name: window.title,
    status: window.starts_at <= facts.report.at ? "in_progress" : "scheduled",
    created_at: isoUtc(window.created_at),
    updated_at: isoUtc(window.updated_at),
    monitoring_at: null,
    resolved_at: null,
    impact: "maintenance" as const,
    shortlink: `${facts.baseUrl}/status#${id}`,
    started_at: isoUtc(window.starts_at),
    page_id: PAGE_ID,
    incident_updates: [],
    components: componentsOf(facts, names),
    scheduled_for: isoUtc(window.starts_at),
    scheduled_until: isoUtc(window.ends_at),
  };
}
