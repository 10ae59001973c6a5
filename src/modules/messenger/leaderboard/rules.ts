import { DAY_MS } from "../../../kit/clock.ts";

const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday: the Monday before it is day -3. */
const FIRST_MONDAY = -3;

/** The Monday of a time's UTC week, in days since 1970-01-01. */
export function weekOf(at: number): number {
  const day = Math.floor(at / DAY_MS);
  return day - ((((day - FIRST_MONDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS);
}

/** The week's bounds, the second not included, in Unix milliseconds. */
export function windowOf(week: number): { from: number; to: number } {
  return { from: week * DAY_MS, to: (week + WEEK_DAYS) * DAY_MS };
}

/** A place in a week's order: the higher score first, then the earlier, then the player who came first. */
export interface Place {
  negated_score: number;
  reached_at: number;
  player_id: number;
}

/** Before every player. */
export const FIRST_PLACE: Place = { negated_score: Number.MIN_SAFE_INTEGER, reached_at: 0, player_id: 0 };
/** After every player: a score is above zero. */
export const END_PLACE: Place = { negated_score: 0, reached_at: 0, player_id: 0 };

export function isSamePlace(a: Place, b: Place): boolean {
  return a.negated_score === b.negated_score && a.reached_at === b.reached_at && a.player_id === b.player_id;
}
