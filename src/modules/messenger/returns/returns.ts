import type { Sql } from "../../../db/sql.ts";
import { type GridSetup, missilePrices, type Segment, type WheelRow } from "../campaigns/index.ts";
import {
  bestGridReturn,
  describeMinting,
  type Fraction,
  fractionNumber,
  isAboveCost,
  type OddsSegment,
  type WheelOdds,
  wheelOdds,
} from "../odds/index.ts";

/** The expected return of a campaign. */
export interface GameReturn {
  /** Per cent of the price of playing; null if playing is free or the return is unbounded. */
  pct: number | null;
  /** How the campaign creates salutes without end, as a predicate such as `returns more than its cost`; null if not. */
  minting: string | null;
}

/** Amounts in hundredths. */
export interface PricedWheel {
  segments: readonly Segment[];
  cost: number;
  missilePrice: number;
}

/** Segments in the form of the odds functions. */
export function oddsSegments(segments: readonly Segment[]): OddsSegment[] {
  return segments.map(({ reward: { amount, kind }, weight }) => ({ weight, kind, amount }));
}

export function wheelOddsOf({ cost, missilePrice, segments }: PricedWheel): WheelOdds {
  return wheelOdds(oddsSegments(segments), { cost, missilePrice });
}

/** The return of a wheel, with missiles at the highest price of an enabled grid. */
export function wheelReturn(
  sql: Sql,
  {
    cost,
    free_spin_every_hours,
    segments,
  }: Pick<WheelRow, "cost" | "free_spin_every_hours"> & {
    segments: readonly Segment[];
  },
): GameReturn {
  const odds = wheelOddsOf({ segments, cost, missilePrice: Math.max(0, ...missilePrices(sql)) });
  return {
    pct: odds.returnPct === null ? null : toPct(odds.returnPct),
    minting: describeMinting(odds, free_spin_every_hours !== null),
  };
}

/** The highest return of a grid that a player can reach. */
export function gridReturn(rules: GridSetup): GameReturn {
  const best = bestGridReturn(rules);
  if (best === null)
    return { pct: null, minting: "pays and gives its missiles away, so it can be played without end" };
  return { pct: toPct(best), minting: isAboveCost(best) ? "can return more than its missiles cost" : null };
}

/** Per cent with at most eight decimals. */
export function toPct(value: Fraction): number {
  return Math.round(fractionNumber(value) * 1e8) / 1e8;
}
