import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { partners } from "./partners.ts";

/** The outbox: each row is created in the commit of the change that it reports. */
export const events = sqliteTable(
  "events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** evt_ and a ULID: the id that receivers see and use for deduplication. */
    uid: text("uid").notNull().unique(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    event_type: text("event_type").notNull(),
    /** The JSON of the envelope's data. */
    data: text("data").notNull(),
    /** Number of delivery records created with it. */
    fanout_count: integer("fanout_count").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [index("events_by_partner").on(table.partner_id, table.id)],
);
