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

/**
 * Salutes credited with a key on a UTC day, in hundredths, for the key's daily limit: claims as they are issued, credits in
 * batches by a trigger (see `ledgerSearch`).
 */
export const keyDailyCredits = sqliteTable(
  "key_daily_credits",
  {
    key_id: text("key_id").notNull(),
    day: text("day").notNull(),
    credited: integer("credited").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key_id, table.day] }),
    index("key_daily_credits_by_day").on(table.day),
  ],
);

/**
 * A nonce may be used once within 15 minutes (contract section 4). Ordered by the quarter hour of its use, so that expired
 * ones lie together and need no index on their age: nonces are random, and each index costs a page per change.
 */
export const nonces = sqliteTable(
  "nonces",
  {
    /** Quarter hours from 1970-01-01 to `used_at`. */
    quarter: integer("quarter").notNull(),
    key_id: text("key_id").notNull(),
    nonce: text("nonce").notNull(),
    used_at: integer("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.quarter, table.key_id, table.nonce] })],
);

/** First answers to partners' changes without a ledger entry of their own; the others are in ledger_answers. */
export const idempotencyRecords = sqliteTable(
  "idempotency_records",
  {
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    idempotency_key: text("idempotency_key").notNull(),
    payload_hash: text("payload_hash").notNull(),
    /** Operation and hashed fields of the first request (see FieldHashes); null in records made before. */
    payload_fields: text("payload_fields"),
    status: integer("status").notNull(),
    body: text("body").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("idempotency_records_by_key").on(table.partner_id, table.idempotency_key),
    index("idempotency_records_by_age").on(table.created_at),
  ],
);

/**
 * First answers to partners' changes with a ledger entry, under its id: reference, payload, status and time are the
 * entry's. Ids ascend, so that an answer costs a page that other new ones share, and needs no index.
 */
export const ledgerAnswers = sqliteTable("ledger_answers", {
  entry_id: integer("entry_id").primaryKey(),
  body: text("body").notNull(),
  /** Operation and hashed fields of the first request (see FieldHashes); null in records made before. */
  payload_fields: text("payload_fields"),
});

/** One-time links that open a partner's own pages, by the SHA-256 of the text shown once. */
export const portalLinks = sqliteTable(
  "portal_links",
  {
    token_hash: text("token_hash").primaryKey(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    access: text("access", { enum: ["read", "manage"] }).notNull(),
    /** The key whose request made it; null for an operator's link. */
    key_id: text("key_id"),
    /** Origin whose pages may embed the session's pages; null for none. */
    embed_origin: text("embed_origin"),
    /** The member whom it signs in; null for a link that names nobody. */
    member_id: integer("member_id"),
    expires_at: integer("expires_at").notNull(),
    used_at: integer("used_at"),
    /** The operator who made it, and the role for which that operator was admitted; null for other links. */
    operator: text("operator"),
    operator_role: text("operator_role", { enum: ["viewer", "operator", "owner"] }),
  },
  (table) => [index("portal_links_by_expiry").on(table.expires_at)],
);

/** Sessions that links opened, by the SHA-256 of the cookie. */
export const portalSessions = sqliteTable(
  "portal_sessions",
  {
    token_hash: text("token_hash").primaryKey(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    access: text("access", { enum: ["read", "manage"] }).notNull(),
    key_id: text("key_id"),
    embed_origin: text("embed_origin"),
    member_id: integer("member_id"),
    expires_at: integer("expires_at").notNull(),
    operator: text("operator"),
    operator_role: text("operator_role", { enum: ["viewer", "operator", "owner"] }),
  },
  (table) => [index("portal_sessions_by_expiry").on(table.expires_at)],
);

/** A partner's permissions on its own pages, as operators set them; without a row the defaults count. */
export const portalSettings = sqliteTable("portal_settings", {
  partner_id: integer("partner_id")
    .primaryKey()
    .references(() => partners.id),
  /** 1: the partner has pages of its own. */
  is_enabled: integer("is_enabled").notNull(),
  /** The powers of its members, as a JSON array of text. */
  powers: text("powers").notNull(),
  /** Scopes that new keys may have, as a JSON array of text. */
  key_scopes: text("key_scopes").notNull(),
  /** Ranges within which the addresses of new keys must be, as a JSON array of text; empty: any. */
  key_allowed_ips: text("key_allowed_ips").notNull(),
  /** Of each new key, in hundredths; null for none. */
  key_daily_credit_limit: integer("key_daily_credit_limit"),
  /** Most active keys that the partner may have to create another. */
  max_keys: integer("max_keys").notNull(),
});

/** People of partners who sign in to the partner's own pages. A removed one keeps id and name, for the audit trail. */
export const portalMembers = sqliteTable(
  "portal_members",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Context of the sealed address. */
    uid: text("uid").notNull(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    name: text("name").notNull(),
    /** Keyed hash of the address in lower case; null once removed. */
    email_hash: text("email_hash"),
    email_sealed: text("email_sealed"),
    access: text("access", { enum: ["read", "manage"] }).notNull(),
    /** Null before the first sign-in. */
    last_sign_in_at: integer("last_sign_in_at"),
    removed_at: integer("removed_at"),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("portal_members_by_email").on(table.email_hash, table.partner_id),
    index("portal_members_by_partner").on(table.partner_id),
  ],
);
