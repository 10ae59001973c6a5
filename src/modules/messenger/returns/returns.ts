import type { Sql } from "../../../db/sql.ts";
import {
  type GridSetup,
  listEnabledGrids,
  missilePrice,
  type Segment,
  type WheelRow,
} from "../campaigns/index.ts";
import {
  bestGridReturn,
  describeMinting,
  type Fraction,
  fractionNumber,
  isAboveCost,
  missileWorth,
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

export function computeWheelOdds({ cost, missilePrice, segments }: PricedWheel): WheelOdds {
  return wheelOdds(oddsSegments(segments), { cost, missilePrice });
}

type WheelRules = Pick<WheelRow, "cost" | "free_spin_every_hours"> & { segments: readonly Segment[] };

/**
 * The return of a wheel, with missiles at their price. It mints if it returns more than its cost with missiles at what
 * they win in the enabled grids.
 */
export function wheelReturn(sql: Sql, wheel: WheelRules): GameReturn {
  const { returnPct } = computeWheelOdds({ ...wheel, missilePrice: missilePrice(sql) });
  return { pct: returnPct === null ? null : toPct(returnPct), minting: mintingAt(wheel, bestWorth(sql)) };
}

/** The return of a wheel to be saved: it also mints if it returns more than its cost with missiles at their price. */
export function draftReturn(sql: Sql, wheel: WheelRules): GameReturn {
  const { minting, pct } = wheelReturn(sql, wheel);
  return { pct, minting: minting ?? mintingAt(wheel, missilePrice(sql)) };
}

/** @param price hundredths of a salute per missile */
function mintingAt({ cost, free_spin_every_hours, segments }: WheelRules, price: number): string | null {
  return describeMinting(
    computeWheelOdds({ segments, cost, missilePrice: price }),
    free_spin_every_hours !== null,
  );
}

/** Hundredths of a salute that a missile wins at most in the enabled grids, rounded up. */
function bestWorth(sql: Sql): number {
  const worths = listEnabledGrids(sql).map((rules) => {
    const { denominator, numerator } = missileWorth(rules);
    return Number((numerator + denominator - 1n) / denominator);
  });
  return Math.max(0, ...worths);
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
