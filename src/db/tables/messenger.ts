import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** One row: the demo bot, which replaces a configured one in development. */
export const messengerBot = sqliteTable("messenger_bot", {
  /** `demo`: the context of the sealed secrets. */
  name: text("name").primaryKey(),
  token_sealed: text("token_sealed").notNull(),
  webhook_secret_sealed: text("webhook_secret_sealed").notNull(),
  created_at: integer("created_at").notNull(),
});

/** Telegram users who have changed something here; each is a user of the partner `house`. */
export const messengerPlayers = sqliteTable(
  "messenger_players",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    telegram_id: integer("telegram_id").notNull().unique(),
    user_id: integer("user_id")
      .notNull()
      .unique()
      .references(() => users.id),
    first_name: text("first_name").notNull(),
    username: text("username"),
    language_code: text("language_code"),
    /** The sum over the player's messenger_entries. */
    missiles: integer("missiles").notNull(),
    free_spins: integer("free_spins").notNull(),
    /** Time of the last free spin; null before the first. */
    last_free_spin_at: integer("last_free_spin_at"),
    /** The player whose signed start parameter brought this one. */
    referred_by: integer("referred_by"),
    joined_at: integer("joined_at").notNull(),
    last_seen_at: integer("last_seen_at").notNull(),
  },
  (table) => [
    index("messenger_players_by_last_seen").on(table.last_seen_at),
    index("messenger_players_by_referrer").on(table.referred_by).where(sql`referred_by IS NOT NULL`),
    check("messenger_players_missiles_not_negative", sql`${table.missiles} >= 0`),
    check("messenger_players_free_spins_not_negative", sql`${table.free_spins} >= 0`),
  ],
);

export const messengerSessions = sqliteTable(
  "messenger_sessions",
  {
    token_hash: text("token_hash").primaryKey(),
    player_id: integer("player_id")
      .notNull()
      .references(() => messengerPlayers.id),
    created_at: integer("created_at").notNull(),
    expires_at: integer("expires_at").notNull(),
  },
  (table) => [index("messenger_sessions_by_expiry").on(table.expires_at)],
);

/** Movements of missiles and free spins. Append-only: triggers refuse every UPDATE and DELETE. */
export const messengerEntries = sqliteTable(
  "messenger_entries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    player_id: integer("player_id")
      .notNull()
      .references(() => messengerPlayers.id),
    kind: text("kind", { enum: ["missiles", "free_spins"] }).notNull(),
    delta: integer("delta").notNull(),
    balance_after: integer("balance_after").notNull(),
    /** miniapp.wheel, miniapp.grid, miniapp.item, miniapp.promo, miniapp.mission or miniapp.grant. */
    reason: text("reason").notNull(),
    /** The single cause of the entry: round:12:reward, round:12:cell:3, purchase:4, … */
    cause: text("cause").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    index("messenger_entries_by_player").on(table.player_id, table.id),
    uniqueIndex("messenger_entries_by_cause").on(table.kind, table.cause),
    check("messenger_entries_balance_not_negative", sql`${table.balance_after} >= 0`),
    check("messenger_entries_delta_not_zero", sql`${table.delta} <> 0`),
  ],
);

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
  /** Commitments of all days that were unrevealed when the day was logged. */
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
    state: text("state", { enum: ["done", "active", "cleared", "hit", "expired"] }).notNull(),
    /** Wheel: the payment method, and hundredths of a salute. */
    paid_with: text("paid_with", { enum: ["free", "free_spin", "salutes"] }),
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

/** First answers of players' changes, for their replays. */
export const messengerAnswers = sqliteTable(
  "messenger_answers",
  {
    player_id: integer("player_id").notNull(),
    idempotency_key: text("idempotency_key").notNull(),
    /** SHA-256 of the operation and its body without credentials. */
    payload_hash: text("payload_hash").notNull(),
    /** JSON. */
    answer: text("answer").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.player_id, table.idempotency_key] }),
    index("messenger_answers_by_age").on(table.created_at),
  ],
);

