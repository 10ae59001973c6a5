import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { maintenanceWindows } from "../../../db/tables/status.ts";
import { CHECKS } from "../incidents/index.ts";

/** Scheduled work on the service or some of its checks. Times are Unix milliseconds. */
export interface MaintenanceWindow extends Omit<Row, "checks"> {
  /** Names of the affected checks; empty for the whole service. */
  checks: readonly string[];
}

type Row = RowOf<typeof maintenanceWindows>;

function windowOf({ checks, ...row }: Row): MaintenanceWindow {
  return { ...row, checks: CHECKS.read(checks) };
}

export function insertWindow(
  tx: Tx,
  {
    title,
    checks,
    starts_at,
    ends_at,
  }: Pick<MaintenanceWindow, "title" | "checks" | "starts_at" | "ends_at">,
): number {
  return tx.run(
    "INSERT INTO maintenance_windows (title, checks, starts_at, ends_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
    title,
    CHECKS.write(checks),
    starts_at,
    ends_at,
    tx.now,
    tx.now,
  ).lastInsertRowid;
}

export function findWindow(sql: Sql, id: number): MaintenanceWindow | null {
  const row = sql.get<Row>("SELECT * FROM maintenance_windows WHERE id = ?", id);
  return row === null ? null : windowOf(row);
}

/** Changes the end of a window; a window that ends by its start is cancelled. */
export function updateEnd(tx: Tx, id: number, endsAt: number): void {
  tx.run("UPDATE maintenance_windows SET ends_at = ?, updated_at = ? WHERE id = ?", endsAt, tx.now, id);
}

/** Windows that end after a time, by start; cancelled ones are left out. */
export function listMaintenance(sql: Sql, endingAfter: number): MaintenanceWindow[] {
  return sql
    .all<Row>(
      "SELECT * FROM maintenance_windows WHERE ends_at > ? AND ends_at > starts_at ORDER BY starts_at, id",
      endingAfter,
    )
    .map(windowOf);
}

/** Windows by start, newest first, completed ones too; cancelled ones are left out. */
export function listNewestMaintenance(sql: Sql, limit: number): MaintenanceWindow[] {
  return sql
    .all<Row>(
      "SELECT * FROM maintenance_windows WHERE ends_at > starts_at ORDER BY starts_at DESC, id DESC LIMIT ?",
      limit,
    )
    .map(windowOf);
}

/** An unfinished window with this title, such as from a form submitted twice. */
export function findOpenByTitle(sql: Sql, title: string, now: number): MaintenanceWindow | null {
  const row = sql.get<Row>(
    "SELECT * FROM maintenance_windows WHERE ends_at > ? AND ends_at > starts_at AND title = ? LIMIT 1",
    now,
    title,
  );
  return row === null ? null : windowOf(row);
}

export function countOpenWindows(sql: Sql, now: number): number {
  return (
    sql.get<{ windows: number }>(
      "SELECT count(*) AS windows FROM maintenance_windows WHERE ends_at > ? AND ends_at > starts_at",
      now,
    )?.windows ?? 0
  );
}
