import { integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";

/**
 * How many players of a week stand between a place in its leaderboard and the next group's place of the same level, so
 * that a rank needs no count of all better players. Places of a level are among those of the level below it; groups of
 * level 1 count players.
 */
export const messengerScoreGroups = sqliteTable(
  "messenger_score_groups",
  {
    week: integer("week").notNull(),
    level: integer("level").notNull(),
    /** With the next two columns: the group's first place, by the order of messenger_scores_by_rank. */
    negated_score: integer("negated_score").notNull(),
    reached_at: integer("reached_at").notNull(),
    player_id: integer("player_id").notNull(),
    players: integer("players").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.week, table.level, table.negated_score, table.reached_at, table.player_id],
    }),
  ],
);
