import type { Tx } from "../../../../db/sql.ts";
import { isoUtc } from "../../../../kit/clock.ts";
import { postNotice } from "../../subscribers/index.ts";
import type { CheckSet } from "../check-set.ts";
import { byHour, standsUntil } from "../history/spans.ts";
import { type Incident, isIncident, nextIncident, type Point } from "../incidents/incidents.ts";
import type { State } from "../rules.ts";
import {
  addTime,
  deleteRun,
  findLatestSnapshot,
  findOpenRun,
  insertRun,
  insertSnapshot,
  type SnapshotRow,
  type StoredIncident,
  updateRun,
} from "../store.ts";
import type { Report, SystemStatus } from "../system-status.ts";

/** A check, or `overall`, that another state was found in than by the snapshot before. */
export interface StatusChange {
  /** A check's name, or overall. */
  subject: string;
  from: State;
  to: State;
}

/** The subject that stands for the whole service beside the checks. */
export const OVERALL = "overall";

/**
 * Keeps what the checks found, dated now: nothing is ever dated back, and what lies between snapshots that are too far
 * apart stays unknown. Returns what changed since the snapshot before: what alerts are made of.
 * @returns null, and keeps nothing, where the clock has gone back behind the last snapshot.
 */
export function takeSnapshot(tx: Tx, status: SystemStatus, report: Report): StatusChange[] | null {
  const last = findLatestSnapshot(tx);
  if (last !== null && last.taken_at >= tx.now) return null;
  const { checks } = status;
  const isExcluded = report.inMaintenance && status.policy.excludesMaintenance;
  const row: SnapshotRow = {
    taken_at: tx.now,
    overall: report.overall,
    states: checks.encode(status.statesOf(report)),
    in_maintenance: isExcluded ? 1 : 0,
  };
  insertSnapshot(tx, row);
  if (last !== null) credit(tx, last, { checks, nextAt: tx.now });
  if (!isExcluded) followIncident(tx, pointOf(row, checks));
  return changesBetween(last, row, checks);
}

/** The state of the service, and of each check, that a snapshot knows. */
export function statesOf(row: SnapshotRow, checks: CheckSet): Map<string, State> {
  return new Map<string, State>([
    [OVERALL, row.in_maintenance === 1 ? "maintenance" : row.overall],
    ...checks.decode(row.states),
  ]);
}

/** Adds the time for which a snapshot stood to its hours. */
function credit(tx: Tx, row: SnapshotRow, { checks, nextAt }: { checks: CheckSet; nextAt: number }): void {
  const until = standsUntil(row.taken_at, nextAt, nextAt);
  const states = statesOf(row, checks);
  for (const { hour, ms } of byHour(row.taken_at, until)) {
    for (const [subject, state] of states) addTime(tx, subject, hour, state, ms);
  }
}

function pointOf(row: SnapshotRow, checks: CheckSet): Point {
  const states = checks.decode(row.states);
  const failing = checks.names.filter((name) => ["warn", "bad"].includes(states.get(name) ?? "ok"));
  return { at: row.taken_at, overall: row.overall, failing };
}

function followIncident(tx: Tx, point: Point): void {
  const current = findOpenRun(tx);
  const next = nextIncident(current, point);
  if (current === null) {
    if (next !== null) insertRun(tx, next);
  } else if (next === null) deleteRun(tx, current.id);
  else {
    updateRun(tx, current.id, next);
    tellSubscribers(tx, current, next);
  }
}

/** Subscribers hear of an automatic incident twice: when it opens and when it is closed. */
function tellSubscribers(tx: Tx, before: StoredIncident, after: Incident): void {
  const isOpened = !isIncident(before) && isIncident(after);
  if (!isOpened && after.ended_at === null) return;
  const what = after.ended_at === null ? "opened" : "resolved";
  const names = after.checks.join(", ") || "the service";
  postNotice(tx, {
    key: `incident:${before.id}:${what}`,
    subject: `${after.severity === "bad" ? "Outage" : "Degraded"}: ${names} (${what})`,
    text:
      what === "opened"
        ? `Not ok since ${isoUtc(after.started_at)}: ${names}.`
        : `Ok again since ${isoUtc(after.ended_at ?? tx.now)}: ${names}.`,
    path: `/status#incident-${before.id}`,
  });
}

/** What the snapshot before did not know has not changed. */
function changesBetween(before: SnapshotRow | null, after: SnapshotRow, checks: CheckSet): StatusChange[] {
  const old = before === null ? new Map<string, State>() : statesOf(before, checks);
  return [...statesOf(after, checks)].flatMap(([subject, to]) => {
    const from = old.get(subject);
    return from === undefined || from === to ? [] : [{ subject, from, to }];
  });
}

/** A change of a check, or of the whole service, between two snapshots. */
export interface DatedChange extends StatusChange {
  at: number;
}

/** The changes that snapshots of a stretch of time show, oldest first. */
export function changesOf(rows: readonly SnapshotRow[], checks: CheckSet): DatedChange[] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    if (before === undefined) return [];
    return changesBetween(before, row, checks).map((change) => ({ ...change, at: row.taken_at }));
  });
}
