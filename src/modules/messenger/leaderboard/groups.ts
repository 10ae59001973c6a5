import type { Sql, SqlValue, Tx } from "../../../db/sql.ts";
import { END_KEY, FIRST_KEY, isSameKey, type RankKey } from "./rules.ts";

/**
 * A group counts the players from its first key to the next group's. Groups of level 1 count players; groups of a higher
 * level count the players of the groups below, as in a counted B-tree. A rank therefore sums at most one group of counts
 * per level, whatever the number of players.
 */
export interface ScoreGroup extends RankKey {
  players: number;
}

/** One level of the groups of a week. */
interface Level {
  week: number;
  level: number;
}

/** A group of level 1 with more players is split in half. */
const MAX_PLAYERS = 256;
/** A group with more groups below is split in half. */
const MAX_GROUPS = 128;

const RANK_KEY = "negated_score, reached_at, player_id";
const LEVEL = "messenger_score_groups WHERE week = ? AND level = ?";
const DESCENDING = "ORDER BY negated_score DESC, reached_at DESC, player_id DESC";
const BETWEEN = `(${RANK_KEY}) >= (?, ?, ?) AND (${RANK_KEY}) < (?, ?, ?)`;

function columnsOf({ negated_score, player_id, reached_at }: RankKey): [number, number, number] {
  return [negated_score, reached_at, player_id];
}

/** Moves a player from the group of one key to the group of another. The score's row must be written already. */
export function moveScore(tx: Tx, week: number, { from, to }: { from: RankKey | null; to: RankKey }): void {
  let full: ScoreGroup | null = null;
  for (let level = 1; ; level++) {
    const target = findGroup(tx, { week, level }, to);
    if (target === null) {
      if (level === 1) addGroup(tx, { week, level }, { ...FIRST_KEY, players: 1 });
      break;
    }
    const source = from === null ? null : findGroup(tx, { week, level }, from);
    if (source !== null && isSameKey(target, source)) break;
    target.players++;
    setCount(tx, { week, level }, target);
    if (source !== null) leaveGroup(tx, { week, level }, source);
    if (level === 1 && target.players > MAX_PLAYERS) full = target;
  }
  if (full !== null) splitPlayers(tx, week, full);
}

function leaveGroup(tx: Tx, { week, level }: Level, source: ScoreGroup): void {
  source.players--;
  setCount(tx, { week, level }, source);
  if (level === 1 && source.players === 0) deleteIfEmpty(tx, week, source);
}

function addGroup(tx: Tx, { week, level }: Level, group: ScoreGroup): void {
  tx.run(
    `INSERT INTO messenger_score_groups (week, level, ${RANK_KEY}, players) VALUES (?, ?, ?, ?, ?, ?)`,
    week,
    level,
    ...columnsOf(group),
    group.players,
  );
}

function setCount(tx: Tx, { week, level }: Level, { players, ...key }: ScoreGroup): void {
  tx.run(
    `UPDATE messenger_score_groups SET players = ?
       WHERE week = ? AND level = ? AND negated_score = ? AND reached_at = ? AND player_id = ?`,
    players,
    week,
    level,
    ...columnsOf(key),
  );
}

/** Keeps the first group of the level, and every group whose key also starts a group of the level above. */
function deleteIfEmpty(tx: Tx, week: number, group: ScoreGroup): void {
  if (isSameKey(group, FIRST_KEY)) return;
  tx.run(
    `DELETE FROM ${LEVEL} AND (${RANK_KEY}) = (?, ?, ?)
       AND NOT EXISTS (SELECT 1 FROM ${LEVEL} AND (${RANK_KEY}) = (?, ?, ?))`,
    week,
    1,
    ...columnsOf(group),
    week,
    2,
    ...columnsOf(group),
  );
}

function splitPlayers(tx: Tx, week: number, full: ScoreGroup): void {
  const half = Math.floor(full.players / 2);
  const middle = tx.get<RankKey>(
    `SELECT ${RANK_KEY} FROM messenger_scores INDEXED BY messenger_scores_by_rank
       WHERE week = ? AND (${RANK_KEY}) >= (?, ?, ?) ORDER BY ${RANK_KEY} LIMIT 1 OFFSET ?`,
    week,
    ...columnsOf(full),
    half,
  );
  if (middle === null) throw new Error(`week ${week} has fewer scores than its groups count`);
  setCount(tx, { week, level: 1 }, { ...full, players: half });
  addGroup(tx, { week, level: 1 }, { ...middle, players: full.players - half });
  splitGroups(tx, { week, level: 1 }, middle);
}

