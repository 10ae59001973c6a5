import type { Static } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, HOUR_MS, isoUtc, MINUTE_MS } from "../../../kit/clock.ts";
import { countByPath } from "../../access/refusals/index.ts";
import type { BackupDesk } from "../../operations/backups/index.ts";
import {
  listStatusChanges,
  type Report,
  type ShownIncident,
  type SystemStatus,
} from "../../status/system/index.ts";
import { countAround } from "../../webhooks/deliveries/index.ts";
import type { ErrorCounts } from "../error-counts/index.ts";
import type { AffectedCheck, IncidentDetail, Refusals, TimelineEntry } from "./model.ts";
import { incidentView } from "./read.ts";

/** Data sources for an incident's details. */
export interface IncidentParts {
  live: Database;
  status: SystemStatus;
  errors: ErrorCounts;
  backups: BackupDesk;
}

/** Time before and after the incident that the timeline includes. */
const MARGIN_MS = 10 * MINUTE_MS;
/** Maximum length of the timeline. */
const MAX_TIMELINE_MS = 7 * DAY_MS;
const MAX_ERRORS_COUNTED = 100_000;
const ERRORS_SHOWN = 20;
const MAX_DELIVERIES_COUNTED = 100_000;
const TIMELINE_LENGTH = 200;
const TOP_PATHS = 5;

/** The newest `limit` entries of the incident's timeline, oldest first. */
export function readTimeline(
  { live, status }: Pick<IncidentParts, "live" | "status">,
  incident: ShownIncident,
  { limit, now }: { limit: number; now: number },
): Static<typeof TimelineEntry>[] {
  const end = Math.min(incident.endedAt ?? now, incident.startedAt + MAX_TIMELINE_MS);
  const changes = listStatusChanges(
    { sql: live.read, checks: status.checks },
    incident.startedAt - MARGIN_MS,
    end + MARGIN_MS,
  )
    .filter(({ subject }) => subject !== "overall")
    .filter(({ subject }) => incident.checks.length === 0 || incident.checks.includes(subject))
    .map(({ at, subject, from, to }) => ({
      at,
      kind: "check" as const,
      text: `${subject}: ${from} to ${to}`,
    }));
  return [...ownEntries(incident), ...changes]
    .sort((a, b) => a.at - b.at)
    .slice(-limit)
    .map(({ at, ...entry }) => ({ at: isoUtc(at), ...entry }));
}

function ownEntries(incident: ShownIncident): { at: number; kind: "incident"; text: string }[] {
  if (incident.source === "automatic")
    return [
      { at: incident.startedAt, kind: "incident", text: `Began: ${incident.title}` },
      ...(incident.endedAt === null
        ? []
        : [{ at: incident.endedAt, kind: "incident" as const, text: "All ok again" }]),
    ];
  return incident.updates.map(({ at, edit, state, title, message, withdrawn_at: withdrawnAt }) => ({
    at,
    kind: "incident",
    text: [
      `${edit} (${state})`,
      ...(title === null ? [] : [title]),
      ...(message === null ? [] : [message]),
      ...(withdrawnAt === null ? [] : ["(withdrawn)"]),
    ].join(": "),
  }));
}

/** Current status of the incident's checks; for an incident of the whole service, the checks that are not ok. */
export function listAffectedChecks(
  { status }: Pick<IncidentParts, "status">,
  incident: ShownIncident,
  report: Report,
): Static<typeof AffectedCheck>[] {
  const named = incident.checks.length > 0 ? incident.checks : [...report.checks.keys()];
  return named
    .map((check) => {
      const found = report.checks.get(check);
      return {
        check,
        title: status.checks.toTitle(check),
        status_now: found === undefined ? ("unknown" as const) : status.toState(found),
        message: found?.message ?? "",
      };
    })
    .filter(({ status_now }) => incident.checks.length > 0 || status_now !== "ok");
}

/** An incident with its timeline, checks, errors, deliveries, refusals and backups. */
export async function readDetail(
  parts: IncidentParts,
  incident: ShownIncident,
  now: number,
): Promise<Static<typeof IncidentDetail>> {
  const end = incident.endedAt ?? now;
  const range = { fromHour: Math.floor(incident.startedAt / HOUR_MS), toHour: Math.floor(end / HOUR_MS) };
  const { made, dead } = countAround(parts.live.read, {
    from: incident.startedAt,
    to: end,
    limit: MAX_DELIVERIES_COUNTED,
  });
  return {
    incident: incidentView(incident),
    timeline: readTimeline(parts, incident, { limit: TIMELINE_LENGTH, now }),
    checks: listAffectedChecks(parts, incident, await parts.status.current()),
    errors: parts.errors.top(range, MAX_ERRORS_COUNTED, ERRORS_SHOWN).errors,
    deliveries: { made, dead_letters: dead },
    refusals_403: readRefusals(parts.live.read, incident.startedAt, end),
    backups: backupsAround(parts, incident.startedAt - DAY_MS, end + DAY_MS),
  };
}

/** Refusals (403) of the clock hours in a period, with the most refused paths. */
export function readRefusals(sql: Sql, from: number, to: number): Static<typeof Refusals> {
  const paths = countByPath(sql, Math.floor(from / HOUR_MS), Math.floor(to / HOUR_MS) + 1);
  const sum = (name: "count" | "suppressed") => paths.reduce((total, each) => total + each[name], 0);
  const top_paths = paths.slice(0, TOP_PATHS).map(({ path, count }) => ({ path, count }));
  return { count: sum("count"), suppressed: sum("suppressed"), paths: paths.length, top_paths };
}

function backupsAround({ backups }: IncidentParts, from: number, to: number) {
  return backups
    .list()
    .filter(({ created_at }) => Date.parse(created_at) >= from && Date.parse(created_at) <= to)
    .map(({ id, created_at, bytes }) => ({ id, created_at, bytes }));
}
