import { Type } from "@sinclair/typebox";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { remembered } from "../../../kit/remembered.ts";
import { compareFractions, type Fraction, fraction } from "./fraction.ts";
import { GridRules } from "./grid-odds.ts";

const MAX_REMEMBERED = 500;

/**
 * The highest return on bought missiles that any way of playing reaches, in per cent. A player may give a round up after
 * any reveal and start the next one free of charge, so the return of rounds played to their end is only one of many.
 * Null if missiles are free and a round can pay: the return is unbounded.
 */
export function bestGridReturn(rules: GridRules): Fraction | null {
  const { denominator, numerator } = missileWorth(rules);
  if (rules.missile_price > 0) return fraction(numerator * 100n, denominator * BigInt(rules.missile_price));
  return numerator === 0n ? fraction(0n, 1n) : null;
}

/** Hundredths of a salute that a missile wins on average by the best way of playing. */
export function missileWorth(rules: Omit<GridRules, "missile_price">): Fraction {
  const { clear_bonus, mines, reward_per_target, targets, tiles } = rules;
  return computeWorth(JSON.stringify({ clear_bonus, mines, reward_per_target, targets, tiles }));
}

const RULES = checkedJson("The rules of a grid", Type.Omit(GridRules, ["missile_price"]));

/** By Dinkelbach's method: exact, and finite in steps. */
const computeWorth = remembered(MAX_REMEMBERED, (text: string): Fraction => {
  const rules = RULES.read(text);
  let best = fraction(0n, 1n);
  for (;;) {
    const { missiles, won } = bestStrategy(rules, best);
    const reached = fraction(won, missiles);
    if (compareFractions(reached, best) <= 0) return best;
    best = reached;
  }
});

interface Strategy {
  /** The gain over the missiles' cost, times the cost's denominator. */
  gain: bigint;
  won: bigint;
  missiles: bigint;
}

const STOPPED: Strategy = { gain: 0n, won: 0n, missiles: 0n };

/**
 * The strategy of highest gain at a cost per missile that reveals at least one cell. Dynamic programming over the hidden
 * empty cells and targets; each figure is multiplied by the number of layouts of its state, which keeps it whole.
 */
function bestStrategy(
  { clear_bonus, mines, reward_per_target, targets, tiles }: Omit<GridRules, "missile_price">,
  cost: Fraction,
): Strategy {
  const layouts = countLayouts(tiles, mines);
  let withFewerEmpty: Strategy[] = [];
  for (let empty = 0; empty <= tiles - mines - targets; empty++) {
    const row: Strategy[] = [STOPPED];
    for (let hidden = 1; hidden <= targets; hidden++) {
      const found = row[hidden - 1] ?? STOPPED;
      const missed = withFewerEmpty[hidden] ?? STOPPED;
      const reward = BigInt(reward_per_target + (hidden === 1 ? clear_bonus : 0));
      const paid = reward * layouts(empty, hidden - 1);
      const all = layouts(empty, hidden);
      const played: Strategy = {
        gain: found.gain + missed.gain + paid * cost.denominator - all * cost.numerator,
        won: found.won + missed.won + paid,
        missiles: found.missiles + missed.missiles + all,
      };
      const isStart = empty === tiles - mines - targets && hidden === targets;
      row.push(isStart || played.gain > 0n ? played : STOPPED);
    }
    withFewerEmpty = row;
  }
  return withFewerEmpty[targets] ?? STOPPED;
}

/** Returns a function that counts the ways to place empty cells, targets and all mines on as many cells. */
function countLayouts(tiles: number, mines: number): (empty: number, targets: number) => bigint {
  const factorials = [1n];
  for (let n = 1; n <= tiles; n++) factorials.push((factorials[n - 1] ?? 1n) * BigInt(n));
  const factorial = (n: number): bigint => factorials[n] ?? 1n;
  return (empty, targets) =>
    factorial(empty + targets + mines) / (factorial(empty) * factorial(targets) * factorial(mines));
}
