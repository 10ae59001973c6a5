import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** State of each rule of the alerts monitor. */
export const monitorRules = sqliteTable("monitor_rules", {
  rule: text("rule").primaryKey(),
  state: text("state", { enum: ["ok", "pending", "firing", "resolved"] }).notNull(),
  /** Start of that state; null before the first change. */
  since: integer("since"),
  value: real("value"),
  /** JSON: times within the last hour at which the alarm went on or off. */
  turns: text("turns").notNull(),
  flapping_since: integer("flapping_since"),
  /** Time of the first notification of this alarm; null without an alarm. */
  told_at: integer("told_at"),
  acknowledged_at: integer("acknowledged_at"),
  acknowledged_by: text("acknowledged_by"),
  escalated_at: integer("escalated_at"),
  silenced_until: integer("silenced_until"),
  silenced_by: text("silenced_by"),
});

/** Results of each run of the monitor. */
export const monitorRuns = sqliteTable(
  "monitor_runs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: integer("at").notNull(),
    /** JSON: a list of rule, value, threshold, state, since. */
    rules: text("rules").notNull(),
  },
  (table) => [index("monitor_runs_by_age").on(table.at)],
);
