import { DAY_MS } from "../../../kit/clock.ts";

const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday: the Monday before it is day -3. */
const FIRST_MONDAY = -3;

/** The Monday of a time's UTC week, in days since 1970-01-01. @param at Unix milliseconds */
export function toWeek(at: number): number {
  const day = Math.floor(at / DAY_MS);
  return day - ((((day - FIRST_MONDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS);
}

/** Start and end of a week in Unix milliseconds; the end is excluded. */
export function toWindow(week: number): { from: number; to: number } {
  return { from: week * DAY_MS, to: (week + WEEK_DAYS) * DAY_MS };
}

/** The sort key of a week's ranks: higher score first, then the earlier time, then the lower player id. */
export interface RankKey {
  negated_score: number;
  reached_at: number;
  player_id: number;
}

/** Sorts before every player. */
export const FIRST_KEY: RankKey = { negated_score: Number.MIN_SAFE_INTEGER, reached_at: 0, player_id: 0 };
/** Sorts after every player: scores are positive. */
export const END_KEY: RankKey = { negated_score: 0, reached_at: 0, player_id: 0 };

export function isSameKey(a: RankKey, b: RankKey): boolean {
  return a.negated_score === b.negated_score && a.reached_at === b.reached_at && a.player_id === b.player_id;
}
