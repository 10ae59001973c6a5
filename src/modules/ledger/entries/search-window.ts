import type { Conditions } from "../../../db/conditions.ts";
import type { Sql } from "../../../db/sql.ts";
import type { idsBetween } from "./entry-hours.ts";

/** Entries in the order of ids, of which other conditions may leave few. */
export interface Index {
  table: string;
  where: Conditions;
}

/** Entries that one page examines: reading so many takes about 10 ms. */
const WINDOW = 10_000;

interface Position {
  between: ReturnType<typeof idsBetween>;
  after: number | null;
  order: "asc" | "desc";
}

/** The last entry that a page may examine after a position; null if fewer are left. */
export function findWindowEnd(
  sql: Sql,
  { table, where }: Index,
  { between, after, order }: Position,
): number | null {
  const id = table === "ledger_entries" ? "id" : "entry_id";
  if (between !== null) where.add(`${id} >= +? AND ${id} <= +?`, between.min, between.max);
  where.addGiven(order === "desc" ? `${id} < +?` : `${id} > +?`, after);
  return (
    sql.get<{ id: number }>(
      `SELECT ${id} AS id FROM ${table} WHERE ${where.text}
         ORDER BY ${id} ${order === "desc" ? "DESC" : "ASC"} LIMIT 1 OFFSET ?`,
      ...where.values,
      WINDOW - 1,
    )?.id ?? null
  );
}
