import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { partners } from "../partners.ts";

/**
 * Movements of a partner's ledger by UTC month, kind and reason, from the same batches as the search tables (see `ledgerSearch`).
 * Sums in hundredths of a salute; they stop at 9e18, because SQLite counts exactly no further.
 */
export const ledgerMonths = sqliteTable(
  "ledger_months",
  {
    partner_id: integer("partner_id").notNull(),
    /** 2026-11 */
    month: text("month").notNull(),
    /** The origin of a partner's entries; the kind of key of the system's; conversion for both sides of conversions. */
    kind: text("kind").notNull(),
    reason: text("reason").notNull(),
    /** Number of credits, and their sum. */
    credits: integer("credits").notNull(),
    credited: integer("credited").notNull(),
    debits: integer("debits").notNull(),
    debited: integer("debited").notNull(),
  },
  (table) => [primaryKey({ columns: [table.partner_id, table.month, table.kind, table.reason] })],
);

/** Finished months whose movements agree with the entries, and whose closings agree with the balances. */
export const ledgerClosings = sqliteTable(
  "ledger_closings",
  {
    month: text("month").notNull(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    /** Hundredths of a salute, at the month's start and end. */
    opening: integer("opening").notNull(),
    closing: integer("closing").notNull(),
    /** Number of entries of the month. */
    entries: integer("entries").notNull(),
    verified_at: integer("verified_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.partner_id] })],
);

/** Requests of live keys by UTC month: the counts by day are kept for 35 days only. */
export const usageMonths = sqliteTable(
  "usage_months",
  {
    month: text("month").notNull(),
    key_id: text("key_id").notNull(),
    /** Method and path template. */
    route: text("route").notNull(),
    requests: integer("requests").notNull(),
    errors: integer("errors").notNull(),
    server_errors: integer("server_errors").notNull(),
    rate_limited: integer("rate_limited").notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.key_id, table.route] })],
);

/** Deliveries by the UTC day of their event and by webhook: the records are deleted after 30 days. */
export const deliveryDays = sqliteTable(
  "delivery_days",
  {
    /** 2026-11-22 */
    day: text("day").notNull(),
    webhook_id: integer("webhook_id").notNull(),
    partner_id: integer("partner_id").notNull(),
    created: integer("created").notNull(),
    delivered: integer("delivered").notNull(),
    dead_letters: integer("dead_letters").notNull(),
    cancelled: integer("cancelled").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.webhook_id] })],
);

/** One ZIP per month and partner, kept in the data directory under its id. */
export const monthArchives = sqliteTable(
  "month_archives",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    month: text("month").notNull(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    state: text("state", { enum: ["waiting", "done", "failed"] }).notNull(),
    /** Ledger entries of the month, and those written so far. */
    entries: integer("entries").notNull(),
    written: integer("written").notNull(),
    /** Of the finished file. */
    bytes: integer("bytes"),
    sha256: text("sha256"),
    /** 1: the month could still change when it was made. */
    is_provisional: integer("is_provisional").$type<0 | 1>(),
    error: text("error"),
    requested_by: text("requested_by").notNull(),
    created_at: integer("created_at").notNull(),
    finished_at: integer("finished_at"),
  },
  (table) => [
    uniqueIndex("month_archives_by_month").on(table.month, table.partner_id),
    index("month_archives_waiting").on(table.id).where(sql`state = 'waiting'`),
  ],
);
