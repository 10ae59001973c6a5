import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerPlayers } from "../../../db/tables/messenger-players.ts";
import type { messengerScores } from "../../../db/tables/messenger-scores.ts";
import { bandOf, weekOf } from "./rules.ts";

export type ScoreRow = Pick<RowOf<typeof messengerScores>, "player_id" | "score" | "reached_at">;

export type NamedScoreRow = ScoreRow & Pick<RowOf<typeof messengerPlayers>, "first_name">;

/** Adds what a player earned, in hundredths, to this week's score. */
export function addScore(tx: Tx, playerId: number, amount: number): void {
  const week = weekOf(tx.now);
  const score =
    tx.get<Pick<RowOf<typeof messengerScores>, "score">>(
      `INSERT INTO messenger_scores (week, player_id, score, reached_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (week, player_id) DO UPDATE SET score = score + excluded.score, reached_at = excluded.reached_at
         RETURNING score`,
      week,
      playerId,
      amount,
      tx.now,
    )?.score ?? amount;
  const [before, after] = [bandOf(score - amount), bandOf(score)];
  const isNew = score === amount;
  if (!isNew && before === after) return;
  if (!isNew) moveBand(tx, week, before, -1);
  moveBand(tx, week, after, 1);
}

function moveBand(tx: Tx, week: number, band: number, by: 1 | -1): void {
  tx.run(
    `INSERT INTO messenger_score_bands (week, band, players) VALUES (?, ?, ?)
       ON CONFLICT (week, band) DO UPDATE SET players = players + excluded.players`,
    week,
    band,
    by,
  );
}

export function findScore(sql: Sql, week: number, playerId: number): ScoreRow | null {
  return sql.get<ScoreRow>(
    "SELECT player_id, score, reached_at FROM messenger_scores WHERE week = ? AND player_id = ?",
    week,
    playerId,
  );
}

const NAMED = `SELECT s.player_id, s.score, s.reached_at, p.first_name
  FROM messenger_scores AS s INDEXED BY messenger_scores_by_rank JOIN messenger_players AS p ON p.id = s.player_id`;

/** The leaders of a week, best first. */
export function listLeaders(sql: Sql, week: number, limit: number): NamedScoreRow[] {
  return sql.all<NamedScoreRow>(
    `${NAMED} WHERE s.week = ? ORDER BY s.score DESC, s.reached_at, s.player_id LIMIT ?`,
    week,
    limit,
  );
}

/** Of those before a score the nearest, best first. */
export function listBefore(sql: Sql, week: number, own: ScoreRow, limit: number): NamedScoreRow[] {
  const tied = sql.all<NamedScoreRow>(
    `${NAMED} WHERE s.week = ? AND s.score = ? AND (s.reached_at, s.player_id) < (?, ?)
       ORDER BY s.reached_at DESC, s.player_id DESC LIMIT ?`,
    week,
    own.score,
    own.reached_at,
    own.player_id,
    limit,
  );
  const better = sql.all<NamedScoreRow>(
    `${NAMED} WHERE s.week = ? AND s.score > ? ORDER BY s.score ASC, s.reached_at DESC, s.player_id DESC LIMIT ?`,
    week,
    own.score,
    limit - tied.length,
  );
  return [...tied, ...better].reverse();
}

/** Of those after a score the nearest, best first. */
export function listAfter(sql: Sql, week: number, own: ScoreRow, limit: number): NamedScoreRow[] {
  const tied = sql.all<NamedScoreRow>(
    `${NAMED} WHERE s.week = ? AND s.score = ? AND (s.reached_at, s.player_id) > (?, ?)
       ORDER BY s.reached_at, s.player_id LIMIT ?`,
    week,
    own.score,
    own.reached_at,
    own.player_id,
    limit,
  );
  const worse = sql.all<NamedScoreRow>(
    `${NAMED} WHERE s.week = ? AND s.score < ? ORDER BY s.score DESC, s.reached_at, s.player_id LIMIT ?`,
    week,
    own.score,
    limit - tied.length,
  );
  return [...tied, ...worse];
}

/** The place of a score from 1: whole bands above by their counts, and only the own band by its rows. */
export function rankOf(sql: Sql, week: number, own: ScoreRow): number {
  const band = bandOf(own.score);
  const above =
    sql.get<{ players: number | null }>(
      "SELECT SUM(players) AS players FROM messenger_score_bands WHERE week = ? AND band > ?",
      week,
      band,
    )?.players ?? 0;
  const within =
    sql.get<{ players: number }>(
      `SELECT COUNT(*) AS players FROM messenger_scores INDEXED BY messenger_scores_by_rank
         WHERE week = ? AND score > ? AND score < ?`,
      week,
      own.score,
      firstScoreAbove(band),
    )?.players ?? 0;
  const tied =
    sql.get<{ players: number }>(
      `SELECT COUNT(*) AS players FROM messenger_scores INDEXED BY messenger_scores_by_rank
         WHERE week = ? AND score = ? AND (reached_at, player_id) < (?, ?)`,
      week,
      own.score,
      own.reached_at,
      own.player_id,
    )?.players ?? 0;
  return above + within + tied + 1;
}

/** The least score of the band after this one. */
function firstScoreAbove(band: number): number {
  let [low, high] = [0, Number.MAX_SAFE_INTEGER];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (bandOf(middle) > band) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Deletes weeks before a day, a chunk per call. Returns how many rows went. */
export function purgeScores(tx: Tx, before: number, chunk: number): number {
  const scores = tx.run("DELETE FROM messenger_scores WHERE week < ? LIMIT ?", before, chunk).changes;
  const bands = tx.run("DELETE FROM messenger_score_bands WHERE week < ? LIMIT ?", before, chunk).changes;
  return scores + bands;
}
