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
import { wholeOf } from "./read.ts";

/** What the time around an incident is told from. */
export interface AroundParts {
  live: Database;
  status: SystemStatus;
  errors: ErrorCounts;
  backups: BackupDesk;
}

/** Changes of checks shortly before and after belong to it. */
const MARGIN_MS = 10 * MINUTE_MS;
/** Of a longer incident the first days are told. */
const LONGEST_MS = 7 * DAY_MS;
const ERRORS_COUNTED = 100_000;
const ERRORS_SHOWN = 20;
const DELIVERIES_COUNTED = 100_000;
const TIMELINE_LENGTH = 200;
const TOP_PATHS = 5;

/** What happened, oldest first: the newest entries where there are more than asked for. */
export function timelineOf(
  { live, status }: Pick<AroundParts, "live" | "status">,
  incident: ShownIncident,
  limit: number,
  now: number,
): Static<typeof TimelineEntry>[] {
  const end = Math.min(incident.endedAt ?? now, incident.startedAt + LONGEST_MS);
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
  return incident.updates.map(({ at, edit, state, title, message }) => ({
    at,
    kind: "incident",
    text: [
      `${edit} (${state})`,
      ...(title === null ? [] : [title]),
      ...(message === null ? [] : [message]),
    ].join(": "),
  }));
}

/** How the checks that an incident concerns do now; of one of the whole service those that are not ok. */
export function affectedOf(
  { status }: Pick<AroundParts, "status">,
  incident: ShownIncident,
  report: Report,
): Static<typeof AffectedCheck>[] {
  const named = incident.checks.length > 0 ? incident.checks : [...report.checks.keys()];
  return named
    .map((check) => {
      const found = report.checks.get(check);
      return {
        check,
        title: status.checks.titleOf(check),
        status_now: found === undefined ? ("unknown" as const) : status.stateOf(found),
        message: found?.message ?? "",
      };
    })
    .filter(({ status_now }) => incident.checks.length > 0 || status_now !== "ok");
}

/** An incident with everything around it. */
export async function readDetail(
  parts: AroundParts,
  incident: ShownIncident,
  now: number,
): Promise<Static<typeof IncidentDetail>> {
  const end = incident.endedAt ?? now;
  const range = { fromHour: Math.floor(incident.startedAt / HOUR_MS), toHour: Math.floor(end / HOUR_MS) };
  const { made, dead } = countAround(parts.live.read, incident.startedAt, end, DELIVERIES_COUNTED);
  return {
    incident: wholeOf(incident),
    timeline: timelineOf(parts, incident, TIMELINE_LENGTH, now),
    checks: affectedOf(parts, incident, await parts.status.current()),
    errors: parts.errors.top(range, ERRORS_COUNTED, ERRORS_SHOWN).errors,
    deliveries: { made, dead_letters: dead },
    refusals_403: refusalsOf(parts.live.read, incident.startedAt, end),
    backups: backupsAround(parts, incident.startedAt - DAY_MS, end + DAY_MS),
  };
}

/** Refusals with 403 of the hours of a stretch of time, with the most refused paths. */
export function refusalsOf(sql: Sql, from: number, to: number): Static<typeof Refusals> {
  const paths = countByPath(sql, Math.floor(from / HOUR_MS), Math.floor(to / HOUR_MS) + 1);
  const sum = (name: "count" | "suppressed") => paths.reduce((total, each) => total + each[name], 0);
  const top_paths = paths.slice(0, TOP_PATHS).map(({ path, count }) => ({ path, count }));
  return { count: sum("count"), suppressed: sum("suppressed"), paths: paths.length, top_paths };
}

function backupsAround({ backups }: AroundParts, from: number, to: number) {
  return backups
    .list()
    .filter(({ created_at }) => Date.parse(created_at) >= from && Date.parse(created_at) <= to)
    .map(({ id, created_at, bytes }) => ({ id, created_at, bytes }));
}