/** Games paused by an operator or automatically. */
export const messengerPauses = sqliteTable("messenger_pauses", {
  game_key: text("game_key", { enum: ["spin-wheel", "recon-grid"] }).primaryKey(),
  reason: text("reason").notNull(),
  paused_by: text("paused_by").notNull(),
  paused_at: integer("paused_at").notNull(),
});

export const messengerWheelCampaigns = sqliteTable("messenger_wheel_campaigns", {
  key: text("key").primaryKey(),
  revision: integer("revision").notNull(),
  /** The setup of this revision. */
  setup_id: integer("setup_id")
    .notNull()
    .references(() => messengerSetups.id),
  title: text("title").notNull(),
  /** JSON: label, weight, reward of each. */
  segments: text("segments").notNull(),
  /** Hundredths of a salute. */
  cost: integer("cost").notNull(),
  free_spin_every_hours: integer("free_spin_every_hours"),
  algorithm: text("algorithm", { enum: ["reject-v1", "stake-v1"] }).notNull(),
  /** Key of an audience group; null for everybody. */
  audience: text("audience"),
  starts_at: integer("starts_at"),
  ends_at: integer("ends_at"),
  enabled: integer("enabled").notNull(),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

export const messengerCatalogCampaigns = sqliteTable("messenger_catalog_campaigns", {
  key: text("key").primaryKey(),
  revision: integer("revision").notNull(),
  game_key: text("game_key", { enum: ["spin-wheel", "recon-grid"] }).notNull(),
  /** The grid's rules in this revision; null for the wheel. */
  setup_id: integer("setup_id").references(() => messengerSetups.id),
  title: text("title").notNull(),
  description: text("description"),
  audience: text("audience"),
  starts_at: integer("starts_at"),
  ends_at: integer("ends_at"),
  position: integer("position").notNull(),
  enabled: integer("enabled").notNull(),
  /** JSON; the grid's rules, otherwise null. */
  config: text("config"),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

export const messengerAudienceGroups = sqliteTable("messenger_audience_groups", {
  key: text("key").primaryKey(),
  revision: integer("revision").notNull(),
  title: text("title").notNull(),
  /** JSON. */
  rule: text("rule").notNull(),
  enabled: integer("enabled").notNull(),
  created_at: integer("created_at").notNull(),
  updated_at: integer("updated_at").notNull(),
});

/** Salutes earned per player and UTC week, in hundredths: the leaderboard. */
export const messengerScores = sqliteTable(
  "messenger_scores",
  {
    /** Days since 1970-01-01 of the week's Monday. */
    week: integer("week").notNull(),
    player_id: integer("player_id").notNull(),
    score: integer("score").notNull(),
    /** Time of the last credit: of equal scores the earlier one leads. */
    reached_at: integer("reached_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.week, table.player_id] }),
    index("messenger_scores_by_rank").on(
      table.week,
      sql`${table.score} DESC`,
      table.reached_at,
      table.player_id,
    ),
  ],
);

/** Number of players of a week with a score in a band, so that a rank does not count all better scores. */
export const messengerScoreBands = sqliteTable(
  "messenger_score_bands",
  {
    week: integer("week").notNull(),
    band: integer("band").notNull(),
    players: integer("players").notNull(),
  },
  (table) => [primaryKey({ columns: [table.week, table.band] })],
);

/** A player's UTC days with play. */
export const messengerPlayerDays = sqliteTable(
  "messenger_player_days",
  {
    player_id: integer("player_id").notNull(),
    day: integer("day").notNull(),
    wheel_rounds: integer("wheel_rounds").notNull(),
    grid_rounds: integer("grid_rounds").notNull(),
    /** Hundredths of a salute, by the leaderboard's reasons. */
    earned: integer("earned").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.player_id, table.day] }),
    index("messenger_player_days_by_day").on(table.day),
  ],
);

/** Number of players on a UTC day, per game and, under the key `all`, in total. */
export const messengerActiveDays = sqliteTable(
  "messenger_active_days",
  {
    day: integer("day").notNull(),
    game_key: text("game_key").notNull(),
    players: integer("players").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.game_key] })],
);
