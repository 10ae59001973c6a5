import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Hundredths } from "../../kit/money.ts";
import { personal } from "../row.ts";
import { partners } from "./partners.ts";

export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    /** Null once the user is deleted: the id is free again. */
    external_id: personal(text("external_id")),
    username: personal(text("username")),
    display_name: personal(text("display_name")),
    email: personal(text("email")),
    status: text("status", { enum: ["active", "suspended"] }).notNull(),
    /** Hundredths of a salute; the sum of the user's ledger entries. */
    balance: integer("balance").$type<Hundredths>().notNull(),
    /** The partner's own notes as JSON; null for none. */
    metadata: personal(text("metadata")),
    created_at: integer("created_at").notNull(),
    updated_at: integer("updated_at").notNull(),
    deleted_at: integer("deleted_at"),
  },
  (table) => [
    uniqueIndex("users_by_external_id").on(table.partner_id, table.external_id),
    index("users_by_partner").on(table.partner_id, table.id).where(sql`deleted_at IS NULL`),
    index("users_by_username")
      .on(table.partner_id, table.username, table.id)
      .where(sql`username IS NOT NULL`),
    check("users_balance_not_negative", sql`${table.balance} >= 0`),
  ],
);

/**
 * Ids by the first one and two characters of each searchable field, for searches too short for trigrams, and by
 * status. The first character of `prefix` is the kind: t text in folded case, w wallet, s status.
 */
export const userPrefixes = sqliteTable(
  "user_prefixes",
  {
    partner_id: integer("partner_id").notNull(),
    prefix: text("prefix").notNull(),
    user_id: integer("user_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partner_id, table.prefix, table.user_id] }),
    index("user_prefixes_by_user").on(table.user_id),
  ],
);

export const walletLinks = sqliteTable(
  "wallet_links",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    user_id: integer("user_id")
      .notNull()
      .references(() => users.id),
    blockchain: text("blockchain").notNull(),
    wallet_address: text("wallet_address").notNull(),
    label: text("label"),
    is_primary: integer("is_primary").$type<0 | 1>().notNull(),
    is_hidden: integer("is_hidden").$type<0 | 1>().notNull(),
    /** Unix milliseconds of the last proof; null without one. */
    verified_at: integer("verified_at"),
    /** The signed form: raw, offchain_v1, offchain_v0, offchain_legacy. */
    proof_format: text("proof_format", { enum: ["raw", "offchain_v1", "offchain_v0", "offchain_legacy"] }),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("wallet_links_by_address").on(table.partner_id, table.wallet_address),
    index("wallet_links_by_user").on(table.user_id, table.id),
    uniqueIndex("wallet_links_one_primary").on(table.user_id).where(sql`is_primary = 1`),
  ],
);

export const walletChallenges = sqliteTable(
  "wallet_challenges",
  {
    id: text("id").primaryKey(),
    partner_id: integer("partner_id").notNull(),
    user_id: integer("user_id")
      .notNull()
      .references(() => users.id),
    wallet_address: text("wallet_address").notNull(),
    domain: text("domain").notNull(),
    text: text("text").notNull(),
    wrong_tries: integer("wrong_tries").notNull(),
    issued_at: integer("issued_at").notNull(),
    expires_at: integer("expires_at").notNull(),
    used_at: integer("used_at"),
  },
  (table) => [
    index("wallet_challenges_by_user").on(table.user_id, table.expires_at),
    index("wallet_challenges_by_age").on(table.expires_at),
  ],
);
