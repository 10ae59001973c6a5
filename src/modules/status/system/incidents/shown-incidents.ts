import type { Sql } from "../../../../db/sql.ts";
import {
  findIncident,
  type IncidentSeverity,
  type IncidentState,
  listIncidents,
  listUpdates,
  type OperatorIncident,
  type UpdateRow,
} from "../../incidents/index.ts";
import type { CheckSet } from "../check-set.ts";
import { readIncidents } from "../read.ts";
import { collectChanges, type DatedChange } from "../snapshots/take-snapshot.ts";
import { findSeries, listSnapshotsBetween, type StoredIncident } from "../store.ts";
import { isIncident } from "./incidents.ts";

/** An incident for display, detected by the checks or declared by an operator. Times are Unix milliseconds. */
export interface ShownIncident {
  id: number;
  source: "automatic" | "operator";
  title: string;
  state: IncidentState;
  severity: IncidentSeverity;
  /** Names of the affected checks; empty for the whole service. */
  checks: readonly string[];
  startedAt: number;
  endedAt: number | null;
  updatedAt: number;
  /** First ok point of an automatic incident that is still open; otherwise null. */
  firstOkAt: number | null;
  isPublic: boolean;
  /** Operators' updates, newest first; for the public, only those made while the incident was public. */
  updates: readonly UpdateRow[];
}

const MAX_UPDATES = 50;
const MAX_OPEN = 200;

/** Automatic and operator-declared incidents that are open or ended at or after `from`, newest first. */
export function listShownIncidents(
  sql: Sql,
  { from, limit, publicOnly = true }: { from: number; limit: number; publicOnly?: boolean },
): ShownIncident[] {
  const automatic = readIncidents(sql, from, limit).map(shownAutomatic);
  const declared = listIncidents(sql, { from, limit, publicOnly }).map((each) =>
    shownDeclared(sql, each, publicOnly),
  );
  return [...automatic, ...declared].sort((a, b) => b.startedAt - a.startedAt || b.id - a.id).slice(0, limit);
}

/** Unresolved public incidents, newest first. */
export function listOpenIncidents(sql: Sql): ShownIncident[] {
  return listShownIncidents(sql, { from: Number.MAX_SAFE_INTEGER, limit: MAX_OPEN });
}

/** State changes between two times, oldest first. */
export function listStatusChanges(
  { sql, checks }: { sql: Sql; checks: CheckSet },
  from: number,
  to: number,
): DatedChange[] {
  return collectChanges(listSnapshotsBetween(sql, from, to), checks);
}

/** An incident by its id, public or not, with all its updates; null if unknown. */
export function findShownIncident(sql: Sql, id: number): ShownIncident | null {
  return findIncidentOf(sql, id, false);
}

/** As `findShownIncident`, but null unless it is public, and with the updates made while it was. */
export function findPublicIncident(sql: Sql, id: number): ShownIncident | null {
  const incident = findIncidentOf(sql, id, true);
  return incident?.isPublic ? incident : null;
}

function findIncidentOf(sql: Sql, id: number, publicOnly: boolean): ShownIncident | null {
  const declared = findIncident(sql, id);
  if (declared !== null) return shownDeclared(sql, declared, publicOnly);
  const series = findSeries(sql, id);
  return series === null || !isIncident(series) ? null : shownAutomatic(series);
}

function shownAutomatic(series: StoredIncident): ShownIncident {
  const { id, severity, checks, started_at, ended_at, first_ok_at } = series;
  return {
    id,
    source: "automatic",
    title: `${severity === "bad" ? "Outage" : "Degraded"}: ${checks.join(", ") || "the service"}`,
    state: ended_at !== null ? "resolved" : first_ok_at === null ? "investigating" : "monitoring",
    severity,
    checks,
    startedAt: started_at,
    endedAt: ended_at,
    updatedAt: ended_at ?? first_ok_at ?? started_at,
    firstOkAt: first_ok_at,
    isPublic: true,
    updates: [],
  };
}

function shownDeclared(sql: Sql, incident: OperatorIncident, publicOnly: boolean): ShownIncident {
  const { id, title, state, severity, checks, startedAt, endedAt, updatedAt, isPublic } = incident;
  return {
    id,
    source: "operator",
    title,
    state,
    severity,
    checks,
    startedAt,
    endedAt,
    updatedAt,
    firstOkAt: null,
    isPublic,
    updates: listUpdates(sql, id, { limit: MAX_UPDATES, publicOnly }),
  };
}
