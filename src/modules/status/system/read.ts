import type { Sql } from "../../../db/sql.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import type { CheckSet } from "./check-set.ts";
import { standsUntil } from "./history/spans.ts";
import { isIncident } from "./incidents/incidents.ts";
import { addTally, noTime, type ShownState, type Tally } from "./rules.ts";
import { decodeStates, OVERALL } from "./snapshots/take-snapshot.ts";
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
 * Time that the service and each check spent in each state from `from` to `now`. Whole hours come from stored sums; the
 * partial first hour and the last minute come from snapshots.
 */
export function readTallies({ sql, checks }: StoredStatus, from: number, now: number): Map<string, Tally> {
  const wholeFrom = Math.ceil(from / HOUR_MS) * HOUR_MS;
  const tallies = new Map<string, Tally>();
  for (const subject of subjectsOf(checks))
    tallies.set(subject, sumHours(sql, subject, wholeFrom / HOUR_MS) ?? noTime());
  const latest = findLatestSnapshot(sql);
  const near = listSnapshotsBetween(sql, from - LONGEST_MS, wholeFrom + LONGEST_MS);
  for (const [index, row] of near.entries()) {
    if (row.taken_at === latest?.taken_at) continue;
    const nextAt = near[index + 1]?.taken_at ?? Number.POSITIVE_INFINITY;
    const to = Math.min(wholeFrom, standsUntil(row.taken_at, nextAt, now));
    add(tallies, decodeStates(row, checks), to - Math.max(from, row.taken_at));
  }
  if (latest !== null) {
    const to = standsUntil(latest.taken_at, null, now);
    add(tallies, decodeStates(latest, checks), to - Math.max(from, latest.taken_at));
  }
  return tallies;
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
  const unsummed = new Map<string, Tally>(subjectsOf(checks).map((subject) => [subject, noTime()]));
  const latest = findLatestSnapshot(sql);
  if (latest !== null) {
    const to = standsUntil(latest.taken_at, null, now);
    add(unsummed, decodeStates(latest, checks), to - Math.max(today * DAY_MS, latest.taken_at));
  }
  return new Map(
    subjectsOf(checks).map((subject) => {
      const known = new Map(sumDays(sql, subject, first * 24).map((row) => [row.day, row]));
      const shown = Array.from({ length: days }, (_, index) => {
        const day = first + index;
        const { ok, warn, bad, maintenance } = known.get(day) ?? noTime();
        const startsAt = day * DAY_MS;
        const tally = { ok, warn, bad, maintenance };
        if (day === today) addTally(tally, unsummed.get(subject) ?? noTime());
        return { startsAt, elapsedMs: Math.min(DAY_MS, now - startsAt), tally };
      });
      return [subject, shown];
    }),
  );
}

/** Incidents that are open or ended at or after `from`, newest first. */
export function readIncidents(sql: Sql, from: number, limit: number): StoredIncident[] {
  const open = findOpenSeries(sql);
  const ended = listEndedSeries(sql, from, limit);
  return (open !== null && isIncident(open) ? [open, ...ended] : ended).slice(0, limit);
}
