import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { messengerPlayers } from "./players.ts";

/** Committed server seeds, one in use per player. */
export const messengerSeeds = sqliteTable(
  "messenger_seeds",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    player_id: integer("player_id")
      .notNull()
      .references(() => messengerPlayers.id),
    /** The commitment: hex SHA-256 of the seed's hex text. */
    server_seed_hash: text("server_seed_hash").notNull().unique(),
    /** Null once revealed. */
    server_seed_sealed: text("server_seed_sealed"),
    /** 64 hex digits; null until revealed. */
    server_seed: text("server_seed"),
    client_seed: text("client_seed").notNull(),
    client_seed_source: text("client_seed_source", { enum: ["player", "server"] }).notNull(),
    /** Nonce of the next round; a seed's first round has 1. */
    next_nonce: integer("next_nonce").notNull(),
    created_at: integer("created_at").notNull(),
    revealed_at: integer("revealed_at"),
    /** Position among the commitments of its UTC day; null until that day is logged. */
    day_index: integer("day_index"),
  },
  (table) => [
    uniqueIndex("messenger_seeds_in_use").on(table.player_id).where(sql`revealed_at IS NULL`),
    index("messenger_seeds_by_age").on(table.created_at).where(sql`revealed_at IS NULL`),
    index("messenger_seeds_unplaced").on(table.created_at, table.id).where(sql`day_index IS NULL`),
  ],
);

/** UTC days whose commitments are in the signed log. */
export const messengerFairDays = sqliteTable("messenger_fair_days", {
  /** Days since 1970-01-01. */
  day: integer("day").primaryKey(),
  size: integer("size").notNull(),
  /** Hex root of the Merkle tree over the day's commitments. */
  root: text("root").notNull(),
  /** The day's commitments that were unrevealed when its tree was closed. */
  unrevealed: integer("unrevealed").notNull(),
  /** Index of its entry in the signed log; null until logged. */
  log_index: integer("log_index"),
});

/** Complete subtrees of a day's Merkle tree, as in kit/merkle.ts. */
export const messengerFairNodes = sqliteTable(
  "messenger_fair_nodes",
  {
    day: integer("day").notNull(),
    level: integer("level").notNull(),
    position: integer("position").notNull(),
    /** Hex. */
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.level, table.position] })],
);
