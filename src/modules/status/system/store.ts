import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { statusSnapshots } from "../../../db/tables/status.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import { CHECKS, nextIncidentId } from "../incidents/index.ts";
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

/** Version mark of data computed from snapshots: the time of the newest one, from any process. */
export function snapshotMark(sql: Sql): string {
  return String(findLatestSnapshot(sql)?.taken_at ?? "none");
}

/** Newest first. */
export function listLatestSnapshots(sql: Sql, limit: number): SnapshotRow[] {
  return sql.all<SnapshotRow>("SELECT * FROM status_snapshots ORDER BY taken_at DESC LIMIT ?", limit);
}

/** Snapshots from `from` to `to`, both inclusive, oldest first. */
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

/** Adds time in a state to a clock hour of a check or of `overall`. */
export function addTime(
  tx: Tx,
  { subject, hour, state, ms }: { subject: string; hour: number; state: State; ms: number },
): void {
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

/** Time of a subject per state in the hours from `from` to before `end`; null if unknown. */
export function sumHours(
  sql: Sql,
  subject: string,
  { from, end }: { from: number; end: number },
): Tally | null {
  const row = sql.get<{ [State in keyof Tally]: number | null }>(
    `SELECT ${SUMS} FROM status_hours WHERE subject = ? AND hour >= ? AND hour < ?`,
    subject,
    from,
    end,
  );
  if (row === null || row.ok === null) return null;
  return { ok: row.ok, warn: row.warn ?? 0, bad: row.bad ?? 0, maintenance: row.maintenance ?? 0 };
}

/** Time of a subject per state and UTC day, oldest first; days without data are missing. */
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
  return { ...row, checks: CHECKS.read(checks) };
}

/** The series of failing snapshots that is still open; null without one. */
export function findOpenSeries(sql: Sql): StoredIncident | null {
  const row = sql.get<IncidentRow>(
    "SELECT * FROM status_incidents WHERE ended_at IS NULL ORDER BY id DESC LIMIT 1",
  );
  return row === null ? null : incidentOf(row);
}

export function insertSeries(tx: Tx, series: Incident): void {
  tx.run(
    `INSERT INTO status_incidents (id, started_at, ended_at, severity, checks, points, ok_points, first_ok_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    nextIncidentId(tx),
    series.started_at,
    series.ended_at,
    series.severity,
    CHECKS.write(series.checks),
    series.points,
    series.ok_points,
    series.first_ok_at,
  );
}

export function updateSeries(tx: Tx, id: number, series: Incident): void {
  tx.run(
    `UPDATE status_incidents SET ended_at = ?, severity = ?, checks = ?, points = ?, ok_points = ?, first_ok_at = ?
       WHERE id = ?`,
    series.ended_at,
    series.severity,
    CHECKS.write(series.checks),
    series.points,
    series.ok_points,
    series.first_ok_at,
    id,
  );
}

/** A series by its id. */
export function findSeries(sql: Sql, id: number): StoredIncident | null {
  const row = sql.get<IncidentRow>("SELECT * FROM status_incidents WHERE id = ?", id);
  return row === null ? null : incidentOf(row);
}

export function deleteSeries(tx: Tx, id: number): void {
  tx.run("DELETE FROM status_incidents WHERE id = ?", id);
}

/** Series that ended at or after a time, newest first. They never overlap, so end and start give the same order. */
export function listEndedSeries(sql: Sql, endedFrom: number, limit: number): StoredIncident[] {
  return sql
    .all<IncidentRow>(
      "SELECT * FROM status_incidents WHERE ended_at >= ? ORDER BY ended_at DESC LIMIT ?",
      endedFrom,
      limit,
    )
    .map(incidentOf);
}

/** Deletes up to `chunk` each of snapshots, hours and incidents from before a time. Returns the number deleted. */
export function purgeStatus(tx: Tx, before: number, chunk: number): number {
  const hour = Math.floor(before / HOUR_MS);
  return (
    tx.run("DELETE FROM status_snapshots WHERE taken_at < ? LIMIT ?", before, chunk).changes +
    tx.run("DELETE FROM status_hours WHERE hour < ? LIMIT ?", hour, chunk).changes +
    tx.run("DELETE FROM status_incidents WHERE ended_at < ? LIMIT ?", before, chunk).changes
  );
}
