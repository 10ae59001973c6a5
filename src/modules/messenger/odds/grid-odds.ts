import { type Fraction, fraction } from "./fraction.ts";

/** A grid's rules as the odds see them; amounts in hundredths of a salute. */
export interface GridRules {
  tiles: number;
  mines: number;
  targets: number;
  reward_per_target: number;
  clear_bonus: number;
  missile_price: number;
}

/** A round played until every target is found or a mine is hit, whatever the order of cells. */
export interface GridOdds {
  /** Of the first reveal. */
  target: Fraction;
  mine: Fraction;
  /** That every target is found. */
  cleared: Fraction;
  /** Missiles used. */
  reveals: Fraction;
  /** Salutes won. */
  expectedValue: Fraction;
  /** Per cent of what the missiles cost; null where they cost nothing. */
  returnPct: Fraction | null;
}

export function gridOdds(rules: GridRules): GridOdds {
  const { clear_bonus, mines, missile_price, reward_per_target, targets, tiles } = rules;
  const marked = choose(mines + targets, targets);
  // Each target is found where it comes before every mine.
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

/** The sum over k of the chance that a round goes on after k reveals: no mine among them, and not every target. */
function expectedReveals({ mines, targets, tiles }: GridRules): Fraction {
  let [numerator, denominator] = [0n, 1n];
  for (let k = 0; k <= tiles - mines; k++) {
    const goingOn = choose(tiles - mines, k) - choose(tiles - mines - targets, k - targets);
    const all = choose(tiles, k);
    const sum = fraction(numerator * all + goingOn * denominator, denominator * all);
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
