import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compareDecimals, formatDecimal, normalDecimal } from "../../../../src/kit/money.ts";
import {
  evaluate,
  type RunFigures,
} from "../../../../src/modules/transparency/public-audits/rules/alerts.ts";
import { compareTypes } from "../../../../src/modules/transparency/public-audits/rules/compare-types.ts";
import { changePct } from "../../../../src/modules/transparency/public-audits/rules/percent.ts";
import {
  countStatuses,
  trendPoints,
} from "../../../../src/modules/transparency/public-audits/rules/trend.ts";

describe("a percentage change", () => {
  test("is rounded to two decimals in both directions, and null on a base of 0", () => {
    expect([changePct(1, 3), changePct(-1, 3), changePct(2, 3), changePct(0, 3), changePct(7, 0)]).toEqual([
      33.33,
      -33.33,
      66.67,
      0,
      null,
    ]);
  });
});

describe("a trend", () => {
  test("has no change at the first point; later changes are relative to the previous point", () => {
    const measured = [0, 4, 3].map((value, index) => ({
      run: `r${index}`,
      label: "l",
      rows_total: 9,
      value,
    }));
    expect(
      trendPoints(measured, "sigs").map((each) => [
        each.metric,
        each.metric_value,
        each.metric_delta,
        each.metric_delta_pct,
        each.rows_total,
      ]),
    ).toEqual([
      ["sigs", 0, null, null, 9],
      ["sigs", 4, 4, null, 9],
      ["sigs", 3, -1, -25, 9],
    ]);
  });

  test("counts every incomplete run as other", () => {
    const runs = [
      { overall: "ok", isComplete: true },
      { overall: "bad", isComplete: true },
      { overall: "bad", isComplete: false },
    ] as const;
    expect(countStatuses(runs)).toEqual({ ok: 1, warn: 0, bad: 1, other: 1 });
  });
});

describe("a difference by type", () => {
  test("has one row per type found by either run, sorted by name, with latest minus selected", () => {
    const rows = compareTypes(
      { supply_increase: 2, balance_break: 1 },
      { large_transfer: 3, balance_break: 3 },
    );
    expect(rows).toEqual([
      { type: "balance_break", selected: 1, latest: 3, delta: 2, pct_delta: 200 },
      { type: "large_transfer", selected: 0, latest: 3, delta: 3, pct_delta: null },
      { type: "supply_increase", selected: 2, latest: 0, delta: -2, pct_delta: -100 },
    ]);
  });
});

describe("alerts", () => {
  const run = (overall: RunFigures["overall"], sigs: number, rows: number): RunFigures => ({
    run: "20261121T011000Z",
    overall,
    signatures_with_anomalies: sigs,
    rows_total: rows,
  });
  const limits = { sigs_increase_threshold_pct: 25, rows_increase_threshold_pct: 25, min_increase: 5 };
  const level = (now: RunFigures, before: RunFigures | null, thresholds = limits) =>
    evaluate(now, before, thresholds).alert_level;

  test("a threshold is exceeded only by a greater increase, not by an equal one", () => {
    expect(level(run("ok", 0, 125), run("ok", 0, 100))).toBe("ok");
    expect(level(run("ok", 0, 126), run("ok", 0, 100))).toBe("warn");
    expect(level(run("ok", 126, 0), run("ok", 100, 0))).toBe("warn");
  });

  test("an increase below the minimum never exceeds; from 0 any other does", () => {
    expect(level(run("ok", 0, 8), run("ok", 0, 4))).toBe("ok");
    expect(level(run("ok", 0, 9), run("ok", 0, 4))).toBe("warn");
    expect(level(run("ok", 0, 4), run("ok", 0, 0))).toBe("ok");
    expect(level(run("ok", 0, 5), run("ok", 0, 0), { ...limits, rows_increase_threshold_pct: 10_000 })).toBe(
      "warn",
    );
  });

  test("only deterioration alerts: neither bad to warn nor bad to bad", () => {
    expect(level(run("bad", 1, 1), run("warn", 1, 1))).toBe("bad");
    expect(level(run("warn", 1, 1), run("ok", 1, 1))).toBe("warn");
    expect(level(run("warn", 1, 1), run("bad", 1, 1))).toBe("ok");
    expect(level(run("bad", 1, 1), run("bad", 1, 1))).toBe("ok");
    expect(level(run("other", 1, 1), run("ok", 1, 1))).toBe("ok");
  });

  test("without a baseline the alert follows overall, and nothing is exceeded", () => {
    const found = evaluate(run("warn", 90, 90), null, limits);
    expect(found.alert_level).toBe("warn");
    expect(
      found.comparisons.map(({ baseline, delta, delta_pct, exceeded }) => [
        baseline,
        delta,
        delta_pct,
        exceeded,
      ]),
    ).toEqual([
      [null, null, null, false],
      [null, null, null, false],
    ]);
    expect(level(run("bad", 0, 0), null)).toBe("bad");
    expect(level(run("ok", 90, 90), null)).toBe("ok");
  });
});

describe("amounts as texts", () => {
  const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 9 }));

  test("are ordered like numbers", () => {
    fc.assert(
      fc.property(amount, amount, ([a, aDecimals], [b, bDecimals]) => {
        const scaled = a * 10n ** BigInt(9 - aDecimals) - b * 10n ** BigInt(9 - bDecimals);
        const found = compareDecimals(formatDecimal(a, aDecimals), formatDecimal(b, bDecimals));
        expect(Math.sign(found)).toBe(scaled === 0n ? 0 : scaled < 0n ? -1 : 1);
      }),
    );
  });

  test("lose leading and trailing zeros; anything but a plain decimal gives null", () => {
    expect(["0012.500", "0", "7", "000.10"].map(normalDecimal)).toEqual(["12.5", "0", "7", "0.1"]);
    expect(["", "-1", "1e3", ".5", "1."].map(normalDecimal)).toEqual([null, null, null, null, null]);
  });
});
