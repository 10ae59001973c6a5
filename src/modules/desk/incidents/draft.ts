import type { Static } from "@sinclair/typebox";
import { invalidQuery, Problem } from "../../../http/answers/problem.ts";
import { HOUR_MS, isoUtc, MINUTE_MS } from "../../../kit/clock.ts";
import { listAuditBetween } from "../../platform/audit/index.ts";
import { findShownIncident, type ShownIncident } from "../../status/system/index.ts";
import { DESK_ERRORS } from "../errors.ts";
import { compare } from "../preflight/index.ts";
import type { Draft, DraftQuery } from "./draft-model.ts";
import { type IncidentParts, listAffectedChecks, readRefusals, readTimeline } from "./incident-detail.ts";
import { filterIncidents, toIncidentFacts } from "./read.ts";

type Query = Static<typeof DraftQuery>;
const ACTIONS_SHOWN = 50;
const ACTIONS_MARGIN_MS = HOUR_MS;

/**
 * Drafts an incident report from recorded data: timeline, affected checks, errors and operator actions.
 * @throws Problem incident_not_found if no incident matches the query
 */
export async function makeDraft(
  parts: IncidentParts,
  query: Query,
  now: number,
): Promise<Static<typeof Draft>> {
  const incident = incidentOf(parts, query, now);
  const { live, status, errors } = parts;
  const hour = Math.floor(now / HOUR_MS);
  const top = errors.top(
    { fromHour: hour - query.top_errors_hours + 1, toHour: hour },
    query.top_errors_limit,
    query.top_errors_top_n,
  );
  const isFull = query.template === "v1";
  const { context, id = null, source = null, severity = null, since = null, until = null, ...asked } = query;
  return {
    template: query.template,
    generated_at_utc: isoUtc(now),
    query: { ...asked, id, source, severity, since, until },
    context: context ?? null,
    incident: toIncidentFacts(incident),
    age_minutes: Math.floor((now - incident.startedAt) / MINUTE_MS),
    timeline: readTimeline({ live, status }, incident, { limit: query.limit, now }),
    affected: listAffectedChecks(parts, incident, await status.current()),
    errors_counted: top.counted,
    top_errors: top.errors,
    refusals_403: isFull ? readRefusals(live.read, incident.startedAt, incident.endedAt ?? now) : null,
    preflight_delta: isFull ? preflightOf(parts, query, now) : null,
    operator_actions: isFull ? actionsOf(parts, incident, now) : [],
  };
}

function incidentOf({ live }: IncidentParts, query: Query, now: number): ShownIncident {
  if (query.id !== undefined) {
    const named = findShownIncident(live.read, query.id);
    if (named === null)
      throw new Problem(DESK_ERRORS.incident_not_found, `There is no incident ${query.id}.`);
    return named;
  }
  const to = query.until === undefined ? now : Date.parse(query.until);
  const from = query.since === undefined ? to - query.hours * HOUR_MS : Date.parse(query.since);
  if (from > to) throw invalidQuery("since", "must not be after until");
  const { severity = null, source = null } = query;
  const found = filterIncidents(live.read, { from, to, severity, source })[query.index];
  if (found === undefined)
    throw new Problem(
      DESK_ERRORS.incident_not_found,
      "Use more hours or a smaller index: no incident matches.",
    );
  return found;
}

function preflightOf({ live }: IncidentParts, query: Query, now: number) {
  const { baseline, rows } = compare(
    live.read,
    { section: "all", day_offset: query.preflight_day_offset },
    now,
  );
  return { baseline_available: baseline !== null, rows };
}

function actionsOf({ live }: IncidentParts, { startedAt, endedAt }: ShownIncident, now: number) {
  return listAuditBetween(live.read, {
    from: startedAt - ACTIONS_MARGIN_MS,
    to: (endedAt ?? now) + ACTIONS_MARGIN_MS,
    kinds: ["operator", "command"],
    limit: ACTIONS_SHOWN,
  })
    .map(({ created_at, actor, action, subject }) => ({ at: isoUtc(created_at), by: actor, action, subject }))
    .toReversed();
}
