import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { partners } from "./partners.ts";

/** The outbox: each row is made in the commit that made the change it tells of. */
export const events = sqliteTable(
  "events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** evt_ and a ULID: the id that receivers see and dedupe by. */
    uid: text("uid").notNull().unique(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    event_type: text("event_type").notNull(),
    /** The JSON of the envelope's data. */
    data: text("data").notNull(),
    /** How many delivery records were made with it. */
    fanout_count: integer("fanout_count").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [index("events_by_partner").on(table.partner_id, table.id)],
);
