import type { Database } from "bun:sqlite";
import { FIRST_KEY } from "../../../src/modules/messenger/leaderboard/rules.ts";

/** Average size of groups. */
const PLAYERS_PER_GROUP = 170;
const GROUPS_PER_GROUP = 85;
const PLACE = "negated_score, reached_at, player_id";

/** Builds the rank groups of a week from scores that a test has inserted. */
export function groupScores(db: Database, week: number): void {
  db.run("DELETE FROM messenger_score_groups WHERE week = ?", [week]);
  db.run(
    `INSERT INTO messenger_score_groups (week, level, ${PLACE}, players)
       WITH counted AS (SELECT ${PLACE}, row_number() OVER (ORDER BY ${PLACE}) - 1 AS n FROM messenger_scores WHERE week = ?1)
       SELECT ?1, 1, ${PLACE}, min(?2, (SELECT count(*) FROM messenger_scores WHERE week = ?1) - n)
         FROM counted WHERE n % ?2 = 0`,
    [week, PLAYERS_PER_GROUP],
  );
  for (let level = 1; beginFirst(db, week, level) > GROUPS_PER_GROUP; level++)
    db.run(
      `INSERT INTO messenger_score_groups (week, level, ${PLACE}, players)
         WITH counted AS (SELECT ${PLACE}, row_number() OVER (ORDER BY ${PLACE}) - 1 AS n,
           sum(players) OVER (ORDER BY ${PLACE} ROWS BETWEEN CURRENT ROW AND ${GROUPS_PER_GROUP - 1} FOLLOWING) AS players
           FROM messenger_score_groups WHERE week = ?1 AND level = ?2)
         SELECT ?1, ?2 + 1, ${PLACE}, players FROM counted WHERE n % ${GROUPS_PER_GROUP} = 0`,
      [week, level],
    );
}

/** Makes the first group of a level start before every player. @returns the level's number of groups */
function beginFirst(db: Database, week: number, level: number): number {
  const { negated_score, player_id, reached_at } = FIRST_KEY;
  db.run(
    `UPDATE messenger_score_groups SET negated_score = ?, reached_at = ?, player_id = ?
       WHERE (week, level, ${PLACE}) = (SELECT week, level, ${PLACE} FROM messenger_score_groups
         WHERE week = ? AND level = ? ORDER BY ${PLACE} LIMIT 1)`,
    [negated_score, reached_at, player_id, week, level],
  );
  const counted = db
    .query<{ groups: number }, [number, number]>(
      "SELECT count(*) AS groups FROM messenger_score_groups WHERE week = ? AND level = ?",
    )
    .get(week, level);
  return counted?.groups ?? 0;
}
