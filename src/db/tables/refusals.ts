import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Refusals (403) of one Unix hour with equal fields; at most 4096 rows per hour, the rest under `other`. */
export const refusalCells = sqliteTable(
  "refusal_cells",
  {
    hour: integer("hour").notNull(),
    method: text("method").notNull(),
    /** The path's template. */
    path: text("path").notNull(),
    reason: text("reason").notNull(),
    /** Empty unless the signature was right. */
    key_id: text("key_id").notNull(),
    /** Hash of the caller's network, with the month's salt. */
    source: text("source").notNull(),
    agent: text("agent").notNull(),
    count: integer("count").notNull(),
    /** Number of them that a rule suppressed when they happened. */
    suppressed: integer("suppressed").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.hour, table.method, table.path, table.reason, table.key_id, table.source, table.agent],
    }),
  ],
);

/** The same refusals by path only: exact, and kept longer than the cells. */
export const refusalPaths = sqliteTable(
  "refusal_paths",
  {
    path: text("path").notNull(),
    hour: integer("hour").notNull(),
    count: integer("count").notNull(),
    suppressed: integer("suppressed").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.path, table.hour] }),
    index("refusal_paths_by_hour").on(table.hour, table.count, table.suppressed),
  ],
);

/** Refusals matched by each suppression rule. */
export const refusalSuppressions = sqliteTable(
  "refusal_suppressions",
  {
    hour: integer("hour").notNull(),
    rule_id: text("rule_id").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.rule_id] })],
);
