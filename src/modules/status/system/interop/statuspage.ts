import type { Static } from "@sinclair/typebox";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import {
  CHECKS,
  type IncidentSeverity,
  type IncidentState,
  isEnded,
  publicIncidentPath,
} from "../../incidents/index.ts";
import { type MaintenanceWindow, maintenanceView } from "../../maintenance/index.ts";
import type { ShownIncident } from "../incidents/shown-incidents.ts";
import type { ShownState, State } from "../rules.ts";
import type { Report, SystemStatus } from "../system-status.ts";
import { describe } from "./feeds.ts";
import type {
  Component,
  ComponentStatus,
  Impact,
  Incident,
  Page,
  PageStatus,
  ScheduledMaintenance,
  Update,
} from "./statuspage-shape.ts";

const PAGE_ID = "salute";

const DESCRIPTIONS: Readonly<Record<Impact, string>> = {
  none: "All Systems Operational",
  minor: "Partially Degraded Service",
  major: "Partial System Outage",
  critical: "Major Service Outage",
  maintenance: "Service Under Maintenance",
};

const COMPONENT_STATUSES: Readonly<Record<ShownState, ComponentStatus>> = {
  ok: "operational",
  unknown: "operational",
  warn: "degraded_performance",
  bad: "major_outage",
  maintenance: "under_maintenance",
};

export interface PageFacts {
  report: Report;
  status: SystemStatus;
  /** Creation time of this installation, in Unix milliseconds. */
  installedAt: number;
  baseUrl: string;
  /** Name of the installation. */
  name: string;
}

export function buildPage({ report, baseUrl, name }: PageFacts): Static<typeof Page> {
  return {
    id: PAGE_ID,
    name,
    url: `${baseUrl}/status`,
    time_zone: "Etc/UTC",
    updated_at: isoUtc(report.at),
  };
}

export function buildPageStatus({ report, status }: PageFacts): Static<typeof PageStatus> {
  const indicator = indicatorOf(status.toOverallState(report), report);
  return { indicator, description: DESCRIPTIONS[indicator] };
}

/** Only a failing database, without which nothing works, is critical. */
function indicatorOf(state: State, { checks }: Report): Impact {
  if (state === "maintenance") return "maintenance";
  if (state === "ok") return "none";
  if (state === "warn") return "minor";
  return checks.get("database")?.status === "bad" ? "critical" : "major";
}

/** The checks with the given names; positions count all checks. */
export function buildComponents(
  { report, status, installedAt }: PageFacts,
  names: readonly string[] = status.checks.names,
): Static<typeof Component>[] {
  return [...report.checks]
    .map(([name, check], index) => ({
      id: name,
      name: status.checks.toTitle(name),
      status: COMPONENT_STATUSES[status.toState(check)],
      created_at: isoUtc(installedAt),
      updated_at: isoUtc(report.at),
      position: index + 1,
      description: check.message,
      showcase: true,
      start_date: isoUtc(installedAt).slice(0, 10),
      group_id: null,
      page_id: PAGE_ID,
      group: false,
      only_show_if_degraded: false,
    }))
    .filter(({ id }) => names.includes(id));
}

export function buildIncident(shown: ShownIncident, facts: PageFacts): Static<typeof Incident> {
  const id = `incident-${shown.id}`;
  const startedAt = isoUtc(shown.startedAt);
  return {
    id,
    name: shown.title,
    status: shown.state,
    created_at: startedAt,
    updated_at: isoUtc(shown.updatedAt),
    monitoring_at: isoUtcOrNull(monitoringAt(shown)),
    resolved_at: isoUtcOrNull(shown.endedAt),
    impact: shown.severity === "bad" ? "major" : "minor",
    shortlink: `${facts.baseUrl}${publicIncidentPath(shown.id)}`,
    started_at: startedAt,
    page_id: PAGE_ID,
    incident_updates: updatesOf(shown, facts),
    components: buildComponents(facts, shown.checks),
  };
}

function monitoringAt({ source, firstOkAt, updates }: ShownIncident): number | null {
  if (source === "automatic") return firstOkAt;
  return updates.findLast(({ state }) => state === "monitoring")?.at ?? null;
}

interface ShownUpdate {
  id: string;
  at: number;
  state: IncidentState;
  severity: IncidentSeverity;
  checks: readonly string[];
  body: string;
}

/** Updates of an incident, newest first; an automatic one has a single update with its state. */
function updatesOf(shown: ShownIncident, { status }: PageFacts): Static<typeof Update>[] {
  const updates = shown.source === "automatic" ? [automaticUpdate(shown)] : operatorUpdates(shown);
  return updates.map(({ id, at, body, ...update }, index) => ({
    id,
    status: update.state,
    body,
    incident_id: `incident-${shown.id}`,
    created_at: isoUtc(at),
    updated_at: isoUtc(at),
    display_at: isoUtc(at),
    affected_components: update.checks.map((name) => ({
      code: name,
      name: status.checks.toTitle(name),
      old_status: statusIn(updates[index + 1], name),
      new_status: statusIn(update, name),
    })),
    deliver_notifications: false,
    custom_tweet: null,
    tweet_id: null,
  }));
}

/** Status that an update gives a component; operational before the first. */
function statusIn(
  update: Pick<ShownUpdate, "state" | "severity" | "checks"> | undefined,
  name: string,
): ComponentStatus {
  if (update === undefined || isEnded(update.state) || !update.checks.includes(name)) return "operational";
  return COMPONENT_STATUSES[update.severity];
}

function automaticUpdate(shown: ShownIncident): ShownUpdate {
  const { id, state, severity, checks, updatedAt } = shown;
  return { id: `incident-${id}-${state}`, at: updatedAt, state, severity, checks, body: describe(shown) };
}

function operatorUpdates({ id, updates }: ShownIncident): ShownUpdate[] {
  return updates
    .filter(({ edit }) => edit !== "withdrawn")
    .map((each) => ({
      id: `incident-${id}-${each.id}`,
      at: each.at,
      state: each.state,
      severity: each.severity,
      checks: CHECKS.read(each.checks),
      body: each.message ?? (each.withdrawn_at === null ? "" : "(withdrawn)"),
    }));
}

export function buildMaintenance(
  window: MaintenanceWindow,
  facts: PageFacts,
): Static<typeof ScheduledMaintenance> {
  const id = `maintenance-${window.id}`;
  const { state } = maintenanceView(window, facts.report.at);
  const names = window.checks.length === 0 ? facts.status.checks.names : window.checks;
  return {
    id,
    name: window.title,
    status: state,
    created_at: isoUtc(window.created_at),
    updated_at: isoUtc(window.updated_at),
    monitoring_at: null,
    resolved_at: state === "completed" ? isoUtc(window.ends_at) : null,
    impact: "maintenance",
    shortlink: `${facts.baseUrl}/status#${id}`,
    started_at: isoUtc(window.starts_at),
    page_id: PAGE_ID,
    incident_updates: [],
    components: buildComponents(facts, names),
    scheduled_for: isoUtc(window.starts_at),
    scheduled_until: isoUtc(window.ends_at),
  };
}
