import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
  /** Its number among the partner's events, from 1: each commit continues it without a gap. */
  sequence: integer("sequence").notNull(),
  event_type: text("event_type").notNull(),
  /** The JSON of the envelope's data. */
  data: text("data").notNull(),
  /** Idempotency-Key of the request that caused it; null if there was none. */
  idempotency_key: text("idempotency_key"),
  /** Number of delivery records created with it. */
  fanout_count: integer("fanout_count").notNull(),
  created_at: integer("created_at").notNull(),
});

/**
 * The events by partner and sequence. A trigger adds 64 at a time, because an index would change a page with every
 * event; those since `event_feed_state` are found by their ids.
 */
export const eventFeed = sqliteTable(
  "event_feed",
  {
    partner_id: integer("partner_id").notNull(),
    sequence: integer("sequence").notNull(),
    event_id: integer("event_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.partner_id, table.sequence] })],
);

/** One row: the newest event in `event_feed`. */
export const eventFeedState = sqliteTable("event_feed_state", {
  id: integer("id").primaryKey(),
  through_id: integer("through_id").notNull(),
});

/** The highest sequence of a partner whose event was deleted: the feed begins after it. */
export const eventFeedFloors = sqliteTable("event_feed_floors", {
  partner_id: integer("partner_id")
    .primaryKey()
    .references(() => partners.id),
  sequence: integer("sequence").notNull(),
});
