import type { Sql, SqlValue, Tx } from "../../../db/sql.ts";
import { END_PLACE, FIRST_PLACE, isSamePlace, type Place } from "./rules.ts";

/**
 * Players of a week counted in groups, groups in groups of a level above, as a B-tree keeps its keys: a rank is a sum over
 * at most one group of each level, whatever the number of players (messenger_score_groups).
 */
export interface ScoreGroup extends Place {
  players: number;
}

/** A group of players, or of groups, splits in half above these. */
const MAX_PLAYERS = 256;
const MAX_GROUPS = 128;

const PLACE = "negated_score, reached_at, player_id";
const LEVEL = "messenger_score_groups WHERE week = ? AND level = ?";
const LAST_FIRST = "ORDER BY negated_score DESC, reached_at DESC, player_id DESC";
const BETWEEN = `(${PLACE}) >= (?, ?, ?) AND (${PLACE}) < (?, ?, ?)`;

function valuesOf({ negated_score, player_id, reached_at }: Place): [number, number, number] {
  return [negated_score, reached_at, player_id];
}

/** Counts a player at a place, and no more at the one before; the row of the score is written already. */
export function movePlace(tx: Tx, week: number, from: Place | null, to: Place): void {
  let full: ScoreGroup | null = null;
  for (let level = 1; ; level++) {
    const entered = findGroup(tx, week, level, to);
    if (entered === null) {
      if (level === 1) addGroup(tx, week, level, { ...FIRST_PLACE, players: 1 });
      break;
    }
    const left = from === null ? null : findGroup(tx, week, level, from);
    if (left !== null && isSamePlace(entered, left)) break;
    entered.players++;
    setCount(tx, week, level, entered);
    if (left !== null) leaveGroup(tx, week, level, left);
    if (level === 1 && entered.players > MAX_PLAYERS) full = entered;
  }
  if (full !== null) splitPlayers(tx, week, full);
}

function leaveGroup(tx: Tx, week: number, level: number, left: ScoreGroup): void {
  left.players--;
  setCount(tx, week, level, left);
  if (level === 1 && left.players === 0) dropEmpty(tx, week, left);
}

function addGroup(tx: Tx, week: number, level: number, group: ScoreGroup): void {
  tx.run(
    `INSERT INTO messenger_score_groups (week, level, ${PLACE}, players) VALUES (?, ?, ?, ?, ?, ?)`,
    week,
    level,
    ...valuesOf(group),
    group.players,
  );
}

function setCount(tx: Tx, week: number, level: number, { players, ...place }: ScoreGroup): void {
  tx.run(
    `UPDATE messenger_score_groups SET players = ?
       WHERE week = ? AND level = ? AND negated_score = ? AND reached_at = ? AND player_id = ?`,
    players,
    week,
    level,
    ...valuesOf(place),
  );
}

/** A level's first group stays, and so does one with which a group of the level above begins. */
function dropEmpty(tx: Tx, week: number, group: ScoreGroup): void {
  if (isSamePlace(group, FIRST_PLACE)) return;
  tx.run(
    `DELETE FROM ${LEVEL} AND (${PLACE}) = (?, ?, ?)
       AND NOT EXISTS (SELECT 1 FROM ${LEVEL} AND (${PLACE}) = (?, ?, ?))`,
    week,
    1,
    ...valuesOf(group),
    week,
    2,
    ...valuesOf(group),
  );
}

function splitPlayers(tx: Tx, week: number, full: ScoreGroup): void {
  const half = Math.floor(full.players / 2);
  const middle = tx.get<Place>(
    `SELECT ${PLACE} FROM messenger_scores INDEXED BY messenger_scores_by_rank
       WHERE week = ? AND (${PLACE}) >= (?, ?, ?) ORDER BY ${PLACE} LIMIT 1 OFFSET ?`,
    week,
    ...valuesOf(full),
    half,
  );
  if (middle === null) throw new Error(`week ${week} has fewer players than its groups count`);
  setCount(tx, week, 1, { ...full, players: half });
  addGroup(tx, week, 1, { ...middle, players: full.players - half });
  splitGroups(tx, week, 1, middle);
}

