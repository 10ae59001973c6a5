import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerPlayers } from "../../../db/tables/messenger/players.ts";
import type { messengerScores } from "../../../db/tables/messenger/scores.ts";
import { moveScore } from "./groups.ts";
import { type RankKey, toWeek } from "./rules.ts";

export interface ScoreRow extends RankKey {
  /** Hundredths of a salute. */
  score: number;
}

export type NamedScoreRow = ScoreRow & Pick<RowOf<typeof messengerScores>, "first_name">;

/** A player with the name shown on the leaderboard. */
type Scorer = Pick<RowOf<typeof messengerPlayers>, "id" | "first_name">;

/** Adds hundredths of a salute to the player's score of the current week. */
export function addScore(tx: Tx, player: Scorer, amount: number): void {
  const week = toWeek(tx.now);
  const before = findScore(tx, week, player.id);
  tx.run(
    `INSERT INTO messenger_scores (week, player_id, negated_score, reached_at, first_name) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (week, player_id) DO UPDATE SET negated_score = negated_score + excluded.negated_score,
         reached_at = excluded.reached_at, first_name = excluded.first_name`,
    week,
    player.id,
    -amount,
    tx.now,
    player.first_name,
  );
  const after = {
    negated_score: (before?.negated_score ?? 0) - amount,
    reached_at: tx.now,
    player_id: player.id,
  };
  moveScore(tx, week, { from: before, to: after });
}

/** Keeps a player's new name on this week's leaderboard. */
export function renameScore(tx: Tx, player: Scorer): void {
  tx.run(
    "UPDATE messenger_scores SET first_name = ? WHERE week = ? AND player_id = ?",
    player.first_name,
    toWeek(tx.now),
    player.id,
  );
}

/** Puts a player's new name on the leaderboards of all weeks since the player joined. */
export function renameScores(
  tx: Tx,
  player: Scorer & Pick<RowOf<typeof messengerPlayers>, "joined_at">,
): void {
  const weeks: number[] = [];
  for (let week = toWeek(player.joined_at); week <= toWeek(tx.now); week += 7) weeks.push(week);
  tx.run(
    "UPDATE messenger_scores SET first_name = ? WHERE week IN (SELECT value FROM json_each(?)) AND player_id = ?",
    player.first_name,
    JSON.stringify(weeks),
    player.id,
  );
}

export function findScore(sql: Sql, week: number, playerId: number): ScoreRow | null {
  return sql.get<ScoreRow>(
    `SELECT player_id, -negated_score AS score, negated_score, reached_at FROM messenger_scores WHERE week = ? AND player_id = ?`,
    week,
    playerId,
  );
}

const NAMED = `SELECT player_id, -negated_score AS score, negated_score, reached_at, first_name
  FROM messenger_scores INDEXED BY messenger_scores_by_rank WHERE week = ?`;

/** A week's leaders, best first. */
export function listLeaders(sql: Sql, week: number, limit: number): NamedScoreRow[] {
  return sql.all<NamedScoreRow>(
    `${NAMED} ORDER BY negated_score, reached_at, player_id LIMIT ?`,
    week,
    limit,
  );
}

/** The nearest players before a key, best first. */
export function listBefore(
  sql: Sql,
  own: RankKey,
  { week, limit }: { week: number; limit: number },
): NamedScoreRow[] {
  const nearest = sql.all<NamedScoreRow>(
    `${NAMED} AND (negated_score, reached_at, player_id) < (?, ?, ?)
       ORDER BY negated_score DESC, reached_at DESC, player_id DESC LIMIT ?`,
    week,
    own.negated_score,
    own.reached_at,
    own.player_id,
    limit,
  );
  return nearest.reverse();
}

/** The nearest players after a key, best first. */
export function listAfter(
  sql: Sql,
  own: RankKey,
  { week, limit }: { week: number; limit: number },
): NamedScoreRow[] {
  return sql.all<NamedScoreRow>(
    `${NAMED} AND (negated_score, reached_at, player_id) > (?, ?, ?)
       ORDER BY negated_score, reached_at, player_id LIMIT ?`,
    week,
    own.negated_score,
    own.reached_at,
    own.player_id,
    limit,
  );
}

/**
 * Deletes weeks before a day: per call the groups of one week, and at most `chunk` scores of weeks without groups, so that
 * every group left matches its scores. Returns the number of deleted rows.
 */
export function purgeScores(tx: Tx, before: number, chunk: number): number {
  const groups = tx.run(
    `DELETE FROM messenger_score_groups
       WHERE week = (SELECT MIN(week) FROM messenger_score_groups WHERE week < ?)`,
    before,
  ).changes;
  const scores = tx.run(
    `DELETE FROM messenger_scores
       WHERE week < coalesce((SELECT MIN(week) FROM messenger_score_groups WHERE week < ?1), ?1) LIMIT ?2`,
    before,
    chunk,
  ).changes;
  return groups + scores;
}