/** Splits the parent group of a key if it has too many children; the top level gets a new level above. */
function splitGroups(tx: Tx, { week, level }: Level, key: RankKey): void {
  const parent = findGroup(tx, { week, level: level + 1 }, key);
  const from = parent ?? FIRST_KEY;
  const to = findNext(tx, { week, level: level + 1 }, from) ?? END_KEY;
  const range = [week, level, ...columnsOf(from), ...columnsOf(to)];
  const { groups = 0, players = 0 } =
    tx.get<{ groups: number; players: number }>(
      `SELECT COUNT(*) AS groups, SUM(players) AS players FROM ${LEVEL} AND ${BETWEEN}`,
      ...range,
    ) ?? {};
  if (groups <= MAX_GROUPS) return;
  const middle = tx.get<RankKey>(
    `SELECT ${RANK_KEY} FROM ${LEVEL} AND ${BETWEEN} ORDER BY ${RANK_KEY} LIMIT 1 OFFSET ?`,
    ...range,
    Math.floor(groups / 2),
  );
  if (middle === null) return;
  const moved = sumBetween(tx, { week, level }, { from: middle, to });
  if (parent === null) addGroup(tx, { week, level: level + 1 }, { ...FIRST_KEY, players });
  setCount(tx, { week, level: level + 1 }, { ...from, players: players - moved });
  addGroup(tx, { week, level: level + 1 }, { ...middle, players: moved });
  splitGroups(tx, { week, level: level + 1 }, middle);
}

function findGroup(sql: Sql, { week, level }: Level, key: RankKey): ScoreGroup | null {
  return sql.get<ScoreGroup>(
    `SELECT ${RANK_KEY}, players FROM ${LEVEL} AND (${RANK_KEY}) <= (?, ?, ?) ${DESCENDING} LIMIT 1`,
    week,
    level,
    ...columnsOf(key),
  );
}

function findNext(sql: Sql, { week, level }: Level, key: RankKey): RankKey | null {
  return sql.get<RankKey>(
    `SELECT ${RANK_KEY} FROM ${LEVEL} AND (${RANK_KEY}) > (?, ?, ?) ORDER BY ${RANK_KEY} LIMIT 1`,
    week,
    level,
    ...columnsOf(key),
  );
}

/** Players counted by a level's groups with keys in a range, excluding its end. */
function sumBetween(sql: Sql, { week, level }: Level, { from, to }: { from: RankKey; to: RankKey }): number {
  const text = `SELECT SUM(players) AS players FROM ${LEVEL} AND ${BETWEEN}`;
  return countOf(sql, text, [week, level, ...columnsOf(from), ...columnsOf(to)]);
}

/** Players with keys in a range, excluding its end. */
function countBetween(sql: Sql, week: number, { from, to }: { from: RankKey; to: RankKey }): number {
  const text = `SELECT COUNT(*) AS players FROM messenger_scores INDEXED BY messenger_scores_by_rank
    WHERE week = ? AND ${BETWEEN}`;
  return countOf(sql, text, [week, ...columnsOf(from), ...columnsOf(to)]);
}

function countOf(sql: Sql, text: string, values: SqlValue[]): number {
  return sql.get<{ players: number | null }>(text, ...values)?.players ?? 0;
}

/** The rank of a key, from 1. */
export function computeRank(sql: Sql, week: number, key: RankKey): number {
  const levels = sql.get<{ level: number | null }>(
    "SELECT MAX(level) AS level FROM messenger_score_groups WHERE week = ?",
    week,
  );
  let [rank, from] = [1, FIRST_KEY];
  for (let level = levels?.level ?? 0; level > 0; level--) {
    const to = findGroup(sql, { week, level }, key) ?? from;
    rank += sumBetween(sql, { week, level }, { from, to });
    from = to;
  }
  return rank + countBetween(sql, week, { from, to: key });
}

/** Recounts a group from the level below; level 1 from the scores. */
export function countPlayersIn(
  sql: Sql,
  { week, level }: Level,
  range: { from: RankKey; to: RankKey },
): number {
  return level === 1 ? countBetween(sql, week, range) : sumBetween(sql, { week, level: level - 1 }, range);
}
