import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { incidentUpdates, operatorIncidents } from "../../../db/tables/desk/incidents.ts";
import type { IncidentSeverity } from "./rules.ts";
import { CHECKS } from "./store.ts";

/** Facts of a public incident from one of its edits on, and its time. Unix milliseconds. */
export interface AnnouncedEdit {
  incidentId: number;
  startedAt: number;
  endedAt: number | null;
  at: number;
  severity: IncidentSeverity;
  checks: readonly string[];
}

/** Public edits of public incidents that are open or ended after a time, by incident, oldest first. */
export function listAnnouncedEdits(sql: Sql, endedAfter: number): AnnouncedEdit[] {
  return sql
    .all<
      Pick<RowOf<typeof operatorIncidents>, "started_at" | "ended_at"> &
        Pick<UpdateRow, "incident_id" | "at" | "severity" | "checks">
    >(
      `SELECT i.started_at, i.ended_at, u.incident_id, u.at, u.severity, u.checks
         FROM operator_incidents i JOIN incident_updates u ON u.incident_id = i.id
         WHERE i.is_public = 1 AND u.is_public = 1 AND (i.ended_at IS NULL OR i.ended_at > ?) ORDER BY i.id, u.id`,
      endedAfter,
    )
    .map((row) => ({
      incidentId: row.incident_id,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      at: row.at,
      severity: row.severity,
      checks: CHECKS.read(row.checks),
    }));
}

export type UpdateRow = RowOf<typeof incidentUpdates>;

type NewUpdate = Omit<UpdateRow, "id" | "at" | "withdrawn_at" | "log_index" | "log_url">;

export function insertUpdate(tx: Tx, update: NewUpdate): number {
  return tx.run(
    `INSERT INTO incident_updates (incident_id, at, by, edit, state, severity, checks, is_public, withdraws, title,
         message, salt, title_sha256, message_sha256)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    update.incident_id,
    tx.now,
    update.by,
    update.edit,
    update.state,
    update.severity,
    update.checks,
    update.is_public,
    update.withdraws,
    update.title,
    update.message,
    update.salt,
    update.title_sha256,
    update.message_sha256,
  ).lastInsertRowid;
}

/** Updates of an incident, newest first; `publicOnly` leaves out those made while it was not public. */
export function listUpdates(
  sql: Sql,
  incidentId: number,
  { limit, publicOnly }: { limit: number; publicOnly: boolean },
): UpdateRow[] {
  return sql.all<UpdateRow>(
    "SELECT * FROM incident_updates WHERE incident_id = ? AND is_public >= ? ORDER BY id DESC LIMIT ?",
    incidentId,
    publicOnly ? 1 : 0,
    limit,
  );
}

export function findUpdate(sql: Sql, incidentId: number, id: number): UpdateRow | null {
  return sql.get<UpdateRow>(
    "SELECT * FROM incident_updates WHERE incident_id = ? AND id = ?",
    incidentId,
    id,
  );
}

export function countUpdates(sql: Sql, incidentId: number): number {
  return (
    sql.get<{ count: number }>(
      "SELECT COUNT(*) AS count FROM incident_updates WHERE incident_id = ?",
      incidentId,
    )?.count ?? 0
  );
}

/** Id of the newest edit, 0 before the first. Cached answers about incidents stay valid until it changes. */
export function newestUpdateId(sql: Sql): number {
  return sql.get<{ id: number | null }>("SELECT max(id) AS id FROM incident_updates")?.id ?? 0;
}

/** Ids of the update that set a title and of the later ones up to the next title: their notices name it. */
export function listUpdatesUnderTitle(sql: Sql, incidentId: number, updateId: number): number[] {
  return sql
    .all<{ id: number }>(
      `SELECT id FROM incident_updates WHERE incident_id = ?1 AND id >= ?2 AND id < coalesce(
         (SELECT min(id) FROM incident_updates WHERE incident_id = ?1 AND id > ?2 AND title_sha256 IS NOT NULL),
         9007199254740991)`,
      incidentId,
      updateId,
    )
    .map(({ id }) => id);
}

/** Deletes an update's message and salt, and its title unless it is kept; the hashes stay. */
export function withdrawTexts(tx: Tx, id: number, { keepsTitle }: { keepsTitle: boolean }): void {
  tx.run(
    "UPDATE incident_updates SET title = iif(?, title, NULL), message = NULL, salt = NULL, withdrawn_at = ? WHERE id = ?",
    keepsTitle ? 1 : 0,
    tx.now,
    id,
  );
}

/** Edits not yet in the signed log, oldest first. */
export function listUnlogged(sql: Sql, limit: number): UpdateRow[] {
  return sql.all<UpdateRow>(
    "SELECT * FROM incident_updates WHERE log_index IS NULL ORDER BY id LIMIT ?",
    limit,
  );
}

export function markLogged(tx: Tx, id: number, { index, url }: { index: number; url: string }): void {
  tx.run("UPDATE incident_updates SET log_index = ?, log_url = ? WHERE id = ?", index, url, id);
}
