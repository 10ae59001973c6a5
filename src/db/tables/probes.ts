import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Calls of our own endpoints by Unix hour. */
export const probeHours = sqliteTable(
  "probe_hours",
  {
    hour: integer("hour").notNull(),
    probe: text("probe").notNull(),
    attempts: integer("attempts").notNull(),
    successes: integer("successes").notNull(),
    last_error: text("last_error"),
  },
  (table) => [
    primaryKey({ columns: [table.hour, table.probe] }),
    index("probe_hours_without_success").on(table.hour, table.probe, table.successes),
  ],
);

/** The last result of each probe. */
export const probeStates = sqliteTable("probe_states", {
  probe: text("probe").primaryKey(),
  last_at: integer("last_at").notNull(),
  last_ms: integer("last_ms").notNull(),
  /** The first of the latest consecutive failures; null while the last attempt succeeded. */
  failing_since: integer("failing_since"),
  last_error: text("last_error"),
});
