import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerPlayers } from "../../../db/tables/messenger/players.ts";
import { moveScore } from "./groups.ts";
import { type RankKey, weekOf } from "./rules.ts";

export interface ScoreRow extends RankKey {
  /** Hundredths of a salute. */
  score: number;
}

export type NamedScoreRow = ScoreRow & Pick<RowOf<typeof messengerPlayers>, "first_name">;

/** Adds hundredths of a salute to the player's score of the current week. */
export function addScore(tx: Tx, playerId: number, amount: number): void {
  const week = weekOf(tx.now);
  const before = findScore(tx, week, playerId);
  tx.run(
    `INSERT INTO messenger_scores (week, player_id, negated_score, reached_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (week, player_id)
       DO UPDATE SET negated_score = negated_score + excluded.negated_score, reached_at = excluded.reached_at`,
    week,
    playerId,
    -amount,
    tx.now,
  );
  const after = {
    negated_score: (before?.negated_score ?? 0) - amount,
    reached_at: tx.now,
    player_id: playerId,
  };
  moveScore(tx, week, { from: before, to: after });
}

export function findScore(sql: Sql, week: number, playerId: number): ScoreRow | null {
  return sql.get<ScoreRow>(
    `SELECT player_id, -negated_score AS score, negated_score, reached_at FROM messenger_scores WHERE week = ? AND player_id = ?`,
    week,
    playerId,
  );
}

const NAMED = `SELECT s.player_id, -s.negated_score AS score, s.negated_score, s.reached_at, p.first_name
  FROM messenger_scores AS s INDEXED BY messenger_scores_by_rank JOIN messenger_players AS p ON p.id = s.player_id
  WHERE s.week = ?`;

/** A week's leaders, best first. */
export function listLeaders(sql: Sql, week: number, limit: number): NamedScoreRow[] {
  return sql.all<NamedScoreRow>(
    `${NAMED} ORDER BY s.negated_score, s.reached_at, s.player_id LIMIT ?`,
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
    `${NAMED} AND (s.negated_score, s.reached_at, s.player_id) < (?, ?, ?)
       ORDER BY s.negated_score DESC, s.reached_at DESC, s.player_id DESC LIMIT ?`,
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
    `${NAMED} AND (s.negated_score, s.reached_at, s.player_id) > (?, ?, ?)
       ORDER BY s.negated_score, s.reached_at, s.player_id LIMIT ?`,
    week,
    own.negated_score,
    own.reached_at,
    own.player_id,
    limit,
  );
}

/**
 * Deletes weeks before a day: per call the groups of one week, and at most `chunk` scores. Returns the number of deleted
 * rows.
 */
export function purgeScores(tx: Tx, before: number, chunk: number): number {
  const groups = tx.run(
    `DELETE FROM messenger_score_groups
       WHERE week = (SELECT MIN(week) FROM messenger_score_groups WHERE week < ?)`,
    before,
  ).changes;
  return groups + tx.run("DELETE FROM messenger_scores WHERE week < ? LIMIT ?", before, chunk).changes;
}
