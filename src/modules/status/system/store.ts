import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { statusSnapshots } from "../../../db/tables/status.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import { nextIncidentId } from "../incidents/index.ts";
import type { Incident } from "./incidents/incidents.ts";
import type { State, Tally } from "./rules.ts";

export type SnapshotRow = RowOf<typeof statusSnapshots>;

export function insertSnapshot(tx: Tx, row: SnapshotRow): void {
  tx.run(
    "INSERT INTO status_snapshots (taken_at, overall, states, in_maintenance) VALUES (?, ?, ?, ?)",
    row.taken_at,
    row.overall,
    row.states,
    row.in_maintenance,
  );
}

export function findLatestSnapshot(sql: Sql): SnapshotRow | null {
  return sql.get<SnapshotRow>("SELECT * FROM status_snapshots ORDER BY taken_at DESC LIMIT 1");
}

/** When the newest snapshot was taken, as a mark of all that is made from snapshots: any process may take one. */
export function snapshotMark(sql: Sql): string {
  return String(findLatestSnapshot(sql)?.taken_at ?? "none");
}

/** Newest first. */
export function listLatestSnapshots(sql: Sql, limit: number): SnapshotRow[] {
  return sql.all<SnapshotRow>("SELECT * FROM status_snapshots ORDER BY taken_at DESC LIMIT ?", limit);
}

/** Oldest first; both ends count. */
export function listSnapshotsBetween(sql: Sql, from: number, to: number): SnapshotRow[] {
  return sql.all<SnapshotRow>(
    "SELECT * FROM status_snapshots WHERE taken_at BETWEEN ? AND ? ORDER BY taken_at",
    from,
    to,
  );
}

const COLUMNS: Record<State, string> = {
  ok: "ok_ms",
  warn: "warn_ms",
  bad: "bad_ms",
  maintenance: "maintenance_ms",
};

/** Adds time in a state to a clock hour of a check, or of `overall`. */
export function addTime(tx: Tx, subject: string, hour: number, state: State, ms: number): void {
  const column = COLUMNS[state];
  tx.run(
    `INSERT INTO status_hours (subject, hour, ok_ms, warn_ms, bad_ms, maintenance_ms) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (subject, hour) DO UPDATE SET ${column} = ${column} + excluded.${column}`,
    subject,
    hour,
    state === "ok" ? ms : 0,
    state === "warn" ? ms : 0,
    state === "bad" ? ms : 0,
    state === "maintenance" ? ms : 0,
  );
}

const SUMS = "sum(ok_ms) AS ok, sum(warn_ms) AS warn, sum(bad_ms) AS bad, sum(maintenance_ms) AS maintenance";

/** The time of a subject from an hour on; null where none is known. */
export function sumHours(sql: Sql, subject: string, fromHour: number): Tally | null {
  const row = sql.get<{ [State in keyof Tally]: number | null }>(
    `SELECT ${SUMS} FROM status_hours WHERE subject = ? AND hour >= ?`,
    subject,
    fromHour,
  );
  if (row === null || row.ok === null) return null;
  return { ok: row.ok, warn: row.warn ?? 0, bad: row.bad ?? 0, maintenance: row.maintenance ?? 0 };
}

/** The time of a subject by UTC day, oldest first; days of which nothing is known are missing. */
export function sumDays(sql: Sql, subject: string, fromHour: number): (Tally & { day: number })[] {
  return sql.all<Tally & { day: number }>(
    `SELECT hour / 24 AS day, ${SUMS} FROM status_hours WHERE subject = ? AND hour >= ? GROUP BY hour / 24`,
    subject,
    fromHour,
  );
}

export type StoredIncident = Incident & { id: number };
type IncidentRow = Omit<StoredIncident, "checks"> & { checks: string };

function incidentOf({ checks, ...row }: IncidentRow): StoredIncident {
  return { ...row, checks: JSON.parse(checks) as string[] };
}

/** The run of points that were not ok which no ok points have closed. */
export function findOpenRun(sql: Sql): StoredIncident | null {
  const row = sql.get<IncidentRow>(
    "SELECT * FROM status_incidents WHERE ended_at IS NULL ORDER BY id DESC LIMIT 1",
  );
  return row === null ? null : incidentOf(row);
}

export function insertRun(tx: Tx, run: Incident): void {
  tx.run(
    `INSERT INTO status_incidents (id, started_at, ended_at, severity, checks, points, ok_points, first_ok_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    nextIncidentId(tx),
    run.started_at,
    run.ended_at,
    run.severity,
    JSON.stringify(run.checks),
    run.points,
    run.ok_points,
    run.first_ok_at,
  );
}

export function updateRun(tx: Tx, id: number, run: Incident): void {
  tx.run(
    `UPDATE status_incidents SET ended_at = ?, severity = ?, checks = ?, points = ?, ok_points = ?, first_ok_at = ?
       WHERE id = ?`,
    run.ended_at,
    run.severity,
    JSON.stringify(run.checks),
    run.points,
    run.ok_points,
    run.first_ok_at,
    id,
  );
}

/** A run by its id. */
export function findRun(sql: Sql, id: number): StoredIncident | null {
  const row = sql.get<IncidentRow>("SELECT * FROM status_incidents WHERE id = ?", id);
  return row === null ? null : incidentOf(row);
}

export function deleteRun(tx: Tx, id: number): void {
  tx.run("DELETE FROM status_incidents WHERE id = ?", id);
}

/** Runs that ended at or after a time, newest first: they do not overlap, so by their end is by their beginning. */
export function listEndedRuns(sql: Sql, endedFrom: number, limit: number): StoredIncident[] {
  return sql
    .all<IncidentRow>(
      "SELECT * FROM status_incidents WHERE ended_at >= ? ORDER BY ended_at DESC LIMIT ?",
      endedFrom,
      limit,
    )
    .map(incidentOf);
}

/** Deletes what is past its time, a chunk a call: snapshots before a time, hours and incidents likewise. */
export function purgeStatus(tx: Tx, before: number, chunk: number): number {
  const hour = Math.floor(before / HOUR_MS);
  return (
    tx.run("DELETE FROM status_snapshots WHERE taken_at < ? LIMIT ?", before, chunk).changes +
    tx.run("DELETE FROM status_hours WHERE hour < ? LIMIT ?", hour, chunk).changes +
    tx.run("DELETE FROM status_incidents WHERE ended_at < ? LIMIT ?", before, chunk).changes
  );
}
