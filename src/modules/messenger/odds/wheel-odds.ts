import { compareFractions, type Fraction, fraction } from "./fraction.ts";
import type { Outcome } from "./statistics.ts";

/** The parts of a segment that determine the odds. `amount` is in hundredths for salutes, otherwise whole. */
export interface OddsSegment {
  weight: number;
  kind: "salutes" | "missiles" | "free_spins" | "nothing";
  amount: number;
}

/** Amounts in hundredths of a salute. */
export interface OddsPrices {
  cost: number;
  missilePrice: number;
}

export interface WheelOdds {
  /**
   * Expected salutes per play, including the free spins that it wins: (salutes + missiles · price) / (1 − expected free
   * spins). Null if a play wins one or more free spins on average: the value is unbounded.
   */
  expectedValue: Fraction | null;
  expectedFreeSpins: Fraction;
  /** Expected value in per cent of the cost; null if a play is free or the value is unbounded. */
  returnPct: Fraction | null;
}

/** The exact expected value of a play (contract section 16). */
export function wheelOdds(segments: readonly OddsSegment[], { cost, missilePrice }: OddsPrices): WheelOdds {
  let weights = 0n;
  let hundredths = 0n;
  let freeSpins = 0n;
  for (const segment of segments) {
    const weight = BigInt(segment.weight);
    weights += weight;
    if (segment.kind === "free_spins") freeSpins += weight * BigInt(segment.amount);
    else hundredths += weight * BigInt(rewardValue(segment, missilePrice));
  }
  const expectedFreeSpins = fraction(freeSpins, weights);
  if (freeSpins >= weights) return { expectedValue: null, expectedFreeSpins, returnPct: null };
  const expectedValue = fraction(hundredths, 100n * (weights - freeSpins));
  const returnPct =
    cost === 0 ? null : fraction(expectedValue.numerator * 10_000n, expectedValue.denominator * BigInt(cost));
  return { expectedValue, expectedFreeSpins, returnPct };
}

/** Whether a play's expected value exceeds a maximum in salutes; false if it is unbounded, and thus null. */
export function isAboveMaximum({ expectedValue }: WheelOdds, maxExpectedValue: number): boolean {
  const maximum = fraction(BigInt(Math.round(maxExpectedValue * 100)), 100n);
  return expectedValue !== null && compareFractions(expectedValue, maximum) > 0;
}

/** A predicate about a wheel whose expected value is unbounded. */
export const NEVER_ENDS = "wins at least one free spin per play on average, so it never ends";

/** How a wheel creates salutes without end, as a predicate such as `returns more than its cost`; null if it does not. */
export function describeMinting(
  { expectedValue, returnPct }: WheelOdds,
  hasWaitingTime: boolean,
): string | null {
  if (expectedValue === null) return NEVER_ENDS;
  if (returnPct === null)
    return hasWaitingTime || expectedValue.numerator === 0n
      ? null
      : "pays, costs nothing and has no waiting time, so it can be played without end";
  return isAboveCost(returnPct) ? "returns more than its cost" : null;
}

/** Whether a return in per cent exceeds 100. */
export function isAboveCost(returnPct: Fraction): boolean {
  return compareFractions(returnPct, fraction(100n, 1n)) > 0;
}

/** Value of a reward in hundredths of a salute. A free spin has no value here: its own round counts instead. */
export function rewardValue(
  { kind, amount }: Pick<OddsSegment, "kind" | "amount">,
  missilePrice: number,
): number {
  if (kind === "salutes") return amount;
  return kind === "missiles" ? amount * missilePrice : 0;
}

/** The outcomes of a play by segment, with their payouts in salutes. */
export function wheelOutcomes(
  segments: readonly { weight: number; reward: Pick<OddsSegment, "kind" | "amount"> }[],
  missilePrice: number,
): Outcome[] {
  const weights = segments.reduce((sum, { weight }) => sum + weight, 0);
  return segments.map(({ reward, weight }) => ({
    probability: weight / weights,
    value: rewardValue(reward, missilePrice) / 100,
  }));
}
