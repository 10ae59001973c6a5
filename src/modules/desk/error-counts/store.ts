import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { errorHours } from "../../../db/tables/desk/incidents.ts";

/** Number of refusals of one code and route in one clock hour. */
export type ErrorCell = RowOf<typeof errorHours>;

export function addErrors(tx: Tx, cells: readonly ErrorCell[]): void {
  for (const { hour, code, path, count } of cells)
    tx.run(
      `INSERT INTO error_hours (hour, code, path, count) VALUES (?, ?, ?, ?)
         ON CONFLICT (hour, code, path) DO UPDATE SET count = count + excluded.count`,
      hour,
      code,
      path,
      count,
    );
}

/** Cells between two hours, inclusive, newest first. */
export function listErrors(sql: Sql, fromHour: number, toHour: number): ErrorCell[] {
  return sql.all<ErrorCell>(
    "SELECT hour, code, path, count FROM error_hours WHERE hour BETWEEN ? AND ? ORDER BY hour DESC, count DESC",
    fromHour,
    toHour,
  );
}

export function purgeErrors(tx: Tx, beforeHour: number, chunk: number): number {
  return tx.run(
    `DELETE FROM error_hours WHERE (hour, code, path) IN
       (SELECT hour, code, path FROM error_hours WHERE hour < ? LIMIT ?)`,
    beforeHour,
    chunk,
  ).changes;
}
