import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { partners } from "../partners.ts";

/**
 * Movements of a partner's ledger by UTC month and kind, from the same batches as the search tables (see `ledgerSearch`).
 * Sums in hundredths of a salute; they stop at 9e15, because JavaScript counts exactly no further.
 */
export const ledgerMonths = sqliteTable(
  "ledger_months",
  {
    partner_id: integer("partner_id").notNull(),
    /** 2026-11 */
    month: text("month").notNull(),
    /** The origin of a partner's entries; the kind of key of the system's; conversion for both sides of conversions. */
    kind: text("kind").notNull(),
    /** Number of credits, and their sum. */
    credits: integer("credits").notNull(),
    credited: integer("credited").notNull(),
    debits: integer("debits").notNull(),
    debited: integer("debited").notNull(),
  },
  (table) => [primaryKey({ columns: [table.partner_id, table.month, table.kind] })],
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
