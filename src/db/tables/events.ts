import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { partners } from "./partners.ts";

/** The outbox: each row is created in the commit of the change that it reports. */
export const events = sqliteTable("events", {
  /** From `nextId`. */
  id: integer("id").primaryKey(),
  /**
   * evt_ and a ULID: the id that receivers see and use for deduplication. It ends in the row's id, and so needs no index to
   * be unique and to be found by.
   */
  uid: text("uid").notNull(),
  partner_id: integer("partner_id")
    .notNull()
    .references(() => partners.id),
  event_type: text("event_type").notNull(),
  /** The JSON of the envelope's data. */
  data: text("data").notNull(),
  /** Number of delivery records created with it. */
  fanout_count: integer("fanout_count").notNull(),
  created_at: integer("created_at").notNull(),
});
