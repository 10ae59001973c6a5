import { type Level, worstOf } from "../../../platform/checks/index.ts";

/** Points in a row that open an incident, and that close it (contract section 11). */
const OPENING_POINTS = 2;
const CLOSING_POINTS = 3;

/** A run of points that were not ok, from the first such point on. Times are Unix milliseconds. */
export interface Incident {
  started_at: number;
  /** The first of the ok points that closed it; null while it is open. */
  ended_at: number | null;
  severity: Exclude<Level, "ok">;
  /** Every check that was not ok inside. */
  checks: readonly string[];
  /** Points that were not ok: one alone opens nothing. */
  points: number;
  /** Ok points since the last one that was not, and the first of them. */
  ok_points: number;
  first_ok_at: number | null;
}

/** What one snapshot says of the whole service. */
export interface Point {
  at: number;
  overall: Level;
  /** The checks that were not ok; those in maintenance are not among them. */
  failing: readonly string[];
}

/**
 * What a point makes of the run that is under way: the run as it stands now, or null where none is. A single point that
 * was not ok is forgotten at the next that is.
 */
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
    severity: worstOf([current.severity, overall]) === "bad" ? "bad" : "warn",
    checks: [...new Set([...current.checks, ...failing])],
    points: current.points + 1,
    ok_points: 0,
    first_ok_at: null,
  };
}

/** Whether a run is an incident, and not one stray point. */
export function isIncident({ points }: Pick<Incident, "points">): boolean {
  return points >= OPENING_POINTS;
}
