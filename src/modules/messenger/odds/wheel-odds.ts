import { compareFractions, type Fraction, fraction } from "./fraction.ts";
import { type Moments, moments } from "./statistics.ts";

/** A segment as the odds see it. `amount` is in hundredths for salutes, else whole. */
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
   * Salutes that one play is worth, the free spins that it wins played out: (salutes + missiles · price) / (1 − expected
   * free spins). Null where a play wins one free spin or more on average: its worth has no bound.
   */
  expectedValue: Fraction | null;
  expectedFreeSpins: Fraction;
  /** Per cent of the cost; null without a cost or a bound. */
  returnPct: Fraction | null;
}

/** The exact worth of a play (contract section 16). */
export function wheelOdds(segments: readonly OddsSegment[], { cost, missilePrice }: OddsPrices): WheelOdds {
  let weights = 0n;
  let hundredths = 0n;
  let freeSpins = 0n;
  for (const segment of segments) {
    const weight = BigInt(segment.weight);
    weights += weight;
    if (segment.kind === "free_spins") freeSpins += weight * BigInt(segment.amount);
    else hundredths += weight * BigInt(worthOf(segment, missilePrice));
  }
  const expectedFreeSpins = fraction(freeSpins, weights);
  if (freeSpins >= weights) return { expectedValue: null, expectedFreeSpins, returnPct: null };
  const expectedValue = fraction(hundredths, 100n * (weights - freeSpins));
  const returnPct =
    cost === 0 ? null : fraction(expectedValue.numerator * 10_000n, expectedValue.denominator * BigInt(cost));
  return { expectedValue, expectedFreeSpins, returnPct };
}

/** Why a wheel with these odds may not be saved, as words that follow its name; null where it may. */
export function excessOf({ expectedValue, returnPct }: WheelOdds, maxExpectedValue: number): string | null {
  if (expectedValue === null) return "wins at least one free spin per play on average, so it never ends";
  const most = fraction(BigInt(Math.round(maxExpectedValue * 100)), 100n);
  if (compareFractions(expectedValue, most) > 0)
    return `is worth more than ${maxExpectedValue} salutes per play`;
  if (returnPct !== null && compareFractions(returnPct, fraction(100n, 1n)) > 0)
    return "returns more than its cost";
  return null;
}

/** Hundredths of a salute that one round pays out itself; a free spin pays as the round that it becomes. */
export function worthOf(
  { kind, amount }: Pick<OddsSegment, "kind" | "amount">,
  missilePrice: number,
): number {
  if (kind === "salutes") return amount;
  return kind === "missiles" ? amount * missilePrice : 0;
}

/** Mean and spread of what one round pays out, in salutes. */
export function payoutMoments(segments: readonly OddsSegment[], missilePrice: number): Moments {
  const weights = segments.reduce((sum, { weight }) => sum + weight, 0);
  return moments(
    segments.map((segment) => ({
      probability: segment.weight / weights,
      value: worthOf(segment, missilePrice) / 100,
    })),
  );
}
