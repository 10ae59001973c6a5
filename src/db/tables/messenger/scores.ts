import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { personal } from "../../row.ts";

/** Salutes earned per player and UTC week, in hundredths: the leaderboard. */
export const messengerScores = sqliteTable(
  "messenger_scores",
  {
    /** Days since 1970-01-01 of the week's Monday. */
    week: integer("week").notNull(),
    player_id: integer("player_id").notNull(),
    /** The score in hundredths times -1, so that an index with ascending columns is in the order of ranks. */
    negated_score: integer("negated_score").notNull(),
    /** Time of the last credit: with equal scores, the earlier one ranks higher. */
    reached_at: integer("reached_at").notNull(),
    /** The player's name, kept here so that a page of the leaderboard is one range of the index below. */
    first_name: personal(text("first_name").notNull()),
  },
  (table) => [
    primaryKey({ columns: [table.week, table.player_id] }),
    index("messenger_scores_by_rank").on(
      table.week,
      table.negated_score,
      table.reached_at,
      table.player_id,
      table.first_name,
    ),
  ],
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
    /** Hundredths of a salute spent on rounds and items. */
    spent: integer("spent").notNull().default(0),
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
    /** `all`: over all games. */
    game_key: text("game_key", { enum: ["spin-wheel", "recon-grid", "all"] }).notNull(),
    players: integer("players").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.game_key] })],
);
