import type { Tx } from "../../../../db/sql.ts";
import { formatTime } from "../../../../kit/language/formats.ts";
import { publicIncidentPath } from "../../incidents/index.ts";
import { postNotice } from "../../subscribers/index.ts";
import { affectedTitles } from "../../words/index.ts";
import { type CheckSet, readLetter } from "../check-set.ts";
import { byHour, standsUntil } from "../history/spans.ts";
import { type Incident, isIncident, nextIncident, type Point } from "../incidents/incidents.ts";
import type { ShownState, State } from "../rules.ts";
import {
  addTime,
  deleteSeries,
  findLatestSnapshot,
  findOpenSeries,
  insertSeries,
  insertSnapshot,
  type SnapshotRow,
  type StoredIncident,
  updateSeries,
} from "../store.ts";
import type { Report, SystemStatus } from "../system-status.ts";

/** A change of a check, or of overall, since the previous snapshot. */
export interface StatusChange {
  /** Name of a check, or `overall`. */
  subject: string;
  from: State;
  to: State;
}

/** Subject of the whole service. */
export const OVERALL = "overall";

/**
 * Stores a report as a snapshot, dated now: nothing is backdated, and time between distant snapshots stays unknown.
 * Returns the changes since the previous snapshot, for alerts; null, without storing anything, if the clock is behind
 * the last snapshot.
 */
export function takeSnapshot(tx: Tx, status: SystemStatus, report: Report): StatusChange[] | null {
  const last = findLatestSnapshot(tx);
  if (last !== null && last.taken_at >= tx.now) return null;
  const { checks } = status;
  const row: SnapshotRow = {
    taken_at: tx.now,
    overall: report.overall,
    states: encodeStates(status, report),
    in_maintenance: status.toOverallState(report) === "maintenance" ? 1 : 0,
  };
  insertSnapshot(tx, row);
  if (last !== null) credit(tx, last, { checks, nextAt: tx.now });
  if (!(report.inMaintenance && status.policy.excludesMaintenance))
    followIncident(tx, pointOf(report, status, tx.now), checks);
  return changesBetween(last, row, checks);
}

/** Stands before the measured states, which are stored only if there are announced incidents. */
const MEASURED = "|";

function encodeStates(status: SystemStatus, report: Report): string {
  const shown = status.checks.encode(status.toStates(report));
  if (report.announced.length === 0) return shown;
  const measured = new Map([...report.checks].map(([name, check]) => [name, status.toMeasuredState(check)]));
  const overall = status.toMeasuredOverall(report).charAt(0);
  return `${shown}${MEASURED}${overall}${status.checks.encode(measured)}`;
}

/** States of the service and each check as a snapshot's time counts: without announced incidents. */
export function decodeMeasured(row: SnapshotRow, checks: CheckSet): Map<string, ShownState> {
  const [, measured] = row.states.split(MEASURED);
  if (measured === undefined) return decodeStates(row, checks);
  return new Map<string, ShownState>([
    [OVERALL, readLetter(measured.charAt(0)) ?? "unknown"],
    ...checks.decode(measured.slice(1)),
  ]);
}

/** States of the service and each check in a snapshot, as they were shown. */
export function decodeStates(row: SnapshotRow, checks: CheckSet): Map<string, ShownState> {
  const [shown = ""] = row.states.split(MEASURED);
  return new Map<string, ShownState>([
    [OVERALL, row.in_maintenance === 1 ? "maintenance" : row.overall],
    ...checks.decode(shown),
  ]);
}

/** Adds the time for which a snapshot counts to its hours. */
function credit(tx: Tx, row: SnapshotRow, { checks, nextAt }: { checks: CheckSet; nextAt: number }): void {
  const until = standsUntil(row.taken_at, nextAt, nextAt);
  const states = decodeMeasured(row, checks);
  for (const { hour, ms } of byHour(row.taken_at, until)) {
    for (const [subject, state] of states) if (state !== "unknown") addTime(tx, { subject, hour, state, ms });
  }
}

/** Only the checks' own results open incidents: the others have been announced already. */
function pointOf({ measuredOverall, checks }: Report, status: SystemStatus, at: number): Point {
  const failing = [...checks]
    .filter(([, check]) => status.isExpected(check) && check.measured_status !== "ok")
    .filter(([name]) => status.degrades(name))
    .map(([name]) => name);
  return { at, overall: measuredOverall, failing };
}

function followIncident(tx: Tx, point: Point, checks: CheckSet): void {
  const current = findOpenSeries(tx);
  const next = nextIncident(current, point);
  if (current === null) {
    if (next !== null) insertSeries(tx, next);
  } else if (next === null) deleteSeries(tx, current.id);
  else {
    updateSeries(tx, current.id, next);
    notifySubscribers(tx, { before: current, after: next, checks });
  }
}

/** Notifies subscribers when an automatic incident opens and when it closes. */
function notifySubscribers(
  tx: Tx,
  { before, after, checks }: { before: StoredIncident; after: Incident; checks: CheckSet },
): void {
  const isOpened = !isIncident(before) && isIncident(after);
  if (!isOpened && after.ended_at === null) return;
  const what = after.ended_at === null ? "opened" : "resolved";
  const at = after.ended_at ?? after.started_at;
  postNotice(tx, {
    key: `incident:${before.id}:${what}`,
    write: (words) => {
      const titles = affectedTitles(after.checks, checks, words);
      const subject = words.say(`notice_${after.severity}`, { checks: titles });
      return {
        subject: `${subject} (${words.say(`notice_${what}`)})`,
        text: words.say(`notice_${what}_since`, { time: formatTime(at, words.locale), checks: titles }),
      };
    },
    checks: after.checks,
    path: publicIncidentPath(before.id),
  });
}

/** Changes between two snapshots; checks missing in the first are not changes, nor is the first data that is ok. */
function changesBetween(before: SnapshotRow | null, after: SnapshotRow, checks: CheckSet): StatusChange[] {
  const old = before === null ? new Map<string, ShownState>() : decodeStates(before, checks);
  const worded = (state: ShownState): State => (state === "unknown" ? "ok" : state);
  return [...decodeStates(after, checks)].flatMap(([subject, shown]) => {
    const known = old.get(subject);
    if (known === undefined) return [];
    const [from, to] = [worded(known), worded(shown)];
    return from === to ? [] : [{ subject, from, to }];
  });
}

/** A change with the time of its snapshot. */
export interface DatedChange extends StatusChange {
  at: number;
}

/** Changes within a sequence of snapshots, oldest first. */
export function collectChanges(rows: readonly SnapshotRow[], checks: CheckSet): DatedChange[] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    if (before === undefined) return [];
    return changesBetween(before, row, checks).map((change) => ({ ...change, at: row.taken_at }));
  });
}
