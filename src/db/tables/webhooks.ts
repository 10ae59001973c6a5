import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { events } from "./events.ts";
import { partners } from "./partners.ts";

/** A partner's webhooks. A deleted one keeps its row, so that its records stay listed. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** whk_ and a ULID: the context of its sealed secrets, known before the row has an id. */
    uid: text("uid").notNull().unique(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    /** JSON list of types of the catalogue, `prefix.*` or `*`. */
    event_types: text("event_types").notNull(),
    target_url: text("target_url").notNull(),
    /** The partner's own note. */
    description: text("description"),
    /** The partner's own notes as JSON; null for none. */
    metadata: text("metadata"),
    secret_sealed: text("secret_sealed").notNull(),
    /** The secret before the last rotation, also used in `webhook-signature` until it expires. */
    previous_secret_sealed: text("previous_secret_sealed"),
    previous_secret_expires_at: integer("previous_secret_expires_at"),
    /** JSON list of the names of the partner's own headers; null if there are none. */
    header_names: text("header_names"),
    /** The same headers with their values, sealed, because they may hold tokens. */
    headers_sealed: text("headers_sealed"),
    /** Attempts that may start in any one second; null: no limit. */
    max_per_second: integer("max_per_second"),
    is_active: integer("is_active").notNull(),
    /** Why it is off: partner, gone (the receiver answered 410). Null while it is on. */
    off_reason: text("off_reason", { enum: ["partner", "gone"] }),
    /** The partner's own words for switching it off. Null while it is on. */
    reason: text("reason"),
    /**
     * 1 while waiting records do not yet match is_active or deleted_at: a long queue is held, released or cancelled
     * in chunks. Until it is 0, nothing of this webhook is picked, and new records are created as held.
     */
    is_settling: integer("is_settling").notNull(),
    /** Counts changes that senders must know: of events, target, headers, rate, and of being on or off. */
    revision: integer("revision").notNull(),
    /** Failed attempts since the last success, including probes. */
    consecutive_failures: integer("consecutive_failures").notNull(),
    /** Time of the next probe while its circuit is open; null if closed. */
    probe_at: integer("probe_at"),
    /** 1: the last attempt failed or took over 2 s, so it shares the slots for slow receivers. */
    is_slow: integer("is_slow").notNull(),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
    deleted_at: integer("deleted_at"),
  },
  (table) => [
    index("webhooks_by_partner").on(table.partner_id, table.id),
    // Holds all that the search for an event's subscribers reads.
    index("webhooks_by_event_types")
      .on(table.partner_id, table.event_types, table.id, table.is_active, table.is_settling)
      .where(sql`deleted_at IS NULL`),
    index("webhooks_failing").on(table.id).where(sql`is_active = 1 AND consecutive_failures > 0`),
    index("webhooks_off").on(table.off_reason, table.id).where(sql`is_active = 0`),
    index("webhooks_probed").on(table.id).where(sql`probe_at IS NOT NULL`),
    index("webhooks_settling").on(table.id).where(sql`is_settling = 1`),
  ],
);

