import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const partners = sqliteTable("partners", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull().unique(),
  created_at: integer("created_at").notNull(),
});

/** live.db holds the live keys, sandbox.db the sandbox keys. */
export const partnerKeys = sqliteTable(
  "partner_keys",
  {
    key_id: text("key_id").primaryKey(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    mode: text("mode", { enum: ["live", "sandbox"] }).notNull(),
    status: text("status", { enum: ["active", "disabled"] }).notNull(),
    secret_sealed: text("secret_sealed").notNull(),
    previous_secret_sealed: text("previous_secret_sealed"),
    previous_secret_expires_at: integer("previous_secret_expires_at"),
    /** JSON arrays of text. */
    scopes: text("scopes").notNull(),
    allowed_ips: text("allowed_ips").notNull(),
    domains: text("domains").notNull(),
    rate_limit_per_minute: integer("rate_limit_per_minute"),
    /** Hundredths. */
    daily_credit_limit: integer("daily_credit_limit"),
    /** Counts every change, so that a running server notices outdated caches at once. */
    revision: integer("revision").notNull(),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
  },
  (table) => [index("partner_keys_by_partner").on(table.partner_id)],
);

/** Salutes credited with a key on a UTC day, in hundredths, for the key's daily limit. */
export const keyDailyCredits = sqliteTable(
  "key_daily_credits",
  {
    key_id: text("key_id").notNull(),
    day: text("day").notNull(),
    credited: integer("credited").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key_id, table.day] })],
);

/** A nonce may be used once within 15 minutes (contract section 4). */
export const nonces = sqliteTable(
  "nonces",
  {
    key_id: text("key_id").notNull(),
    nonce: text("nonce").notNull(),
    used_at: integer("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key_id, table.nonce] }), index("nonces_by_age").on(table.used_at)],
);

/**
 * First answers to partners' changes. That of a change with a ledger entry is found by the entry, whose own reference is
 * indexed already: keys are random, so that each index of them costs a page per change.
 */
export const idempotencyRecords = sqliteTable(
  "idempotency_records",
  {
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    idempotency_key: text("idempotency_key").notNull(),
    payload_hash: text("payload_hash").notNull(),
    status: integer("status").notNull(),
    body: text("body").notNull(),
    created_at: integer("created_at").notNull(),
    ledger_entry_id: integer("ledger_entry_id"),
  },
  (table) => [
    uniqueIndex("idempotency_records_by_entry")
      .on(table.ledger_entry_id)
      .where(sql`${table.ledger_entry_id} IS NOT NULL`),
    uniqueIndex("idempotency_records_by_key")
      .on(table.partner_id, table.idempotency_key)
      .where(sql`${table.ledger_entry_id} IS NULL`),
    index("idempotency_records_by_age").on(table.created_at),
  ],
);
