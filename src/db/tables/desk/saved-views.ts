import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { operators } from "../operations.ts";

/** Filters, columns and order of a list that an operator named. */
export const savedViews = sqliteTable(
  "saved_views",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    operator_id: integer("operator_id")
      .notNull()
      .references(() => operators.id, { onDelete: "cascade" }),
    /** Path of the list's page. */
    path: text("path").notNull(),
    name: text("name").notNull(),
    /** The query string, without a question mark. */
    query: text("query").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (table) => [uniqueIndex("saved_views_by_name").on(table.operator_id, table.path, table.name)],
);
