import { sql } from "drizzle-orm";
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Hundredths } from "../../kit/money.ts";
import { partners } from "./partners.ts";
import { users } from "./users.ts";

/**
 * Append-only: triggers refuse every UPDATE and DELETE. Amounts in hundredths of a salute. Searches by partner, reason,
 * source or time go by tables of their own (see `ledgerSearch`), which get a batch of entries at a time: an index of each
 * kind would change a page of its own for every entry.
 */
export const ledgerEntries = sqliteTable(
  "ledger_entries",
  {
    /** From `nextId`. */
    id: integer("id").primaryKey(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    user_id: integer("user_id")
      .notNull()
      .references(() => users.id),
    delta: integer("delta").$type<Hundredths>().notNull(),
    balance_after: integer("balance_after").$type<Hundredths>().notNull(),
    reason: text("reason").notNull(),
    source: text("source").notNull(),
    /**
     * Author of the reference: a partner's Idempotency-Key, a batch's key and the place in it of an item without its own
     * (payroll-7:12), or the system (claim:7, conversion:3:return).
     */
    origin: text("origin", { enum: ["partner", "batch", "system"] }).notNull(),
    idempotency_key: text("idempotency_key").notNull(),
    /** Not published: they distinguish a replay from a conflict after the idempotency record is deleted. */
    payload_hash: text("payload_hash").notNull(),
    status: integer("status").notNull(),
    partner_key_id: text("partner_key_id"),
    /** The partner's own notes as JSON; null for none. */
    metadata: text("metadata"),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    index("ledger_entries_by_user").on(table.user_id, table.id),
    uniqueIndex("ledger_entries_by_reference").on(table.partner_id, table.origin, table.idempotency_key),
    check("ledger_entries_balance_not_negative", sql`${table.balance_after} >= 0`),
    check("ledger_entries_delta_not_zero", sql`${table.delta} <> 0`),
  ],
);

/**
 * At most one row, with id 1: entries with ids up to `through_id` are in the search tables below, in `ledger_hours` and, if
 * a key credited them, in `key_daily_credits`. A trigger adds the others once there are 64.
 */
export const ledgerSearch = sqliteTable("ledger_search", {
  id: integer("id").primaryKey(),
  through_id: integer("through_id").notNull(),
});

export const ledgerByPartner = sqliteTable(
  "ledger_by_partner",
  { partner_id: integer("partner_id").notNull(), entry_id: integer("entry_id").notNull() },
  (table) => [primaryKey({ columns: [table.partner_id, table.entry_id] })],
);

export const ledgerByReason = sqliteTable(
  "ledger_by_reason",
  {
    partner_id: integer("partner_id").notNull(),
    reason: text("reason").notNull(),
    entry_id: integer("entry_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.partner_id, table.reason, table.entry_id] })],
);

export const ledgerBySource = sqliteTable(
  "ledger_by_source",
  {
    partner_id: integer("partner_id").notNull(),
    source: text("source").notNull(),
    entry_id: integer("entry_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.partner_id, table.source, table.entry_id] })],
);

/** One row for each note of an entry's metadata. */
export const ledgerByMetadata = sqliteTable(
  "ledger_by_metadata",
  {
    partner_id: integer("partner_id").notNull(),
    name: text("name").notNull(),
    value: text("value").notNull(),
    entry_id: integer("entry_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.partner_id, table.name, table.value, table.entry_id] })],
);

/** Users whose balance was set to a value other than their last entry's; recorded by a trigger. */
export const balanceSuspects = sqliteTable("balance_suspects", {
  user_id: integer("user_id").primaryKey(),
});

/**
 * The id range of an hour's searchable entries and their number: times do not follow the order of ids if a clock was
 * set back, and a search by time need not read all entries.
 */
export const ledgerHours = sqliteTable("ledger_hours", {
  /** Hours since 1970-01-01. */
  hour: integer("hour").primaryKey(),
  min_id: integer("min_id").notNull(),
  max_id: integer("max_id").notNull(),
  /** Ids can jump, and ranges of hours overlap: their widths are not the numbers of entries. */
  entries: integer("entries").notNull(),
});

/** One row: the effective policy. */
export const conversionPolicy = sqliteTable("conversion_policy", {
  id: integer("id").primaryKey(),
  /** 0 or 1. */
  enabled: integer("enabled").notNull(),
  /** Decimal text. */
  salutes_per_token: text("salutes_per_token").notNull(),
  /** Hundredths of a salute. */
  min_amount: integer("min_amount").$type<Hundredths>().notNull(),
  max_amount: integer("max_amount").$type<Hundredths>().notNull(),
  daily_limit_per_user: integer("daily_limit_per_user").$type<Hundredths>().notNull(),
  /** Decimal text, per cent. */
  fee_pct: text("fee_pct").notNull(),
  updated_at: integer("updated_at").notNull(),
});

export const conversions = sqliteTable(
  "conversions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    user_id: integer("user_id")
      .notNull()
      .references(() => users.id),
    state: text("state", { enum: ["pending_settlement", "settled", "failed"] }).notNull(),
    /** Hundredths of a salute. */
    amount: integer("amount").$type<Hundredths>().notNull(),
    mint: text("mint").notNull(),
    decimals: integer("decimals").notNull(),
    /** Base units of the mint, as decimal text: a u64 does not fit SQLite's integer. */
    token_amount: text("token_amount").notNull(),
    fee: text("fee").notNull(),
    wallet_address: text("wallet_address").notNull(),
    ledger_entry_id: integer("ledger_entry_id")
      .notNull()
      .references(() => ledgerEntries.id),
    settlement_signature: text("settlement_signature"),
    failure_reason: text("failure_reason"),
    created_at: integer("created_at").notNull(),
    resolved_at: integer("resolved_at"),
  },
  (table) => [
    index("conversions_by_user").on(table.user_id, table.created_at),
    index("conversions_by_state").on(table.state, table.id),
    index("conversions_by_end").on(table.resolved_at).where(sql`resolved_at IS NOT NULL`),
  ],
);

/** A transaction pays for one conversion or claim. */
export const settlementSignatures = sqliteTable("settlement_signatures", {
  signature: text("signature").primaryKey(),
  /** conversion:<id> or claim:<id> */
  pays_for: text("pays_for").notNull().unique(),
  settled_at: integer("settled_at").notNull(),
});

/** Complete snapshots of all balances, each with the root of its Merkle sum tree. */
export const solvencySnapshots = sqliteTable("solvency_snapshots", {
  id: integer("id").primaryKey(),
  taken_at: integer("taken_at").notNull(),
  leaves: integer("leaves").notNull(),
  /** Hundredths of a salute, as decimal text: a total can exceed a user's largest balance. */
  liabilities: text("liabilities").notNull(),
  root: text("root").notNull(),
  /** Tokens promised by pending conversions, as a decimal. */
  pending_tokens: text("pending_tokens").notNull(),
  /** Salutes per token at that time, as a decimal. */
  rate: text("rate").notNull(),
});

/**
 * The trees of the snapshots in tiles of 256: level 0 holds users and balances, each level above the roots of the tiles
 * below. Tiles whose snapshot does not exist belong to an unfinished one.
 */
export const solvencyTiles = sqliteTable(
  "solvency_tiles",
  {
    snapshot_id: integer("snapshot_id").notNull(),
    level: integer("level").notNull(),
    tile_index: integer("tile_index").notNull(),
    /** Smallest user id below the tile. */
    first_user_id: integer("first_user_id").notNull(),
    data: blob("data").$type<Uint8Array>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.snapshot_id, table.level, table.tile_index] }),
    index("solvency_tiles_by_user").on(table.snapshot_id, table.level, table.first_user_id),
  ],
);
