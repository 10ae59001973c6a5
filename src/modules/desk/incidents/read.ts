import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { HOUR_MS, isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { updateView } from "../../status/incidents/index.ts";
import { findShownIncident, listShownIncidents, type ShownIncident } from "../../status/system/index.ts";
import type {
  ExportQuery,
  IncidentExport,
  IncidentFacts,
  IncidentList,
  IncidentWhole,
  ListQuery,
} from "./model.ts";

/** Which incidents are listed; times are Unix milliseconds. */
export interface IncidentFilter {
  from: number;
  /** Only those that began by then. */
  to: number;
  severity: ShownIncident["severity"] | null;
  source: ShownIncident["source"] | null;
}

/** No installation has more in the time that can be asked for. */
const MAX_ROWS = 10_000;

export function factsOf(incident: ShownIncident): Static<typeof IncidentFacts> {
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

export function wholeOf(incident: ShownIncident): Static<typeof IncidentWhole> {
  return { ...factsOf(incident), updates: incident.updates.map(updateView) };
}

/** Incidents that a filter chooses, public or not, newest first. */
export function chooseIncidents(sql: Sql, { from, to, severity, source }: IncidentFilter): ShownIncident[] {
  return listShownIncidents(sql, { from, limit: MAX_ROWS, publicOnly: false }).filter(
    (each) =>
      each.startedAt <= to &&
      (severity === null || each.severity === severity) &&
      (source === null || each.source === source),
  );
}

export function readList(
  sql: Sql,
  query: Static<typeof ListQuery>,
  now: number,
): Static<typeof IncidentList> {
  const { hours, severity, source, limit, offset } = query;
  const all = chooseIncidents(sql, filterOf(query, now));
  const shown = all.slice(offset, offset + limit);
  const next = offset + limit;
  const hasMore = all.length > next;
  return {
    query: { hours, severity: severity ?? null, source: source ?? null, limit, offset },
    count: shown.length,
    incidents: shown.map(wholeOf),
    pagination: { has_more: hasMore, next_offset: hasMore ? next : null },
  };
}

export function readExport(
  sql: Sql,
  query: Static<typeof ExportQuery>,
  now: number,
): Static<typeof IncidentExport> {
  const { hours, severity, source } = query;
  const incidents = chooseIncidents(sql, filterOf(query, now)).map(factsOf);
  return {
    query: { hours, severity: severity ?? null, source: source ?? null },
    count: incidents.length,
    incidents,
  };
}

/** @throws Problem not_found */
export function requireShown(sql: Sql, id: number): ShownIncident {
  const incident = findShownIncident(sql, id);
  if (incident === null) throw new Problem("not_found", `Name another incident: there is no ${id}.`);
  return incident;
}

function filterOf({ hours, severity, source }: Static<typeof ExportQuery>, now: number): IncidentFilter {
  return { from: now - hours * HOUR_MS, to: now, severity: severity ?? null, source: source ?? null };
}
