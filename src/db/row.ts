import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * A row of a table as SQLite returns it: snake_case columns, times as integers, JSON as text, null where the column may
 * hold it. Types of rows are made of this, so that a renamed column fails to compile.
 */
export type RowOf<Table extends SQLiteTable> = Table["$inferSelect"];
