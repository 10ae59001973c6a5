import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { personal } from "../../row.ts";
import { users } from "../users.ts";

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
    first_name: personal(text("first_name").notNull()),
    username: personal(text("username")),
    language_code: personal(text("language_code")),
    /** The sum over the player's messenger_entries. */
    missiles: integer("missiles").notNull(),
    free_spins: integer("free_spins").notNull(),
    /** Time of the last free spin; null before the first. */
    last_free_spin_at: integer("last_free_spin_at"),
    /** Gift to the new player: hundredths of a salute, and missiles. */
    gift_salutes: integer("gift_salutes").notNull().default(0),
    gift_missiles: integer("gift_missiles").notNull().default(0),
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

/** Players' own limits on the salutes they spend in games per UTC day, in hundredths; null for no limit. */
export const messengerLimits = sqliteTable("messenger_limits", {
  player_id: integer("player_id")
    .primaryKey()
    .references(() => messengerPlayers.id),
  daily_salutes: integer("daily_salutes"),
  /** The limit from `from_day` on, in days since 1970-01-01; without a day none is announced. */
  next_daily_salutes: integer("next_daily_salutes"),
  from_day: integer("from_day"),
});

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

/** Missiles granted by operators; the sum per UTC day is limited. */
export const missileGrants = sqliteTable(
  "missile_grants",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    player_id: integer("player_id")
      .notNull()
      .references(() => messengerPlayers.id),
    missiles: integer("missiles").notNull(),
    reason: text("reason").notNull(),
    operator: text("operator").notNull(),
    /** Key of a page's form, which may be sent twice; null for the API, which has its Idempotency-Key. */
    form_key: text("form_key").unique(),
    /** Days since 1970-01-01. */
    day: integer("day").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [index("missile_grants_by_day").on(table.day)],
);

/** First answers of players' changes, for their replays. */
export const messengerAnswers = sqliteTable(
  "messenger_answers",
  {
    player_id: integer("player_id").notNull(),
    idempotency_key: text("idempotency_key").notNull(),
    /** SHA-256 of the operation and its body without credentials. */
    payload_hash: text("payload_hash").notNull(),
    /** Operation and hashed fields of the first request (see FieldHashes); null in records made before. */
    payload_fields: text("payload_fields"),
    /** JSON. */
    answer: text("answer").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.player_id, table.idempotency_key] }),
    index("messenger_answers_by_age").on(table.created_at),
  ],
);
