import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { messengerSeeds } from "./fairness.ts";
import { messengerPlayers } from "./players.ts";

/** The rules of a round: one immutable row per revision of a wheel or grid campaign. */
export const messengerSetups = sqliteTable(
  "messenger_setups",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    game_key: text("game_key", { enum: ["spin-wheel", "recon-grid"] }).notNull(),
    campaign_key: text("campaign_key").notNull(),
    revision: integer("revision").notNull(),
    /** JSON: a wheel's segments, cost, algorithm and missile price; a grid's rules. */
    setup: text("setup").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("messenger_setups_by_revision").on(table.game_key, table.campaign_key, table.revision),
  ],
);

/** Rounds played by a setup, and their payout in hundredths of a salute (grid: of first reveals). */
export const messengerSetupTotals = sqliteTable("messenger_setup_totals", {
  setup_id: integer("setup_id")
    .primaryKey()
    .references(() => messengerSetups.id),
  rounds: integer("rounds").notNull(),
  value: integer("value").notNull(),
});

/** Count of each outcome: a wheel's segment index; for a grid's first reveals 0 empty, 1 target, 2 mine. */
export const messengerOutcomes = sqliteTable(
  "messenger_outcomes",
  {
    setup_id: integer("setup_id").notNull(),
    outcome: integer("outcome").notNull(),
    day: integer("day").notNull(),
    rounds: integer("rounds").notNull(),
  },
  (table) => [primaryKey({ columns: [table.setup_id, table.outcome, table.day] })],
);

/** A setup's revenue and payout on a UTC day. */
export const messengerSetupDays = sqliteTable(
  "messenger_setup_days",
  {
    day: integer("day").notNull(),
    setup_id: integer("setup_id").notNull(),
    /** Rounds started. */
    rounds: integer("rounds").notNull(),
    /** Hundredths of a salute. */
    spent_salutes: integer("spent_salutes").notNull(),
    spent_missiles: integer("spent_missiles").notNull(),
    spent_free_spins: integer("spent_free_spins").notNull(),
    /** Hundredths of a salute. */
    paid_salutes: integer("paid_salutes").notNull(),
    paid_missiles: integer("paid_missiles").notNull(),
    paid_free_spins: integer("paid_free_spins").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.setup_id] })],
);

/** Rounds of both games. */
export const messengerRounds = sqliteTable(
  "messenger_rounds",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    player_id: integer("player_id")
      .notNull()
      .references(() => messengerPlayers.id),
    setup_id: integer("setup_id")
      .notNull()
      .references(() => messengerSetups.id),
    game_key: text("game_key", { enum: ["spin-wheel", "recon-grid"] }).notNull(),
    seed_id: integer("seed_id")
      .notNull()
      .references(() => messengerSeeds.id),
    nonce: integer("nonce").notNull(),
    client_seed: text("client_seed").notNull(),
    client_seed_source: text("client_seed_source", { enum: ["player", "server"] }).notNull(),
    /** Wheel rounds are done at once. */
    state: text("state", { enum: ["done", "active", "cleared", "hit", "abandoned", "expired"] }).notNull(),
    /** Wheel: the payment method, and hundredths of a salute. */
    paid_with: text("paid_with", { enum: ["free", "free_spin", "salutes"] }),
    /** Hundredths. */
    cost: integer("cost").notNull(),
    segment_index: integer("segment_index"),
    /** Grid: JSON list of the revealed cells, in order. */
    revealed: text("revealed").notNull(),
    found: integer("found").notNull(),
    /** Hundredths of a salute: a wheel's reward in salutes, a grid's earnings with bonus. */
    earned: integer("earned").notNull(),
    created_at: integer("created_at").notNull(),
    /** Grid: its deadline. */
    expires_at: integer("expires_at"),
    ended_at: integer("ended_at"),
  },
  (table) => [
    index("messenger_rounds_by_player").on(table.player_id, table.id),
    uniqueIndex("messenger_rounds_by_nonce").on(table.seed_id, table.nonce),
    uniqueIndex("messenger_rounds_active").on(table.player_id).where(sql`state = 'active'`),
    index("messenger_rounds_overdue").on(table.expires_at).where(sql`state = 'active'`),
  ],
);

export const messengerPurchases = sqliteTable(
  "messenger_purchases",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    player_id: integer("player_id")
      .notNull()
      .references(() => messengerPlayers.id),
    item: text("item", { enum: ["missile", "spin"] }).notNull(),
    quantity: integer("quantity").notNull(),
    /** Hundredths of a salute, in total. */
    cost: integer("cost").notNull(),
    campaign_key: text("campaign_key").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [index("messenger_purchases_by_player").on(table.player_id, table.id)],
);

/**
 * Missiles and free spins that are played by the rules under which they were bought or won. What a player's balance holds
 * beyond its lots was a gift and is played by the open campaign.
 */
export const messengerLots = sqliteTable(
  "messenger_lots",
  {
    player_id: integer("player_id")
      .notNull()
      .references(() => messengerPlayers.id),
    kind: text("kind", { enum: ["missiles", "free_spins"] }).notNull(),
    setup_id: integer("setup_id")
      .notNull()
      .references(() => messengerSetups.id),
    quantity: integer("quantity").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.player_id, table.kind, table.setup_id] }),
    check("messenger_lots_quantity_positive", sql`${table.quantity} > 0`),
  ],
);

/** Games paused by an operator or automatically. */
export const messengerPauses = sqliteTable("messenger_pauses", {
  game_key: text("game_key", { enum: ["spin-wheel", "recon-grid"] }).primaryKey(),
  reason: text("reason").notNull(),
  paused_by: text("paused_by").notNull(),
  paused_at: integer("paused_at").notNull(),
});
