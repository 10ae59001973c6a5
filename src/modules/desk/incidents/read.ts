import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import { HOUR_MS, isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { updateView } from "../../status/incidents/index.ts";
import { findShownIncident, listShownIncidents, type ShownIncident } from "../../status/system/index.ts";
import type {
  ExportQuery,
  IncidentExport,
  IncidentFacts,
  IncidentList,
  IncidentWithUpdates,
  ListQuery,
} from "./model.ts";

/** Selects incidents; times are Unix milliseconds. */
export interface IncidentFilter {
  from: number;
  /** Latest start time, inclusive. */
  to: number;
  severity: ShownIncident["severity"] | null;
  source: ShownIncident["source"] | null;
}

/** Upper bound on incidents in any period that can be queried. */
const MAX_ROWS = 10_000;

export function toIncidentFacts(incident: ShownIncident): Static<typeof IncidentFacts> {
  return {
    id: incident.id,
    title: incident.title,
    state: incident.state,
    severity: incident.severity,
    checks: [...incident.checks],
    source: incident.source,
    started_at: isoUtc(incident.startedAt),
    ended_at: isoUtcOrNull(incident.endedAt),
    public: incident.isPublic,
  };
}

export function incidentView(incident: ShownIncident): Static<typeof IncidentWithUpdates> {
  return { ...toIncidentFacts(incident), updates: incident.updates.map(updateView) };
}

/** Matching incidents, public or not, newest first. */
export function filterIncidents(sql: Sql, { from, to, severity, source }: IncidentFilter): ShownIncident[] {
  return listShownIncidents(sql, { from, limit: MAX_ROWS, publicOnly: false }).filter(
    (each) =>
      each.startedAt <= to &&
      (severity === null || each.severity === severity) &&
      (source === null || each.source === source),
  );
}

/** A page of matching incidents. @throws Problem invalid_query for a cursor that does not fit */
export function readList(
  sql: Sql,
  query: Static<typeof ListQuery>,
  now: number,
): Static<typeof IncidentList> {
  const { hours, limit } = query;
  const [severity, source] = [query.severity ?? null, query.source ?? null];
  const request = pageRequest(query, { hours, severity, source });
  const all = filterIncidents(sql, filterOf(query, now));
  const start =
    request.after === null ? request.offset : indexAfter(all, findShownIncident(sql, request.after));
  const { rows, pagination } = toPage(all.slice(start, start + limit + 1), request);
  return {
    query: { hours, severity, source, limit, offset: request.offset, cursor: query.cursor ?? null },
    count: rows.length,
    incidents: rows.map(incidentView),
    pagination,
  };
}

/** Index of the first incident after this one, which the list need not contain: its hours may no longer reach it. */
function indexAfter(newestFirst: readonly ShownIncident[], last: ShownIncident | null): number {
  const isOlder = ({ id, startedAt }: ShownIncident) =>
    last !== null && (startedAt < last.startedAt || (startedAt === last.startedAt && id < last.id));
  const at = newestFirst.findIndex(isOlder);
  return at === -1 ? newestFirst.length : at;
}

export function readExport(
  sql: Sql,
  query: Static<typeof ExportQuery>,
  now: number,
): Static<typeof IncidentExport> {
  const { hours, severity, source } = query;
  const incidents = filterIncidents(sql, filterOf(query, now)).map(toIncidentFacts);
  return {
    query: { hours, severity: severity ?? null, source: source ?? null },
    count: incidents.length,
    incidents,
  };
}

/** @throws Problem not_found */
export function requireShown(sql: Sql, id: number): ShownIncident {
  const incident = findShownIncident(sql, id);
  if (incident === null) throw new Problem("not_found", `Check the id: there is no incident ${id}.`);
  return incident;
}

function filterOf({ hours, severity, source }: Static<typeof ExportQuery>, now: number): IncidentFilter {
  return { from: now - hours * HOUR_MS, to: now, severity: severity ?? null, source: source ?? null };
}
