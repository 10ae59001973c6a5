import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { operatorIncidents } from "../../../db/tables/desk/incidents.ts";
import type { IncidentSeverity, IncidentState } from "./rules.ts";

/** Names of the affected checks. */
export const CHECKS = jsonColumn("checks", Type.Array(Type.String()));

export interface OperatorIncident {
  id: number;
  title: string;
  severity: IncidentSeverity;
  state: IncidentState;
  /** Names of the affected checks; empty for the whole service. */
  checks: readonly string[];
  isPublic: boolean;
  /** Unix milliseconds. */
  startedAt: number;
  endedAt: number | null;
  createdBy: string;
  updatedAt: number;
}

type IncidentRow = RowOf<typeof operatorIncidents>;

function incidentOf(row: IncidentRow): OperatorIncident {
  return {
    id: row.id,
    title: row.title,
    severity: row.severity,
    state: row.state,
    checks: CHECKS.read(row.checks),
    isPublic: row.is_public === 1,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
  };
}

/** Next incident id; automatic and operator-declared incidents share one sequence. */
export function nextIncidentId(tx: Tx): number {
  const row = tx.get<{ seq: number | null }>(
    "SELECT max(seq) AS seq FROM sqlite_sequence WHERE name IN ('operator_incidents', 'status_incidents')",
  );
  return (row?.seq ?? 0) + 1;
}

export function insertIncident(tx: Tx, incident: Omit<OperatorIncident, "id" | "updatedAt">): number {
  return tx.run(
    `INSERT INTO operator_incidents (id, title, severity, state, checks, is_public, started_at, ended_at, created_by,
         updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    nextIncidentId(tx),
    incident.title,
    incident.severity,
    incident.state,
    CHECKS.write(incident.checks),
    incident.isPublic ? 1 : 0,
    incident.startedAt,
    incident.endedAt,
    incident.createdBy,
    tx.now,
  ).lastInsertRowid;
}

export function updateIncident(
  tx: Tx,
  {
    id,
    title,
    severity,
    state,
    checks,
    isPublic,
    endedAt,
  }: Omit<OperatorIncident, "startedAt" | "createdBy" | "updatedAt">,
): void {
  tx.run(
    `UPDATE operator_incidents SET title = ?, severity = ?, state = ?, checks = ?, is_public = ?, ended_at = ?,
         updated_at = ? WHERE id = ?`,
    title,
    severity,
    state,
    CHECKS.write(checks),
    isPublic ? 1 : 0,
    endedAt,
    tx.now,
    id,
  );
}

export function findIncident(sql: Sql, id: number): OperatorIncident | null {
  const row = sql.get<IncidentRow>("SELECT * FROM operator_incidents WHERE id = ?", id);
  return row === null ? null : incidentOf(row);
}

export function countOpenIncidents(sql: Sql): number {
  return sql.one<{ count: number }>("SELECT COUNT(*) AS count FROM operator_incidents WHERE ended_at IS NULL")
    .count;
}

/** Open incidents, those without an update for longest first. */
export function listOpenIncidents(sql: Sql, limit: number): OperatorIncident[] {
  return sql
    .all<IncidentRow>(
      "SELECT * FROM operator_incidents WHERE ended_at IS NULL ORDER BY updated_at, id LIMIT ?",
      limit,
    )
    .map(incidentOf);
}

/** Incidents that are open or ended at or after `from`, newest first. */
export function listIncidents(
  sql: Sql,
  { from, limit, publicOnly }: { from: number; limit: number; publicOnly: boolean },
): OperatorIncident[] {
  return sql
    .all<IncidentRow>(
      `SELECT * FROM operator_incidents WHERE (ended_at IS NULL OR ended_at >= ?) AND is_public >= ?
         ORDER BY started_at DESC, id DESC LIMIT ?`,
      from,
      publicOnly ? 1 : 0,
      limit,
    )
    .map(incidentOf);
}

/** Open public incidents, newest first. */
export function listAnnounced(sql: Sql): OperatorIncident[] {
  return sql
    .all<IncidentRow>(
      "SELECT * FROM operator_incidents WHERE ended_at IS NULL AND is_public = 1 ORDER BY started_at DESC, id DESC",
    )
    .map(incidentOf);
}

/** Deletes up to `chunk` incidents that ended before a time, with their updates. Returns the number deleted. */
export function purgeIncidents(tx: Tx, before: number, chunk: number): number {
  const ids = tx.all<{ id: number }>(
    "SELECT id FROM operator_incidents WHERE ended_at < ? LIMIT ?",
    before,
    chunk,
  );
  for (const { id } of ids) {
    tx.run("DELETE FROM incident_updates WHERE incident_id = ?", id);
    tx.run("DELETE FROM operator_incidents WHERE id = ?", id);
  }
  return ids.length;
}
