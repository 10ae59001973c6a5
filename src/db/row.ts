import type { ColumnBuilderBase } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * A row of a table as SQLite returns it: snake_case columns, times as integers, JSON as text, null where the column may
 * hold it. Types of rows are made of this, so that a renamed column fails to compile.
 */
export type RowOf<Table extends SQLiteTable> = Table["$inferSelect"];

/**
 * Marks a column that holds a person's data. What deletes or forgets the person must name each marked column of the
 * table (`PersonalColumn`), otherwise it fails to compile.
 */
export function personal<Builder extends ColumnBuilderBase>(
  column: Builder,
): Builder & { _: { isPersonal: true } } {
  return column as Builder & { _: { isPersonal: true } };
}

/** The marked columns of a table. */
export type PersonalColumn<Table extends SQLiteTable> = {
  [Name in keyof Table["_"]["columns"]]: Table["_"]["columns"][Name]["_"] extends { isPersonal: true }
    ? Name
    : never;
}[keyof Table["_"]["columns"]];
