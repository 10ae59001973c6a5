import type { Sql } from "../../../../db/sql.ts";
import { DAY_MS } from "../../../../kit/clock.ts";
import { type AnnouncedEdit, type IncidentSeverity, listAnnouncedEdits } from "../../incidents/index.ts";
import { OVERALL } from "../snapshots/take-snapshot.ts";

/** A part of one UTC day in which each subject has one severity. Unix milliseconds. */
export interface AnnouncedSpan {
  from: number;
  to: number;
  /** Of the service and of each check that a public incident names, the worst. */
  severities: ReadonlyMap<string, IncidentSeverity>;
}

interface Stretch extends Pick<AnnouncedEdit, "severity" | "checks"> {
  from: number;
  to: number;
}

/** Time from `from` to `now` in which operators' public incidents were open, in spans that do not overlap. */
export function readAnnouncedSpans(sql: Sql, from: number, now: number): AnnouncedSpan[] {
  const stretches = [...Map.groupBy(listAnnouncedEdits(sql, from), (edit) => edit.incidentId).values()]
    .flatMap((edits) => stretchesOf(edits, now))
    .map((each) => ({ ...each, from: Math.max(each.from, from), to: Math.min(each.to, now) }))
    .filter((each) => each.from < each.to);
  const bounds = stretches.flatMap((each) => [each.from, ...midnights(each), each.to]);
  const sorted = [...new Set(bounds)].sort((a, b) => a - b);
  const spans: AnnouncedSpan[] = [];
  for (const [index, to] of sorted.slice(1).entries()) {
    const start = sorted[index] ?? to;
    const open = stretches.filter((each) => each.from <= start && each.to >= to);
    if (open.length === 0) continue;
    const severities = worstOf(open);
    const last = spans.at(-1);
    const isSame = last?.to === start && start % DAY_MS !== 0 && Bun.deepEquals(last.severities, severities);
    if (last !== undefined && isSame) last.to = to;
    else spans.push({ from: start, to, severities });
  }
  return spans;
}

/**
 * The severity and checks of an incident over its time: those of the first edit count from its start, those of each later
 * edit from the time of that edit. An edit after the end that changes them corrects the whole incident.
 */
function stretchesOf(edits: readonly AnnouncedEdit[], now: number): Stretch[] {
  const last = edits.at(-1);
  if (last === undefined) return [];
  const { startedAt, endedAt } = last;
  const end = endedAt ?? now;
  const changes = edits.filter((edit, index) => {
    const before = edits[index - 1];
    return before === undefined || !isAlike(before, edit);
  });
  const isCorrected = endedAt !== null && changes.some(({ at }) => at > end);
  return (isCorrected ? [last] : changes).map(({ severity, checks }, index, all) => ({
    severity,
    checks,
    from: index === 0 ? startedAt : (all[index]?.at ?? end),
    to: all[index + 1]?.at ?? end,
  }));
}

function isAlike(a: AnnouncedEdit, b: AnnouncedEdit): boolean {
  return a.severity === b.severity && a.checks.join() === b.checks.join();
}

function midnights({ from, to }: Stretch): number[] {
  const first = Math.ceil(from / DAY_MS);
  return Array.from(
    { length: Math.max(0, Math.ceil(to / DAY_MS) - first) },
    (_, day) => (first + day) * DAY_MS,
  );
}

function worstOf(open: readonly Stretch[]): Map<string, IncidentSeverity> {
  const severities = new Map<string, IncidentSeverity>();
  for (const { severity, checks } of open)
    for (const subject of [OVERALL, ...checks])
      if (severities.get(subject) !== "bad") severities.set(subject, severity);
  return severities;
}
