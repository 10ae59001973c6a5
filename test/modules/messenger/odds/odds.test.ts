import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  chiSquared,
  computeInterval,
  decimalText,
  describeMinting,
  fractionText,
  isAboveMaximum,
  moments,
  type OddsSegment,
  simulateWheel,
  wheelOdds,
  wheelOutcomes,
  Z_95,
} from "../../../../src/modules/messenger/odds/index.ts";

const salutes = (weight: number, amount: number): OddsSegment => ({ weight, kind: "salutes", amount });
const nothing = (weight: number): OddsSegment => ({ weight, kind: "nothing", amount: 0 });
const freeSpins = (weight: number, amount: number): OddsSegment => ({ weight, kind: "free_spins", amount });

describe("expected value", () => {
  test("is an exact fraction in lowest terms, with an exact decimal if it is short", () => {
    const { expectedValue, returnPct } = wheelOdds([nothing(3), salutes(1, 1000)], {
      cost: 500,
      missilePrice: 0,
    });
    expect(expectedValue === null ? "" : fractionText(expectedValue)).toBe("5/2");
    expect(expectedValue === null ? "" : decimalText(expectedValue)).toBe("2.5");
    expect(returnPct === null ? "" : decimalText(returnPct)).toBe("50");
  });

  test("a non-terminating decimal has at least 8 places", () => {
    const { expectedValue } = wheelOdds([nothing(2), salutes(1, 100)], { cost: 0, missilePrice: 0 });
    expect(expectedValue === null ? "" : decimalText(expectedValue)).toBe("0.333333333333");
  });

  test("missiles count at their price, and free spins as further plays", () => {
    const segments: OddsSegment[] = [
      { weight: 1, kind: "missiles", amount: 4 },
      freeSpins(1, 1),
      salutes(2, 50),
    ];
    const { expectedValue } = wheelOdds(segments, { cost: 0, missilePrice: 25 });
    // (4 · 0.25 + 2 · 0.5) / 4, over 1 − 1/4
    expect(expectedValue === null ? "" : fractionText(expectedValue)).toBe("2/3");
  });

  test("a wheel with one or more free spins per play is unbounded", () => {
    const odds = wheelOdds([freeSpins(1, 2), nothing(1)], { cost: 100, missilePrice: 0 });
    expect(odds).toMatchObject({ expectedValue: null, returnPct: null });
    expect(describeMinting(odds, true)).toContain("never ends");
  });

  test("a wheel at the maximum or at its cost is accepted, one above either is not", () => {
    const oddsOf = (amount: number, cost: number) =>
      wheelOdds([salutes(1, amount)], { cost, missilePrice: 0 });
    expect(isAboveMaximum(oddsOf(10_000, 0), 100)).toBe(false);
    expect(isAboveMaximum(oddsOf(10_001, 0), 100)).toBe(true);
    expect(describeMinting(oddsOf(500, 500), false)).toBeNull();
    expect(describeMinting(oddsOf(501, 500), false)).toContain("more than its cost");
  });

  test("a free wheel that pays needs a waiting time", () => {
    const odds = wheelOdds([salutes(1, 1)], { cost: 0, missilePrice: 0 });
    expect(describeMinting(odds, false)).toContain("without end");
    expect(describeMinting(odds, true)).toBeNull();
    const worthless = wheelOdds([nothing(1)], { cost: 0, missilePrice: 0 });
    expect(describeMinting(worthless, false)).toBeNull();
  });

  test("agrees with a naive sum of probabilities", () => {
    const segment = fc.record({
      weight: fc.integer({ min: 1, max: 1_000_000 }),
      kind: fc.constantFrom("salutes" as const, "missiles" as const, "nothing" as const),
      amount: fc.integer({ min: 0, max: 100_000 }),
    });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 24 }), (segments) => {
        const { expectedValue } = wheelOdds(segments, { cost: 0, missilePrice: 150 });
        if (expectedValue === null) throw new Error("no free spins, no bound");
        const exact = Number(expectedValue.numerator) / Number(expectedValue.denominator);
        const rewards = segments.map(({ weight, ...reward }) => ({ weight, reward }));
        expect(exact).toBeCloseTo(moments(wheelOutcomes(rewards, 150)).mean, 6);
      }),
    );
  });
});

describe("chi-squared test", () => {
  test("chi squared and p match published tables", () => {
    const fair = chiSquared([25, 25, 25, 25], [0.25, 0.25, 0.25, 0.25]);
    expect(fair).toEqual({ chi2: 0, p: 1 });
    // 3 degrees of freedom: 7.815 is the 5 % point.
    const off = chiSquared([44, 56, 44, 56], [0.25, 0.25, 0.25, 0.25]);
    expect(off?.chi2).toBeCloseTo(2.88, 10);
    expect(off?.p).toBeCloseTo(0.41049, 4);
    // 1 degree of freedom: 3.841 is the 5 % point.
    expect(chiSquared([50 + 9.8, 50 - 9.8], [0.5, 0.5])?.p).toBeCloseTo(0.05, 3);
  });

  test("p is accurate in both tails", () => {
    expect(chiSquared([500, 500], [0.5, 0.5])?.p).toBe(1);
    expect(chiSquared([1000, 0], [0.5, 0.5])?.p).toBeLessThan(1e-200);
    const many = Array.from({ length: 24 }, () => 1 / 24);
    expect(
      chiSquared(
        many.map((_, index) => (index % 2 === 0 ? 12 : 8)),
        many,
      )?.p,
    ).toBeCloseTo(0.9935, 4);
  });

  test("is null if a cell expects fewer than 5, or without rounds", () => {
    expect(chiSquared([40, 0], [0.9, 0.1])).toBeNull();
    expect(chiSquared([0, 0], [0.5, 0.5])).toBeNull();
    expect(chiSquared([10], [1])).toBeNull();
    expect(chiSquared([45, 5], [0.9, 0.1])).not.toBeNull();
  });
});

test("an interval is n·mean ± z·σ·√n", () => {
  const coin = moments([
    { probability: 0.5, value: 0 },
    { probability: 0.5, value: 2 },
  ]);
  expect(coin).toEqual({ mean: 1, sigma: 1 });
  const { expected, low, high } = computeInterval(coin, 400, Z_95);
  expect([expected, low, high].map((each) => Math.round(each * 100) / 100)).toEqual([400, 360.8, 439.2]);
});

describe("simulation", () => {
  const wheel = [nothing(5), salutes(4, 100), salutes(1, 2000), freeSpins(2, 1)];

  test("is deterministic by seed, and the mean is near the expected value", () => {
    const [one, two] = [simulateWheel(wheel, 0, "seed"), simulateWheel(wheel, 0, "seed")];
    expect(one).toEqual(two);
    const { expectedValue } = wheelOdds(wheel, { cost: 0, missilePrice: 0 });
    expect(Math.abs(one.mean - Number(decimalText(expectedValue ?? never())))).toBeLessThan(0.3);
  });

  test("counts every player in the histogram once, and percentiles increase", () => {
    const { histogram, percentiles, players } = simulateWheel(wheel, 0, "another");
    expect(histogram.reduce((sum, bar) => sum + bar.players, 0)).toBe(players);
    const values = percentiles.map(({ salutes: won }) => won);
    expect(values.toSorted((a, b) => a - b)).toEqual(values);
  });

  test("a wheel without rewards has one histogram bar", () => {
    expect(simulateWheel([nothing(1)], 0, "dull").histogram).toHaveLength(1);
  });

  function never(): never {
    throw new Error("this wheel is bounded");
  }
});
