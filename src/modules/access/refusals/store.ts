import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { refusalCells } from "../../../db/tables/refusals.ts";
import { type CellCounts, OTHER, type PendingHour, type RefusalCell, type RefusalKind } from "./cells.ts";

/** Adds an hour's pending counts, or some of its cells, to the stored ones. */
export function addRefusals(tx: Tx, { hour, cells, paths, rules }: PendingHour): void {
  for (const cell of cells) {
    tx.run(
      `INSERT INTO refusal_cells (hour, method, path, reason, key_id, source, agent, count, suppressed)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (hour, method, path, reason, key_id, source, agent)
         DO UPDATE SET count = count + excluded.count, suppressed = suppressed + excluded.suppressed`,
      hour,
      cell.method,
      cell.path,
      cell.reason,
      cell.key_id,
      cell.source,
      cell.agent,
      cell.count,
      cell.suppressed,
    );
  }
  for (const { path, count, suppressed } of paths) {
    tx.run(
      `INSERT INTO refusal_paths (path, hour, count, suppressed) VALUES (?, ?, ?, ?)
         ON CONFLICT (path, hour)
         DO UPDATE SET count = count + excluded.count, suppressed = suppressed + excluded.suppressed`,
      path,
      hour,
      count,
      suppressed,
    );
  }
  for (const { rule_id, count } of rules) {
    tx.run(
      `INSERT INTO refusal_suppressions (hour, rule_id, count) VALUES (?, ?, ?)
         ON CONFLICT (hour, rule_id) DO UPDATE SET count = count + excluded.count`,
      hour,
      rule_id,
      count,
    );
  }
}

/** The stored cells of an hour. */
export function listKinds(sql: Sql, hour: number): RefusalKind[] {
  return sql.all<RefusalKind>(
    "SELECT method, path, reason, key_id, source, agent FROM refusal_cells WHERE hour = ?",
    hour,
  );
}

/** Stored cells from an hour on, newest hour first and within it most refusals first; reads one hour at a time. */
export function* iterateCells(sql: Sql, fromHour: number): Generator<RefusalCell, void> {
  const hours = sql.all<Pick<RowOf<typeof refusalCells>, "hour">>(
    "SELECT DISTINCT hour FROM refusal_cells WHERE hour >= ? ORDER BY hour DESC",
    fromHour,
  );
  for (const { hour } of hours)
    yield* sql.all<RefusalCell>(
      `SELECT hour, method, path, reason, key_id, source, agent, count, suppressed FROM refusal_cells
         WHERE hour = ? ORDER BY count DESC, path, method, reason, key_id, source, agent`,
      hour,
    );
}

export interface NamedCount {
  name: string;
  count: number;
}

/** Refusals from an hour on by reason or source, most first. */
export function countBy(sql: Sql, column: "reason" | "source", fromHour: number): NamedCount[] {
  return sql.all<NamedCount>(
    `SELECT ${column} AS name, SUM(count) AS count FROM refusal_cells WHERE hour >= ? GROUP BY 1 ORDER BY 2 DESC, 1`,
    fromHour,
  );
}

export interface PathCount extends CellCounts {
  path: string;
}

/** Refusals by path, from one hour up to and excluding another, most first. */
export function countByPath(sql: Sql, fromHour: number, beforeHour: number): PathCount[] {
  return sql.all<PathCount>(
    `SELECT path, SUM(count) AS count, SUM(suppressed) AS suppressed FROM refusal_paths
       WHERE hour >= ? AND hour < ? GROUP BY path ORDER BY 2 DESC, path`,
    fromHour,
    beforeHour,
  );
}

/** Whether a path was refused from one hour up to and excluding another. */
export function wasRefused(
  sql: Sql,
  { path, fromHour, beforeHour }: { path: string; fromHour: number; beforeHour: number },
): boolean {
  return (
    sql.get(
      "SELECT 1 FROM refusal_paths WHERE path = ? AND hour >= ? AND hour < ? LIMIT 1",
      path,
      fromHour,
      beforeHour,
    ) !== null
  );
}

export interface HourCount extends CellCounts {
  hour: number;
}

/** Refusals by hour from an hour on; hours without refusals are missing. */
export function countByHour(sql: Sql, fromHour: number): HourCount[] {
  return sql.all<HourCount>(
    `SELECT hour, SUM(count) AS count, SUM(suppressed) AS suppressed FROM refusal_paths
       WHERE hour >= ? GROUP BY hour ORDER BY hour`,
    fromHour,
  );
}

/** Refusals of one path by hour from an hour on. */
export function countPathByHour(sql: Sql, path: string, fromHour: number): HourCount[] {
  return sql.all<HourCount>(
    "SELECT hour, count, suppressed FROM refusal_paths WHERE path = ? AND hour >= ? ORDER BY hour",
    path,
    fromHour,
  );
}

/** Refusals from an hour on by matching rule, most first. */
export function countByRule(sql: Sql, fromHour: number): { id: string; count: number }[] {
  return sql.all<{ id: string; count: number }>(
    `SELECT rule_id AS id, SUM(count) AS count FROM refusal_suppressions WHERE hour >= ? GROUP BY 1 ORDER BY 2 DESC, 1`,
    fromHour,
  );
}

/** Number of distinct networks refused from an hour on. */
export function countSources(sql: Sql, fromHour: number): number {
  const text = "SELECT COUNT(DISTINCT source) AS count FROM refusal_cells WHERE hour >= ? AND source <> ?";
  return sql.get<{ count: number }>(text, fromHour, OTHER)?.count ?? 0;
}

/**
 * Deletes cells before one hour, and counts by path and rule before another, up to `chunk` per call. Returns how
 * many.
 */
export function purgeRefusals(
  tx: Tx,
  { cellsBefore, pathsBefore }: { cellsBefore: number; pathsBefore: number },
  chunk: number,
): number {
  return (
    tx.run("DELETE FROM refusal_cells WHERE hour < ? LIMIT ?", cellsBefore, chunk).changes +
    tx.run("DELETE FROM refusal_paths WHERE hour < ? LIMIT ?", pathsBefore, chunk).changes +
    tx.run("DELETE FROM refusal_suppressions WHERE hour < ? LIMIT ?", pathsBefore, chunk).changes
  );
}
