import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RowOf } from "./row.ts";

declare const row: unique symbol;

/** A list of columns for SQL that knows the type of its rows. */
export type Columns<Row> = string & { readonly [row]: Row };

/** The rows that a list of columns selects. */
export type In<List> = List extends Columns<infer Row> ? Row : never;

/**
 * One list for a SELECT and its row type: `const COLUMNS = columns<typeof users>()("id", "status")` and
 * `sql.all<In<typeof COLUMNS>>(...)`. A renamed column fails to compile.
 */
export function columns<Table extends SQLiteTable>() {
  return <const Names extends readonly (keyof RowOf<Table> & string)[]>(...names: Names) =>
    names.join(", ") as Columns<Pick<RowOf<Table>, Names[number]>>;
}
