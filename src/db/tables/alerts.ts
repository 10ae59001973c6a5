import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What operators were told of the service's state, and whether its address took it; mail has its own rows. */
export const alerts = sqliteTable(
  "alerts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    uid: text("uid").notNull().unique(),
    type: text("type").notNull(),
    /** Whose address it goes to: ALERT_WEBHOOK_URL's, or ALERT_ESCALATION_URL's. */
    contact: text("contact", { enum: ["first", "second"] }).notNull(),
    title: text("title").notNull(),
    /** JSON, as it is posted. */
    body: text("body").notNull(),
    /** Of the post; off where no address was set. */
    state: text("state", { enum: ["queued", "sent", "failed", "off"] }).notNull(),
    attempts: integer("attempts").notNull(),
    /** Of the last attempt, without the address. */
    last_error: text("last_error"),
    next_attempt_at: integer("next_attempt_at").notNull(),
    created_at: integer("created_at").notNull(),
    finished_at: integer("finished_at"),
  },
  (table) => [
    index("alerts_due").on(table.next_attempt_at, table.id).where(sql`state = 'queued'`),
    index("alerts_failed").on(table.finished_at).where(sql`state = 'failed'`),
    index("alerts_by_age").on(table.created_at),
    check("alerts_finished", sql`(${table.state} = 'queued') = (${table.finished_at} IS NULL)`),
  ],
);
