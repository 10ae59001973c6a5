import type { Tx } from "../../../db/sql.ts";
import { nextIncident, type Point } from "./incidents.ts";
import { CHECK_NAMES, type CheckName, decodeStates, encodeStates, type State } from "./rules.ts";
import { byHour, standsUntil } from "./spans.ts";
import {
  addTime,
  deleteRun,
  findLatestSnapshot,
  findOpenRun,
  insertRun,
  insertSnapshot,
  type SnapshotRow,
  updateRun,
} from "./store.ts";
import type { Report, SystemStatus } from "./system-status.ts";

/** A check, or `overall`, that another state was found in than by the snapshot before. */
export interface StatusChange {
  subject: CheckName | "overall";
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
  const states = Object.fromEntries(status.statesOf(report)) as Partial<Record<CheckName, State>>;
  const isExcluded = report.inMaintenance && status.policy.excludesMaintenance;
  const row: SnapshotRow = {
    taken_at: tx.now,
    overall: report.overall,
    states: encodeStates(states),
    in_maintenance: isExcluded ? 1 : 0,
  };
  insertSnapshot(tx, row);
  if (last !== null) credit(tx, last, tx.now);
  if (!isExcluded) followIncident(tx, pointOf(row));
  return changesBetween(last, row);
}

/** The state of the service, and of each check, that a snapshot knows. */
export function statesOf(row: SnapshotRow): Map<CheckName | typeof OVERALL, State> {
  return new Map<CheckName | typeof OVERALL, State>([
    [OVERALL, row.in_maintenance === 1 ? "maintenance" : row.overall],
    ...decodeStates(row.states),
  ]);
}

/** Adds the time for which a snapshot stood to its hours. */
function credit(tx: Tx, row: SnapshotRow, nextAt: number): void {
  const until = standsUntil(row.taken_at, nextAt, nextAt);
  const states = statesOf(row);
  for (const { hour, ms } of byHour(row.taken_at, until)) {
    for (const [subject, state] of states) addTime(tx, subject, hour, state, ms);
  }
}

function pointOf(row: SnapshotRow): Point {
  const states = decodeStates(row.states);
  const failing = CHECK_NAMES.filter((name) => ["warn", "bad"].includes(states.get(name) ?? "ok"));
  return { at: row.taken_at, overall: row.overall, failing };
}

function followIncident(tx: Tx, point: Point): void {
  const current = findOpenRun(tx);
  const next = nextIncident(current, point);
  if (current === null) {
    if (next !== null) insertRun(tx, next);
  } else if (next === null) deleteRun(tx, current.id);
  else updateRun(tx, current.id, next);
}

/** What the snapshot before did not know has not changed. */
function changesBetween(before: SnapshotRow | null, after: SnapshotRow): StatusChange[] {
  const old = before === null ? new Map<StatusChange["subject"], State>() : statesOf(before);
  return [...statesOf(after)].flatMap(([subject, to]) => {
    const from = old.get(subject);
    return from === undefined || from === to ? [] : [{ subject, from, to }];
  });
}
