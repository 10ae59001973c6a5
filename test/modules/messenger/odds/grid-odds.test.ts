import { describe, expect, test } from "bun:test";
import {
  bestGridReturn,
  fractionNumber,
  fractionText,
  gridOdds,
  simulateGrid,
} from "../../../../src/modules/messenger/odds/index.ts";

const RULES = {
  tiles: 6,
  mines: 2,
  targets: 2,
  reward_per_target: 150,
  clear_bonus: 500,
  missile_price: 200,
};

/** Every order of revealing all cells: the first `mines` cells are mines, the next ones targets. */
function orders(cells: readonly number[]): number[][] {
  if (cells.length === 0) return [[]];
  return cells.flatMap((cell) =>
    orders(cells.filter((each) => each !== cell)).map((rest) => [cell, ...rest]),
  );
}

function playOut(
  order: readonly number[],
  { mines, targets }: typeof RULES,
): { found: number; reveals: number } {
  let [found, reveals] = [0, 0];
  for (const cell of order) {
    reveals++;
    if (cell < mines) break;
    if (cell < mines + targets) found++;
    if (found === targets) break;
  }
  return { found, reveals };
}

describe("the odds of a grid", () => {
  test("equal the result of playing every order of cells", () => {
    const played = orders([0, 1, 2, 3, 4, 5]).map((order) => playOut(order, RULES));
    const mean = (pick: (each: { found: number; reveals: number }) => number) =>
      played.reduce((sum, each) => sum + pick(each), 0) / played.length;
    const odds = gridOdds(RULES);
    const won = mean(({ found }) => found * 1.5 + (found === RULES.targets ? 5 : 0));
    expect(fractionNumber(odds.expectedValue)).toBeCloseTo(won, 12);
    expect(fractionNumber(odds.reveals)).toBeCloseTo(
      mean(({ reveals }) => reveals),
      12,
    );
    expect(fractionNumber(odds.cleared)).toBeCloseTo(
      mean(({ found }) => (found === RULES.targets ? 1 : 0)),
      12,
    );
    const { returnPct } = odds;
    expect(returnPct === null ? 0 : fractionNumber(returnPct)).toBeCloseTo(
      (100 * won) / (2 * mean((each) => each.reveals)),
      9,
    );
    expect([odds.target, odds.mine].map(fractionText)).toEqual(["1/3", "1/3"]);
  });

  test("have no return for free missiles, and are correct for minimal and maximal rules", () => {
    expect(gridOdds({ ...RULES, missile_price: 0 }).returnPct).toBeNull();
    const full = gridOdds({ ...RULES, tiles: 100, mines: 1, targets: 99 });
    expect([fractionText(full.cleared), fractionText(full.reveals)]).toEqual(["1/100", "5049/100"]);
  });

  test("agree with the deterministic simulation", () => {
    const rules = { ...RULES, tiles: 25, mines: 3, targets: 5 };
    const drawn = simulateGrid(rules, "seed");
    expect(drawn).toEqual(simulateGrid(rules, "seed"));
    expect(Math.abs(drawn.mean / fractionNumber(gridOdds(rules).expectedValue) - 1)).toBeLessThan(0.05);
  });
});

describe("the highest return of a grid", () => {
  /** Salutes won and missiles used in a round that is given up in the states of a set, by probability. */
  function play(
    rules: typeof RULES,
    givenUp: ReadonlySet<string>,
    state = { empty: rules.tiles - rules.mines - rules.targets, hidden: rules.targets },
  ): { won: number; missiles: number } {
    const { empty, hidden } = state;
    if (hidden === 0 || givenUp.has(`${empty},${hidden}`)) return { won: 0, missiles: 0 };
    const cells = empty + hidden + rules.mines;
    const found = play(rules, givenUp, { empty, hidden: hidden - 1 });
    const missed = empty === 0 ? { won: 0, missiles: 0 } : play(rules, givenUp, { empty: empty - 1, hidden });
    const paid = rules.reward_per_target + (hidden === 1 ? rules.clear_bonus : 0);
    return {
      won: (hidden / cells) * (paid + found.won) + (empty / cells) * missed.won,
      missiles: 1 + (hidden / cells) * found.missiles + (empty / cells) * missed.missiles,
    };
  }

  /** All sets of states after the first reveal. */
  function strategies({ mines, targets, tiles }: typeof RULES): Set<string>[] {
    const states = Array.from({ length: tiles - mines - targets + 1 }, (_, empty) =>
      Array.from({ length: targets }, (_, hidden) => `${empty},${hidden + 1}`),
    ).flat();
    const later = states.filter((state) => state !== `${tiles - mines - targets},${targets}`);
    return Array.from(
      { length: 2 ** later.length },
      (_, bits) => new Set(later.filter((_, index) => (bits >> index) & 1)),
    );
  }

  test.each([
    RULES,
    { ...RULES, clear_bonus: 0 },
    { ...RULES, tiles: 8, mines: 1, targets: 3, clear_bonus: 90 },
    { ...RULES, tiles: 7, mines: 3, targets: 2, reward_per_target: 0 },
  ])("equals that of the best of all strategies, %o", (rules) => {
    const returns = strategies(rules).map((givenUp) => {
      const { missiles, won } = play(rules, givenUp);
      return (100 * won) / (missiles * rules.missile_price);
    });
    const best = bestGridReturn(rules);
    expect(best === null ? 0 : fractionNumber(best)).toBeCloseTo(Math.max(...returns), 9);
  });

  test("is unbounded if missiles are free and a round can pay", () => {
    expect(bestGridReturn({ ...RULES, missile_price: 0 })).toBeNull();
    const nothing = { ...RULES, missile_price: 0, reward_per_target: 0, clear_bonus: 0 };
    expect(bestGridReturn(nothing)).toEqual({ numerator: 0n, denominator: 1n });
  });
});
