import { describe, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import {
  advance,
  coversReward,
  decideReport,
  isOpen,
  isReportable,
  type ReportFacts,
  toPercent,
} from "../../../../src/modules/messenger/missions/rules.ts";

const FINE: ReportFacts = {
  isEnrolled: true,
  isReportable: true,
  isReplay: false,
  isCapReached: false,
  cooldownMs: 0,
  perHour: null,
  sinceLastMs: null,
  countedLastHour: 0,
  countedLastSecond: 0,
  shadow: false,
};

describe("decisions", () => {
  test("follow the contract's order of precedence", () => {
    const faults: [Partial<ReportFacts>, string][] = [
      [{ isEnrolled: false }, "not_enrolled"],
      [{ isReportable: false }, "not_reportable"],
      [{ isReplay: true }, "replay"],
      [{ isCapReached: true }, "cap_reached"],
      [{ cooldownMs: 1000, sinceLastMs: 999 }, "cooldown"],
      [{ perHour: 3, countedLastHour: 3 }, "velocity"],
      [{ countedLastSecond: 10 }, "review"],
    ];
    for (const [index, [, decision]] of faults.entries()) {
      const facts = Object.assign({}, FINE, ...faults.slice(index).map(([fault]) => fault));
      expect(decideReport(facts).decision).toBe(decision as "allowed");
    }
    expect(decideReport(FINE)).toEqual({ decision: "allowed", shadowed: null });
  });

  test("limits apply up to their exact bounds", () => {
    expect(decideReport({ ...FINE, cooldownMs: 1000, sinceLastMs: 1000 }).decision).toBe("allowed");
    expect(decideReport({ ...FINE, perHour: 3, countedLastHour: 2 }).decision).toBe("allowed");
  });

  test("in shadow mode a limit is recorded but not enforced", () => {
    const cooled = { ...FINE, cooldownMs: 1000, sinceLastMs: 1, shadow: true };
    expect(decideReport(cooled)).toEqual({ decision: "allowed", shadowed: "cooldown" });
    expect(decideReport({ ...cooled, isReplay: true })).toEqual({ decision: "replay", shadowed: null });
  });

  test("only kinds of the app can be reported, and only to missions that count them", () => {
    expect(isReportable("visit", "visit")).toBe(true);
    expect(isReportable("visit", "open_app")).toBe(false);
    expect(isReportable("spins", "spins")).toBe(false);
  });
});

describe("progress", () => {
  const day = (n: number) => 20_000 * DAY_MS + n * DAY_MS;

  test("never exceeds the target", () => {
    expect(advance({ value: 8, lastDay: null }, { kind: "grid_targets", amount: 5, at: 0 }, 10).value).toBe(
      10,
    );
  });

  test("a streak counts consecutive days once each and restarts after a gap", () => {
    let progress = { value: 0, lastDay: null as number | null };
    const play = (at: number) => {
      progress = advance(progress, { kind: "streak_days", amount: 1, at }, 7);
      return progress.value;
    };
    expect(play(day(0))).toBe(1);
    expect(play(day(0) + DAY_MS - 1)).toBe(1);
    expect(play(day(1))).toBe(2);
    expect(play(day(2) + 5)).toBe(3);
    expect(play(day(4))).toBe(1);
  });

  test("is 100 per cent only if the target is reached", () => {
    expect(toPercent(999, 1000)).toBe(99);
    expect(toPercent(1000, 1000)).toBe(100);
  });
});

test("an active mission is open from its start until before its end", () => {
  const window = { state: "active" as const, starts_at: 10, ends_at: 20 };
  expect([9, 10, 19, 20].map((now) => isOpen(window, now))).toEqual([false, true, true, false]);
  expect(isOpen({ ...window, state: "draft" }, 15)).toBe(false);
  expect(isOpen({ state: "active", starts_at: null, ends_at: null }, 0)).toBe(true);
});

test("a budget pays while it covers a whole reward", () => {
  expect(coversReward({ budget: 10, spent: 5, reward_amount: 5 })).toBe(true);
  expect(coversReward({ budget: 10, spent: 6, reward_amount: 5 })).toBe(false);
  expect(coversReward({ budget: null, spent: 1e9, reward_amount: 5 })).toBe(true);
});
