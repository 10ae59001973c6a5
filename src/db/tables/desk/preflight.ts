import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Snapshots of the preflight guards, taken daily, at each start, and when a value changes. */
export const preflightSnapshots = sqliteTable(
  "preflight_snapshots",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    taken_at: integer("taken_at").notNull(),
    /** Days since 1970-01-01, in UTC. */
    day: integer("day").notNull(),
    cause: text("cause", { enum: ["daily", "start", "change", "command"] }).notNull(),
    /** JSON list of rows: section, field, status, value, expected, message, since. */
    rows: text("rows").notNull(),
    /** JSON list of masked settings; ignored by comparisons. */
    env_rows: text("env_rows").notNull(),
    /** JSON list of [section, field] for each row that differs from the previous snapshot. */
    changes: text("changes").notNull(),
  },
  (table) => [index("preflight_snapshots_by_day").on(table.day, table.id)],
);
