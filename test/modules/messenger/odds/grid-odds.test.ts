import { describe, expect, test } from "bun:test";
import {
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
