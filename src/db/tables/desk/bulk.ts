import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One action on many things, asked for by an operator. */
export const bulkActions = sqliteTable(
  "bulk_actions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    kind: text("kind", {
      enum: [
        "retry_deliveries",
        "discard_deliveries",
        "enable_webhooks",
        "revoke_links",
        "triage_anomalies",
        "remove_suppressions",
      ],
    }).notNull(),
    state: text("state", { enum: ["running", "done"] }).notNull(),
    reason: text("reason").notNull(),
    /** Of triage_anomalies: the status that the anomalies get. */
    triage_status: text("triage_status"),
    /** Number of things. */
    total: integer("total").notNull(),
    requested_by: text("requested_by").notNull(),
    created_at: integer("created_at").notNull(),
    ended_at: integer("ended_at"),
  },
  (table) => [index("bulk_actions_running").on(table.id).where(sql`state = 'running'`)],
);

/** The things of a bulk action, in the order in which they are dealt with. */
export const bulkActionItems = sqliteTable(
  "bulk_action_items",
  {
    action_id: integer("action_id")
      .notNull()
      .references(() => bulkActions.id),
    position: integer("position").notNull(),
    /** Id or code of the thing. */
    item: text("item").notNull(),
    /** left: the thing stays as it is. */
    state: text("state", { enum: ["waiting", "changed", "left"] }).notNull(),
    /** Why it was left. */
    why: text("why"),
  },
  (table) => [
    primaryKey({ columns: [table.action_id, table.position] }),
    index("bulk_action_items_by_state").on(table.action_id, table.state, table.position),
  ],
);
