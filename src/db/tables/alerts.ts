import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Notifications to operators about the service's state, with the outcome of sending them; mail has its own rows. */
export const alerts = sqliteTable(
  "alerts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    uid: text("uid").notNull().unique(),
    type: text("type").notNull(),
    /** The recipient: ALERT_WEBHOOK_URL or ALERT_ESCALATION_URL. */
    contact: text("contact", { enum: ["first", "second"] }).notNull(),
    title: text("title").notNull(),
    /** JSON, as posted. */
    body: text("body").notNull(),
    /** State of the post; off if no address was set. */
    state: text("state", { enum: ["queued", "sent", "failed", "off"] }).notNull(),
    attempts: integer("attempts").notNull(),
    /** Error of the last attempt, without the address. */
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