/**
 * The delivery of one event to one webhook: created in the event's own commit, one for each pair. A replay gives the
 * same record a new round.
 */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    /** Rises in commit order; the API's event_id. */
    id: integer("id").primaryKey({ autoIncrement: true }),
    webhook_id: integer("webhook_id")
      .notNull()
      .references(() => webhooks.id),
    event_id: integer("event_id")
      .notNull()
      .references(() => events.id),
    partner_id: integer("partner_id").notNull(),
    /**
     * pending: due at once, in order of id. failed: due at next_attempt_at. held, cancelled: not due in that state.
     */
    state: text("state", {
      enum: ["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"],
    }).notNull(),
    /** Attempts of all rounds except probes: the number of the last attempt. */
    attempts: integer("attempts").notNull().default(0),
    /** Attempts of this round, limited by max_attempts. */
    round_attempts: integer("round_attempts").notNull().default(0),
    /** Start of the 3 days, which exclude time held and pauses of all deliveries (delivery_pauses). */
    round_started_at: integer("round_started_at").notNull(),
    /**
     * Milliseconds of this round for which it was held, up to the last release; pauses during that time are in
     * delivery_pauses.
     */
    round_held_ms: integer("round_held_ms").notNull().default(0),
    /** Start of the current hold; null if not held. */
    held_at: integer("held_at"),
    /** Time of the next attempt; null if there is none. */
    next_attempt_at: integer("next_attempt_at"),
    /** The sender of the current attempt, and the end of its lease: set exactly while it is delivering. */
    lease_id: text("lease_id"),
    lease_expires_at: integer("lease_expires_at"),
    reason_tag: text("reason_tag"),
    last_error: text("last_error"),
    last_attempt_at: integer("last_attempt_at"),
    delivered_at: integer("delivered_at"),
    died_at: integer("died_at"),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_by_event").on(table.event_id, table.webhook_id),
    index("webhook_deliveries_by_partner").on(table.partner_id, table.id),
    index("webhook_deliveries_by_webhook").on(table.webhook_id, table.id),
    // Oldest first of each state: first attempts, probes, release. The planner uses it for a state given as a
    // literal.
    index("webhook_deliveries_waiting")
      .on(table.webhook_id, table.state, table.id)
      .where(sql`state = 'pending' OR state = 'failed' OR state = 'held'`),
    index("webhook_deliveries_retries")
      .on(table.webhook_id, table.next_attempt_at, table.id)
      .where(sql`state = 'failed'`),
    index("webhook_deliveries_leases").on(table.lease_expires_at).where(sql`state = 'delivering'`),
    // The few rows of interest among a million delivered ones.
    index("webhook_deliveries_troubled")
      .on(table.partner_id, table.state, table.id)
      .where(sql`state = 'failed' OR state = 'dead_letter' OR state = 'held' OR state = 'cancelled'`),
    // Records delivered at once have no reason, so this index costs them nothing.
    index("webhook_deliveries_by_reason")
      .on(table.partner_id, table.reason_tag, table.id)
      .where(sql`reason_tag IS NOT NULL`),
    index("webhook_deliveries_dead").on(table.partner_id, table.died_at).where(sql`state = 'dead_letter'`),
    // Not IN: SQLite copies a list of three or more texts into a table at each statement, half of an update's time.
    check(
      "webhook_deliveries_state",
      sql`state = 'pending' OR state = 'delivering' OR state = 'delivered' OR state = 'failed' OR state = 'dead_letter' OR state = 'held' OR state = 'cancelled'`,
    ),
    check(
      "webhook_deliveries_lease",
      sql`(state = 'delivering') = (lease_id IS NOT NULL) AND (lease_id IS NULL) = (lease_expires_at IS NULL)`,
    ),
    check("webhook_deliveries_due", sql`(state IN ('pending', 'failed')) = (next_attempt_at IS NOT NULL)`),
    check("webhook_deliveries_held", sql`(state = 'held') = (held_at IS NOT NULL)`),
    check("webhook_deliveries_delivered", sql`state <> 'delivered' OR delivered_at IS NOT NULL`),
    check("webhook_deliveries_died", sql`(state = 'dead_letter') = (died_at IS NOT NULL)`),
  ],
);

/** Every attempt, including probes. Append-only until its event is purged: a trigger refuses UPDATE. */
export const webhookAttempts = sqliteTable(
  "webhook_attempts",
  {
    id: integer("id").primaryKey(),
    delivery_id: integer("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id),
    /** Continues over rounds; a probe has the number of the next attempt. */
    attempt: integer("attempt").notNull(),
    attempted_at: integer("attempted_at").notNull(),
    /** Null if no answer's head arrived. */
    http_status: integer("http_status"),
    duration_ms: integer("duration_ms").notNull(),
    /** The beginning of the answer's body, as text. */
    response_excerpt: text("response_excerpt"),
    error: text("error"),
    reason_tag: text("reason_tag"),
    /** JSON list of the names of the webhook's own headers that it carried; null if it carried none. */
    header_names: text("header_names"),
    /** The time for which the next attempt was then scheduled. */
    next_attempt_at: integer("next_attempt_at"),
    is_probe: integer("is_probe").notNull().default(0),
    is_simulated: integer("is_simulated").notNull().default(0),
  },
  (table) => [index("webhook_attempts_by_delivery").on(table.delivery_id, table.id)],
);

/**
 * Number of a partner's records: maintained as they are created and purged, since counting a million takes too long.
 */
export const deliveryTotals = sqliteTable("delivery_totals", {
  partner_id: integer("partner_id")
    .primaryKey()
    .references(() => partners.id),
  records: integer("records").notNull(),
});

/** Times in which nothing could be sent, which do not count toward the 3 days of a round. They may overlap. */
export const deliveryPauses = sqliteTable("delivery_pauses", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** safe_mode, restored, stopped. */
  reason: text("reason").notNull(),
  started_at: integer("started_at").notNull(),
  /** Null while it lasts. */
  ended_at: integer("ended_at"),
});
