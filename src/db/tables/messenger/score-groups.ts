import { integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";

/**
 * Groups of a week's scores: each row counts the players from its key to the next row's key of the same level, so that a
 * rank does not need to count all better players. Level 1 counts players; the keys of each further level are a subset of
 * the level below.
 */
export const messengerScoreGroups = sqliteTable(
  "messenger_score_groups",
  {
    week: integer("week").notNull(),
    level: integer("level").notNull(),
    /** With the next two columns: the group's first key, in the order of messenger_scores_by_rank. */
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
