import { describe, expect, test } from "bun:test";
import { CHECKS } from "../../../../src/compose/modules.ts";
import { levelAbove, pickWorst } from "../../../../src/modules/platform/checks/index.ts";
import { byHour, standsUntil } from "../../../../src/modules/status/system/history/spans.ts";
import { computeUptime, uptimeTone } from "../../../../src/modules/status/system/rules.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

describe("levels", () => {
  test("the worst level counts; without any it is ok", () => {
    expect([pickWorst([]), pickWorst(["ok", "warn"]), pickWorst(["bad", "ok", "warn"])]).toEqual([
      "ok",
      "warn",
      "bad",
    ]);
  });

  test("a value equal to the limit reaches it", () => {
    expect([4.9, 5, 9.9, 10].map((value) => levelAbove(value, 5, 10))).toEqual(["ok", "warn", "warn", "bad"]);
  });
});

describe("stored states of a snapshot", () => {
  test("are decoded as they were encoded; a check that the build lacked is missing", () => {
    const letters = CHECKS.encode(
      new Map([
        ["database", "ok"],
        ["jobs", "warn"],
        ["rpc", "bad"],
        ["backup", "maintenance"],
      ]),
    );
    expect(letters).toMatch(/^ow-b-----m-*$/);
    expect([...CHECKS.decode(letters)]).toEqual([
      ["database", "ok"],
      ["jobs", "warn"],
      ["rpc", "bad"],
      ["backup", "maintenance"],
    ]);
  });

  test("a snapshot of an older build with fewer checks is readable: checks may only be added at the end", () => {
    expect([...CHECKS.decode("ob")]).toEqual([
      ["database", "ok"],
      ["jobs", "bad"],
    ]);
    expect(CHECKS.names.slice(0, 10)).toEqual([
      "database",
      "jobs",
      "reliability",
      "rpc",
      "transaction_sync",
      "holder_cache",
      "public_stats",
      "mint_authority",
      "webhooks",
      "backup",
    ]);
  });
});

describe("uptime", () => {
  const of = (ok: number, warn: number, bad: number, maintenance: number, hours = 24) =>
    computeUptime({ ok, warn, bad, maintenance }, hours * HOUR_MS);

  test("maintenance and unknown time are left out", () => {
    const { seconds, coverage, degraded_pct, uptime_pct } = of(6 * HOUR_MS, HOUR_MS, HOUR_MS, 4 * HOUR_MS);
    expect(seconds).toEqual({ ok: 21_600, warn: 3_600, bad: 3_600, maintenance: 14_400, unknown: 43_200 });
    expect([coverage, degraded_pct, uptime_pct]).toEqual([0.5, 25, 75]);
  });

  test("a window without known time, or with maintenance only, is null, not 100", () => {
    expect(of(0, 0, 0, 0)).toMatchObject({ coverage: 0, degraded_pct: null, uptime_pct: null });
    expect(of(0, 0, 0, HOUR_MS)).toMatchObject({ degraded_pct: null, uptime_pct: null });
  });

  test("degraded is rounded up and uptime down, to 3 decimals: one bad second in 90 days shows", () => {
    const day90 = 2160 * HOUR_MS;
    expect(of(day90 - 1000, 0, 1000, 0, 2160)).toMatchObject({ degraded_pct: 0.001, uptime_pct: 99.999 });
    expect(of(2 * HOUR_MS, HOUR_MS, 0, 0)).toMatchObject({ degraded_pct: 33.334, uptime_pct: 66.666 });
    expect(of(HOUR_MS, 0, 0, 0)).toMatchObject({ degraded_pct: 0, uptime_pct: 100 });
  });

  test("fractions of a second are rounded to our disadvantage, and the sum is exactly the window", () => {
    const { seconds } = of(HOUR_MS - 1, 1, 0, 0, 1);
    expect(seconds).toEqual({ ok: 3_599, warn: 1, bad: 0, maintenance: 0, unknown: 0 });
    expect(of(HOUR_MS, 500, 500, 500, 1).seconds).toEqual({
      ok: 3_598,
      warn: 1,
      bad: 1,
      maintenance: 0,
      unknown: 0,
    });
  });
});

test("an uptime is shown as good or bad once a day of it was measured, and not before", () => {
  const toneOf = (ok: number, bad: number) =>
    uptimeTone(computeUptime({ ok, bad, warn: 0, maintenance: 0 }, 90 * 24 * HOUR_MS));
  expect(toneOf(0, 0)).toBe("unknown");
  expect([toneOf(23 * HOUR_MS, 0), toneOf(24 * HOUR_MS, 0)]).toEqual(["unknown", "ok"]);
  expect(toneOf(50 * MINUTE_MS, 10 * MINUTE_MS)).toBe("unknown");
  expect(toneOf(23 * HOUR_MS, HOUR_MS - MINUTE_MS)).toBe("unknown");
  expect(toneOf(23 * HOUR_MS, HOUR_MS)).toBe("bad");
  expect(toneOf(240 * HOUR_MS, HOUR_MS)).toBe("warn");
});

describe("the time for which a snapshot counts", () => {
  test.each([
    ["until the next, a minute later", 60_000, 60_000],
    ["until the next, half a minute late", 90_000, 90_000],
    ["for its own minute, where the next is missing", 90_001, 60_000],
    ["until the next, where that comes sooner", 3_000, 3_000],
  ])("%s", (_, gap, stands) => {
    expect(standsUntil(1_000, 1_000 + gap, 9e12)).toBe(1_000 + stands);
  });

  test("the newest counts until now, at most for a minute", () => {
    expect([standsUntil(0, null, 5_000), standsUntil(0, null, 500_000)]).toEqual([5_000, MINUTE_MS]);
  });

  test("a span is split at clock hours without loss", () => {
    expect([...byHour(HOUR_MS - 1_000, 2 * HOUR_MS + 500)]).toEqual([
      { hour: 0, ms: 1_000 },
      { hour: 1, ms: HOUR_MS },
      { hour: 2, ms: 500 },
    ]);
  });
});
