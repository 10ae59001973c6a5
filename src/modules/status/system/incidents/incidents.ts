import { type Level, pickWorst } from "../../../platform/checks/index.ts";

/** Consecutive points that open and close an incident (contract section 11). */
const OPENING_POINTS = 2;
const CLOSING_POINTS = 3;

/** A series of points that were not ok, starting at the first. Times are Unix milliseconds. */
export interface Incident {
  started_at: number;
  /** Time of the first of the ok points that closed it; null while open. */
  ended_at: number | null;
  severity: Exclude<Level, "ok">;
  /** Every check that was not ok during it. */
  checks: readonly string[];
  /** Number of points that were not ok; a single one is not an incident. */
  points: number;
  /** Number of ok points since the last other one, and the time of the first of them. */
  ok_points: number;
  first_ok_at: number | null;
}

/** State of the whole service in one snapshot. */
export interface Point {
  at: number;
  overall: Level;
  /** Checks that were not ok, except those under maintenance. */
  failing: readonly string[];
}

/** Returns the current series after a point; null for none. An ok point discards a series with a single other point. */
export function nextIncident(current: Incident | null, point: Point): Incident | null {
  const { at, overall, failing } = point;
  if (overall === "ok") {
    if (current === null || current.points < OPENING_POINTS) return null;
    const ok_points = current.ok_points + 1;
    const first_ok_at = current.first_ok_at ?? at;
    return {
      ...current,
      ok_points,
      first_ok_at,
      ended_at: ok_points >= CLOSING_POINTS ? first_ok_at : null,
    };
  }
  if (current === null) {
    return {
      started_at: at,
      ended_at: null,
      severity: overall,
      checks: failing,
      points: 1,
      ok_points: 0,
      first_ok_at: null,
    };
  }
  return {
    ...current,
    severity: pickWorst([current.severity, overall]) === "bad" ? "bad" : "warn",
    checks: [...new Set([...current.checks, ...failing])],
    points: current.points + 1,
    ok_points: 0,
    first_ok_at: null,
  };
}

/** Whether a series has enough points to be an incident. */
export function isIncident({ points }: Pick<Incident, "points">): boolean {
  return points >= OPENING_POINTS;
}
