import type { Sql, Tx } from "./sql.ts";

/**
 * Tables that the busiest change inserts into. Their next id follows from their newest row: with AUTOINCREMENT every such
 * change would write SQLite's table of sequences, too.
 */
export const NUMBERED_TABLES = ["ledger_entries", "events"] as const;

type NumberedTable = (typeof NUMBERED_TABLES)[number];

const NEXT: Readonly<Record<NumberedTable, string>> = {
  ledger_entries: nextOf("ledger_entries"),
  events: nextOf("events"),
};

function nextOf(table: NumberedTable): string {
  return `SELECT 1 + max(ifnull((SELECT max(id) FROM ${table}), 0),
    ifnull((SELECT floor FROM id_floors WHERE table_name = '${table}'), 0)) AS id`;
}

/** The id of the row that is inserted next: above all rows that the table has, and above its floor. Each call gives another. */
export function nextId(tx: Tx, table: NumberedTable): number {
  return tx.next(table, () => highestId(tx, table));
}

/** The highest id that was given or skipped, whether or not its row is still there. */
export function highestId(sql: Sql, table: NumberedTable): number {
  return sql.one<{ id: number }>(NEXT[table]).id - 1;
}

/** Makes the next id one that was never given, `jump` above it: before rows are deleted, and after a restore. */
export function raiseFloor(tx: Tx, table: NumberedTable, jump = 0): void {
  const floor = highestId(tx, table) + jump;
  tx.run(
    "INSERT INTO id_floors (table_name, floor) VALUES (?, ?) ON CONFLICT (table_name) DO UPDATE SET floor = excluded.floor",
    table,
    floor,
  );
  tx.keep(table, floor);
}
