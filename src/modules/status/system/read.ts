import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import type { CheckSet } from "./check-set.ts";
import { readAnnouncedSpans } from "./history/announced.ts";
import { byHour, standsUntil } from "./history/spans.ts";
import { isIncident } from "./incidents/incidents.ts";
import { noTime, raiseTally, type ShownState, type Tally } from "./rules.ts";
import { decodeMeasured, OVERALL } from "./snapshots/take-snapshot.ts";
import {
  findLatestSnapshot,
  findOpenSeries,
  listEndedSeries,
  listSnapshotsBetween,
  type StoredIncident,
  sumDays,
  sumHours,
} from "./store.ts";

/** Database of the snapshots, and their checks. */
export interface StoredStatus {
  sql: Sql;
  checks: CheckSet;
}

/** Subjects of time counts: the whole service and each check. */
function subjectsOf(checks: CheckSet): readonly string[] {
  return [OVERALL, ...checks.names];
}

/** Upper limit of the time for which a snapshot counts. */
const LONGEST_MS = 2 * MINUTE_MS;

/**
 * Time that the service and each check spent in each state from `from` to `now`: as measured, and at least as the
 * severity of operators' public incidents.
 */
export function readTallies(
  stored: StoredStatus,
  {
    from,
    now,
    subjects = subjectsOf(stored.checks),
  }: { from: number; now: number; subjects?: readonly string[] },
): Map<string, Tally> {
  const tallies = readMeasured(stored, { subjects, from, to: now, now });
  countAnnounced(stored, { from, now }, (subject) => tallies.get(subject));
  return tallies;
}

interface MeasuredWindow {
  subjects: readonly string[];
  from: number;
  to: number;
  now: number;
}

/**
 * Time that subjects were measured in each state from `from` to `to`. Whole hours come from stored sums; partial hours
 * and the last minute come from snapshots.
 */
function readMeasured(
  { sql, checks }: StoredStatus,
  { subjects, from, to, now }: MeasuredWindow,
): Map<string, Tally> {
  const hours = {
    from: Math.ceil(from / HOUR_MS),
    end: to < now ? Math.floor(to / HOUR_MS) : Math.ceil(to / HOUR_MS),
  };
  const tallies = new Map<string, Tally>();
  for (const subject of subjects)
    tallies.set(subject, (hours.from < hours.end ? sumHours(sql, subject, hours) : null) ?? noTime());
  const latest = findLatestSnapshot(sql);
  const head = Math.min(to, hours.from * HOUR_MS);
  for (const part of [
    { from, to: head },
    { from: Math.max(head, hours.end * HOUR_MS), to },
  ]) {
    if (part.from >= part.to) continue;
    const rows = listSnapshotsBetween(sql, part.from - LONGEST_MS, part.to + LONGEST_MS);
    for (const [index, row] of rows.entries()) {
      if (row.taken_at === latest?.taken_at) continue;
      const nextAt = rows[index + 1]?.taken_at ?? Number.POSITIVE_INFINITY;
      const until = Math.min(part.to, standsUntil(row.taken_at, nextAt, now));
      add(tallies, decodeMeasured(row, checks), until - Math.max(part.from, row.taken_at));
    }
  }
  if (latest !== null) {
    const until = Math.min(to, standsUntil(latest.taken_at, null, now));
    add(tallies, decodeMeasured(latest, checks), until - Math.max(from, latest.taken_at));
  }
  return tallies;
}

/** Counts the time of operators' public incidents as at least their severity, also where nothing was measured. */
function countAnnounced(
  stored: StoredStatus,
  { from, now }: { from: number; now: number },
  tallyAt: (subject: string, at: number) => Tally | undefined,
): void {
  for (const span of readAnnouncedSpans(stored.sql, from, now)) {
    const subjects = [...span.severities.keys()].filter((each) => tallyAt(each, span.from) !== undefined);
    const measured = readMeasured(stored, { subjects, from: span.from, to: span.to, now });
    for (const [subject, severity] of span.severities) {
      const tally = tallyAt(subject, span.from);
      const known = measured.get(subject);
      if (tally !== undefined && known !== undefined)
        raiseTally(tally, known, { severity, ms: span.to - span.from });
    }
  }
}

/** Adds a duration to the tallies of the given states. */
function add(tallies: Map<string, Tally>, states: ReadonlyMap<string, ShownState>, ms: number): void {
  if (ms <= 0) return;
  for (const [subject, state] of states) {
    const tally = tallies.get(subject);
    if (tally !== undefined && state !== "unknown") tally[state] += ms;
  }
}

/** Time of one UTC day in each state, for a check or the whole service. */
export interface Day {
  /** Start of the day, in Unix milliseconds. */
  startsAt: number;
  /** Part of the day that has passed. */
  elapsedMs: number;
  tally: Tally;
}

/** The last `days` UTC days of every subject, today last, including days without data. */
export function readDays({ sql, checks }: StoredStatus, days: number, now: number): Map<string, Day[]> {
  const today = Math.floor(now / DAY_MS);
  const first = today - days + 1;
  const shown = new Map(
    subjectsOf(checks).map((subject) => {
      const known = new Map(sumDays(sql, subject, first * 24).map((row) => [row.day, row]));
      const row = Array.from({ length: days }, (_, index) => {
        const { ok, warn, bad, maintenance } = known.get(first + index) ?? noTime();
        const startsAt = (first + index) * DAY_MS;
        const tally = { ok, warn, bad, maintenance };
        return { startsAt, elapsedMs: Math.min(DAY_MS, now - startsAt), tally };
      });
      return [subject, row];
    }),
  );
  const tallyAt = (subject: string, at: number) =>
    shown.get(subject)?.[Math.floor(at / DAY_MS) - first]?.tally;
  const latest = findLatestSnapshot(sql);
  if (latest !== null) {
    const states = decodeMeasured(latest, checks);
    for (const { hour, ms } of byHour(latest.taken_at, standsUntil(latest.taken_at, null, now)))
      for (const [subject, state] of states) {
        const tally = tallyAt(subject, hour * HOUR_MS);
        if (tally !== undefined && state !== "unknown") tally[state] += ms;
      }
  }
  countAnnounced({ sql, checks }, { from: first * DAY_MS, now }, tallyAt);
  return shown;
}

/** Incidents that are open or ended at or after `from`, newest first. */
export function readIncidents(sql: Sql, from: number, limit: number): StoredIncident[] {
  const open = findOpenSeries(sql);
  const ended = listEndedSeries(sql, from, limit);
  return (open !== null && isIncident(open) ? [open, ...ended] : ended).slice(0, limit);
}
