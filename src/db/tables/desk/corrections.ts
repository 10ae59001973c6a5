import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ledgerEntries } from "../ledger.ts";
import { partners } from "../partners.ts";
import { users } from "../users.ts";

/** Reversals of ledger entries, asked for by operators or by command. Amounts in hundredths of a salute. */
export const ledgerReversals = sqliteTable(
  "ledger_reversals",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    state: text("state", { enum: ["waiting_approval", "running", "done", "cancelled"] }).notNull(),
    reason: text("reason").notNull(),
    on_shortfall: text("on_shortfall", { enum: ["refuse", "partial", "skip"] }).notNull(),
    /** JSON of the filter that selected the entries; null if their ids were given. */
    filter: text("filter"),
    /** The selection: number of entries, sum of their amounts without sign, and number of users. */
    entries: integer("entries").notNull(),
    total: integer("total").notNull(),
    users: integer("users").notNull(),
    requested_by: text("requested_by").notNull(),
    /** The operator who approved or cancelled it; null if nobody had to. */
    decided_by: text("decided_by"),
    created_at: integer("created_at").notNull(),
    decided_at: integer("decided_at"),
    ended_at: integer("ended_at"),
  },
  (table) => [index("ledger_reversals_by_state").on(table.state, table.id)],
);

/**
 * The selected entries of a reversal. The one record that an entry is reversed: `reversed_by` and `reverses` of answers
 * follow from it.
 */
export const ledgerReversalItems = sqliteTable(
  "ledger_reversal_items",
  {
    reversal_id: integer("reversal_id")
      .notNull()
      .references(() => ledgerReversals.id),
    entry_id: integer("entry_id")
      .notNull()
      .references(() => ledgerEntries.id),
    /** partial: the balance covered only a part. left: the entry stays as it is. */
    state: text("state", { enum: ["waiting", "reversed", "partial", "left"] }).notNull(),
    /** Why an entry was left. */
    why: text("why", { enum: ["shortfall", "user_deleted", "balance_limit", "cancelled"] }),
    /** The part of the amount that the balance did not cover. */
    missing: integer("missing").notNull(),
    reversal_entry_id: integer("reversal_entry_id").references(() => ledgerEntries.id),
  },
  (table) => [
    primaryKey({ columns: [table.reversal_id, table.entry_id] }),
    index("ledger_reversal_items_by_state").on(table.reversal_id, table.state, table.entry_id),
    uniqueIndex("ledger_reversal_items_once").on(table.entry_id).where(sql`state <> 'left'`),
    check(
      "ledger_reversal_items_entry",
      sql`(${table.state} IN ('reversed', 'partial')) = (${table.reversal_entry_id} IS NOT NULL)`,
    ),
    check("ledger_reversal_items_why", sql`(${table.state} = 'left') = (${table.why} IS NOT NULL)`),
  ],
);

/** Credits and debits by operators. Amounts in hundredths of a salute. */
export const ledgerAdjustments = sqliteTable(
  "ledger_adjustments",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    state: text("state", { enum: ["waiting_approval", "done", "cancelled"] }).notNull(),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    user_id: integer("user_id")
      .notNull()
      .references(() => users.id),
    direction: text("direction", { enum: ["credit", "debit"] }).notNull(),
    amount: integer("amount").notNull(),
    reason: text("reason").notNull(),
    ledger_entry_id: integer("ledger_entry_id").references(() => ledgerEntries.id),
    requested_by: text("requested_by").notNull(),
    /** The operator who approved or cancelled it; null if nobody had to. */
    decided_by: text("decided_by"),
    created_at: integer("created_at").notNull(),
    ended_at: integer("ended_at"),
  },
  (table) => [
    index("ledger_adjustments_by_state").on(table.state, table.id),
    check("ledger_adjustments_amount", sql`${table.amount} > 0`),
    check(
      "ledger_adjustments_entry",
      sql`(${table.state} = 'done') = (${table.ledger_entry_id} IS NOT NULL)`,
    ),
  ],
);
