import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { events } from "./events.ts";
import { partners } from "./partners.ts";

/** A partner's receivers. A deleted one keeps its row: its records stay listed. */
export const webhooks = sqliteTable(
  "webhooks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** whk_ and a ULID: what its secrets are sealed to, known before the row has an id. */
    uid: text("uid").notNull().unique(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    /** A type of the catalogue, or `*`. */
    event_type: text("event_type").notNull(),
    target_url: text("target_url").notNull(),
    secret_sealed: text("secret_sealed").notNull(),
    /** The secret before the last rotation, which `webhook-signature` carries too until then. */
    previous_secret_sealed: text("previous_secret_sealed"),
    previous_secret_expires_at: integer("previous_secret_expires_at"),
    is_active: integer("is_active").notNull(),
    /** Why it is off: partner, gone (the receiver answered 410). Null while it is on. */
    off_reason: text("off_reason", { enum: ["partner", "gone"] }),
    /**
     * 1 while records remain that is_active or deleted_at has not reached: a long queue is held, released or
     * cancelled in chunks. Until it is 0 nothing of this webhook is picked, and new records are made held.
     */
    is_settling: integer("is_settling").notNull(),
    /**
     * Counts every change of what a delivery needs (secrets, on or off), so that what a sender remembers shows as
     * old.
     */
    revision: integer("revision").notNull(),
    /** Attempts that failed since the last that succeeded; probes count here. */
    consecutive_failures: integer("consecutive_failures").notNull(),
    /** While its circuit is open: when the next probe is due. Null: closed. */
    probe_at: integer("probe_at"),
    /** 1: the last attempt failed or took over 2 s, so it shares the slots of the slow. */
    is_slow: integer("is_slow").notNull(),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
    deleted_at: integer("deleted_at"),
  },
  (table) => [
    index("webhooks_by_partner").on(table.partner_id, table.id),
    index("webhooks_by_event_type")
      .on(table.partner_id, table.event_type, table.id)
      .where(sql`deleted_at IS NULL`),
    index("webhooks_settling").on(table.id).where(sql`is_settling = 1`),
  ],
);

export const DELIVERY_STATES = [
  "pending",
  "delivering",
  "delivered",
  "failed",
  "dead_letter",
  "held",
  "cancelled",
] as const;

/**
 * What became of one event at one webhook: made in the event's own commit, one for each pair. A replay gives the same
 * record a new round.
 */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    /** Rises in order of commit; the API's event_id. */
    id: integer("id").primaryKey({ autoIncrement: true }),
    webhook_id: integer("webhook_id")
      .notNull()
      .references(() => webhooks.id),
    event_id: integer("event_id")
      .notNull()
      .references(() => events.id),
    partner_id: integer("partner_id").notNull(),
    /** pending: due at once, in order of id. failed: due at next_attempt_at. held, cancelled: not while that lasts. */
    state: text("state", { enum: DELIVERY_STATES }).notNull(),
    /** All rounds together, probes aside: the number that the last attempt bore. */
    attempts: integer("attempts").notNull().default(0),
    /** Of this round: what max_attempts bounds. */
    round_attempts: integer("round_attempts").notNull().default(0),
    /** The 3 days count from here, less what it was held and what all deliveries were paused (delivery_pauses). */
    round_started_at: integer("round_started_at").notNull(),
    /** Milliseconds of this round that it was held, as far as that is over; pauses inside left to delivery_pauses. */
    round_held_ms: integer("round_held_ms").notNull().default(0),
    /** While it is held: since when. */
    held_at: integer("held_at"),
    /** When the next attempt is due; null where none is. */
    next_attempt_at: integer("next_attempt_at"),
    /** Who attempts it now, and until when nobody else may: set exactly while it is delivering. */
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
    // Oldest first of each state: first attempts, probes, release. The planner takes it for a state named as a literal.
    index("webhook_deliveries_waiting")
      .on(table.webhook_id, table.state, table.id)
      .where(sql`state = 'pending' OR state = 'failed' OR state = 'held'`),
    index("webhook_deliveries_retries")
      .on(table.webhook_id, table.next_attempt_at, table.id)
      .where(sql`state = 'failed'`),
    index("webhook_deliveries_leases").on(table.lease_expires_at).where(sql`state = 'delivering'`),
    // What people look for among a million that went well.
    index("webhook_deliveries_troubled")
      .on(table.partner_id, table.state, table.id)
      .where(sql`state = 'failed' OR state = 'dead_letter' OR state = 'held' OR state = 'cancelled'`),
    // Of what went well at once there is no reason, so this costs such records nothing.
    index("webhook_deliveries_by_reason")
      .on(table.partner_id, table.reason_tag, table.id)
      .where(sql`reason_tag IS NOT NULL`),
    index("webhook_deliveries_dead").on(table.partner_id, table.died_at).where(sql`state = 'dead_letter'`),
    check(
      "webhook_deliveries_state",
      sql`state IN ('pending', 'delivering', 'delivered', 'failed', 'dead_letter', 'held', 'cancelled')`,
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

/** Every attempt, probes too. Append-only until its event is purged: a trigger refuses UPDATE. */
export const webhookAttempts = sqliteTable(
  "webhook_attempts",
  {
    id: integer("id").primaryKey(),
    delivery_id: integer("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id),
    /** Counts on over rounds; a probe bears the number that the next attempt will have. */
    attempt: integer("attempt").notNull(),
    attempted_at: integer("attempted_at").notNull(),
    /** Null where no answer's head came. */
    http_status: integer("http_status"),
    duration_ms: integer("duration_ms").notNull(),
    /** The first bytes of the answer's body, as text. */
    response_excerpt: text("response_excerpt"),
    error: text("error"),
    reason_tag: text("reason_tag"),
    /** When the next one was then due. */
    next_attempt_at: integer("next_attempt_at"),
    is_probe: integer("is_probe").notNull().default(0),
    is_simulated: integer("is_simulated").notNull().default(0),
  },
  (table) => [index("webhook_attempts_by_delivery").on(table.delivery_id, table.id)],
);

/** How many records a partner has: counted as they are made and purged, since counting a million takes too long. */
export const deliveryTotals = sqliteTable("delivery_totals", {
  partner_id: integer("partner_id")
    .primaryKey()
    .references(() => partners.id),
  records: integer("records").notNull(),
});

/** Times in which nothing could be sent at all, which the 3 days of a round leave out. They may overlap. */
export const deliveryPauses = sqliteTable("delivery_pauses", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  /** safe_mode, restored, stopped. */
  reason: text("reason").notNull(),
  started_at: integer("started_at").notNull(),
  /** Null while it lasts. */
  ended_at: integer("ended_at"),
});
