import { type Static, Type } from "@sinclair/typebox";
import { type Fraction, fraction } from "./fraction.ts";
import type { Outcome } from "./statistics.ts";

/** The rules that determine a grid's odds; amounts in hundredths of a salute. */
export const GridRules = Type.Object({
  tiles: Type.Number(),
  mines: Type.Number(),
  targets: Type.Number(),
  reward_per_target: Type.Number(),
  clear_bonus: Type.Number(),
  missile_price: Type.Number(),
});
export type GridRules = Static<typeof GridRules>;

/** Odds of a round played until every target is found or a mine is hit; the order of cells does not matter. */
export interface GridOdds {
  /** Probability that the first reveal finds a target. */
  target: Fraction;
  /** Probability that the first reveal hits a mine. */
  mine: Fraction;
  /** Probability that every target is found. */
  cleared: Fraction;
  /** Expected number of missiles used. */
  reveals: Fraction;
  /** Expected salutes won. */
  expectedValue: Fraction;
  /** Expected value in per cent of the missiles' cost; null if missiles are free. */
  returnPct: Fraction | null;
}

export function gridOdds(rules: GridRules): GridOdds {
  const { clear_bonus, mines, missile_price, reward_per_target, targets, tiles } = rules;
  const marked = choose(mines + targets, targets);
  // A target is found if it precedes every mine in the order of reveals.
  const found = fraction(BigInt(targets), BigInt(mines + 1));
  const won = BigInt(reward_per_target) * found.numerator * marked + BigInt(clear_bonus) * found.denominator;
  const expectedValue = fraction(won, 100n * found.denominator * marked);
  const reveals = expectedReveals(rules);
  const price = BigInt(missile_price);
  return {
    target: fraction(BigInt(targets), BigInt(tiles)),
    mine: fraction(BigInt(mines), BigInt(tiles)),
    cleared: fraction(1n, marked),
    reveals,
    expectedValue,
    returnPct:
      price === 0n
        ? null
        : fraction(
            expectedValue.numerator * 10_000n * reveals.denominator,
            expectedValue.denominator * reveals.numerator * price,
          ),
  };
}

/** The outcomes of a round's first reveal: empty, target, mine. */
export function firstRevealOutcomes(rules: Omit<GridRules, "clear_bonus" | "missile_price">): Outcome[] {
  const { mines, reward_per_target, targets, tiles } = rules;
  return [
    { probability: (tiles - mines - targets) / tiles, value: 0 },
    { probability: targets / tiles, value: reward_per_target / 100 },
    { probability: mines / tiles, value: 0 },
  ];
}

/** The sum over k of the probability that a round continues after k reveals: no mine, and not every target yet. */
function expectedReveals({ mines, targets, tiles }: GridRules): Fraction {
  let [numerator, denominator] = [0n, 1n];
  for (let k = 0; k <= tiles - mines; k++) {
    const continuing = choose(tiles - mines, k) - choose(tiles - mines - targets, k - targets);
    const all = choose(tiles, k);
    const sum = fraction(numerator * all + continuing * denominator, denominator * all);
    numerator = sum.numerator;
    denominator = sum.denominator;
  }
  return { numerator, denominator };
}

function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let result = 1n;
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i);
  return result;
}