/** Halves the group of groups around a place where it has too many; the topmost level gets one above it. */
function splitGroups(tx: Tx, week: number, level: number, place: Place): void {
  const parent = findGroup(tx, week, level + 1, place);
  const from = parent ?? FIRST_PLACE;
  const to = findNext(tx, week, level + 1, from) ?? END_PLACE;
  const range = [week, level, ...valuesOf(from), ...valuesOf(to)];
  const { groups = 0, players = 0 } =
    tx.get<{ groups: number; players: number }>(
      `SELECT COUNT(*) AS groups, SUM(players) AS players FROM ${LEVEL} AND ${BETWEEN}`,
      ...range,
    ) ?? {};
  if (groups <= MAX_GROUPS) return;
  const middle = tx.get<Place>(
    `SELECT ${PLACE} FROM ${LEVEL} AND ${BETWEEN} ORDER BY ${PLACE} LIMIT 1 OFFSET ?`,
    ...range,
    Math.floor(groups / 2),
  );
  if (middle === null) return;
  const moved = sumBetween(tx, week, level, { from: middle, to });
  if (parent === null) addGroup(tx, week, level + 1, { ...FIRST_PLACE, players });
  setCount(tx, week, level + 1, { ...from, players: players - moved });
  addGroup(tx, week, level + 1, { ...middle, players: moved });
  splitGroups(tx, week, level + 1, middle);
}

function findGroup(sql: Sql, week: number, level: number, place: Place): ScoreGroup | null {
  return sql.get<ScoreGroup>(
    `SELECT ${PLACE}, players FROM ${LEVEL} AND (${PLACE}) <= (?, ?, ?) ${LAST_FIRST} LIMIT 1`,
    week,
    level,
    ...valuesOf(place),
  );
}

function findNext(sql: Sql, week: number, level: number, place: Place): Place | null {
  return sql.get<Place>(
    `SELECT ${PLACE} FROM ${LEVEL} AND (${PLACE}) > (?, ?, ?) ORDER BY ${PLACE} LIMIT 1`,
    week,
    level,
    ...valuesOf(place),
  );
}

/** Players of the groups of a level whose places lie in a range, its end not included. */
function sumBetween(sql: Sql, week: number, level: number, { from, to }: { from: Place; to: Place }): number {
  const text = `SELECT SUM(players) AS players FROM ${LEVEL} AND ${BETWEEN}`;
  return countOf(sql, text, [week, level, ...valuesOf(from), ...valuesOf(to)]);
}

/** Players themselves in a range of places, its end not included. */
function countBetween(sql: Sql, week: number, { from, to }: { from: Place; to: Place }): number {
  const text = `SELECT COUNT(*) AS players FROM messenger_scores INDEXED BY messenger_scores_by_rank
    WHERE week = ? AND ${BETWEEN}`;
  return countOf(sql, text, [week, ...valuesOf(from), ...valuesOf(to)]);
}

function countOf(sql: Sql, text: string, values: SqlValue[]): number {
  return sql.get<{ players: number | null }>(text, ...values)?.players ?? 0;
}

/** The rank of a place, from 1. */
export function rankOf(sql: Sql, week: number, place: Place): number {
  const levels = sql.get<{ level: number | null }>(
    "SELECT MAX(level) AS level FROM messenger_score_groups WHERE week = ?",
    week,
  );
  let [rank, from] = [1, FIRST_PLACE];
  for (let level = levels?.level ?? 0; level > 0; level--) {
    const to = findGroup(sql, week, level, place) ?? from;
    rank += sumBetween(sql, week, level, { from, to });
    from = to;
  }
  return rank + countBetween(sql, week, { from, to: place });
}

/** Recounts a group: players for level 1, groups of the level below for the others. */
export function recount(sql: Sql, week: number, level: number, range: { from: Place; to: Place }): number {
  return level === 1 ? countBetween(sql, week, range) : sumBetween(sql, week, level - 1, range);
}
