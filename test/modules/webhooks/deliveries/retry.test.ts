import { describe, expect, test } from "bun:test";
import { HOUR_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import {
  conditionAfter,
  probeIntervalMs,
} from "../../../../src/modules/webhooks/deliveries/sending/breaker.ts";
import { retryAfterMs, retryDelayMs } from "../../../../src/modules/webhooks/deliveries/sending/retry.ts";

const POLICY = { maxAttempts: 14, baseMs: 15_000, maxMs: 6 * HOUR_MS, jitter: 0.2 };

describe("retryDelayMs", () => {
  test("doubles from 15 s to the cap of 6 h", () => {
    const waits = Array.from(
      { length: 13 },
      (_, n) => retryDelayMs(POLICY, { failed: n + 1, retryAfterMs: null }, 0.5) / SECOND_MS,
    );
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 21600, 21600]);
    expect(waits.reduce((sum, wait) => sum + wait, 0) / 3600).toBeCloseTo(20.53, 2);
  });

  test("jitter moves a wait by a fifth either way, also past the cap", () => {
    expect(retryDelayMs(POLICY, { failed: 1, retryAfterMs: null }, 0)).toBe(12_000);
    expect(retryDelayMs(POLICY, { failed: 1, retryAfterMs: null }, 0.999999)).toBe(18_000);
    expect(retryDelayMs(POLICY, { failed: 13, retryAfterMs: null }, 0.999999)).toBeWithin(
      25_919_000,
      25_920_001,
    );
  });

  test("Retry-After is a lower bound, up to the cap", () => {
    expect(retryDelayMs(POLICY, { failed: 1, retryAfterMs: 60_000 }, 0.5)).toBe(60_000);
    expect(retryDelayMs(POLICY, { failed: 4, retryAfterMs: 60_000 }, 0.5)).toBe(120_000);
    expect(retryDelayMs(POLICY, { failed: 1, retryAfterMs: 1e12 }, 0.5)).toBe(6 * HOUR_MS);
  });
});

describe("retryAfterMs", () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 0);

  test.each<[string, number | null]>([
    ["120", 120_000],
    [" 0 ", 0],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
    ["Sun Nov  6 08:49:37 1994", 37_000],
    ["Sun, 06 Nov 1994 08:00:00 GMT", 0],
    ["-5", null],
    ["1.5", null],
    ["", null],
    ["later", null],
    ["9".repeat(20), 1e23],
    ["9".repeat(400), Number.POSITIVE_INFINITY],
  ])("reads %p", (header, expected) => expect(retryAfterMs(503, header, now)).toBe(expected));

  test("counts with 429 and 503 only", () => {
    expect([429, 503, 500, 200, 302].map((status) => retryAfterMs(status, "1", now))).toEqual([
      1_000,
      1_000,
      null,
      null,
      null,
    ]);
  });
});

describe("the circuit", () => {
  const CLOSED = { consecutive_failures: 0, probe_at: null, is_slow: 0 };
  const failed = { isDelivered: false, isBlocked: false, isProbe: false, durationMs: 10 };

  test("probes come at a tenth of the longest wait, within 1 and 60 s", () => {
    expect([1_000, 20_000, 300_000, 6 * HOUR_MS].map(probeIntervalMs)).toEqual([
      1_000, 2_000, 30_000, 60_000,
    ]);
  });

  test("opens at the 20th failure running, not before; one success closes it", () => {
    const nineteen = { consecutive_failures: 18, probe_at: null, is_slow: 1 };
    expect(conditionAfter(nineteen, failed, 105)).toEqual({
      consecutive_failures: 19,
      probe_at: null,
      is_slow: 1,
    });
    const open = conditionAfter({ ...nineteen, consecutive_failures: 19 }, failed, 105);
    expect(open).toEqual({ consecutive_failures: 20, probe_at: 105, is_slow: 1 });
    expect(conditionAfter(open, { ...failed, isDelivered: true, isProbe: true }, 109)).toEqual(CLOSED);
  });

  test("attempts that were under way when it opened do not move the probe; a probe that fails does", () => {
    const open = { consecutive_failures: 20, probe_at: 105, is_slow: 1 };
    expect(conditionAfter(open, failed, 150).probe_at).toBe(105);
    expect(conditionAfter(open, { ...failed, isProbe: true }, 205).probe_at).toBe(205);
  });

  test("a success that took over 2 s is slow; a blocked target counts for nothing but that", () => {
    expect(conditionAfter(CLOSED, { ...failed, isDelivered: true, durationMs: 2_001 }, 100).is_slow).toBe(1);
    expect(conditionAfter(CLOSED, { ...failed, isDelivered: true, durationMs: 2_000 }, 100).is_slow).toBe(0);
    expect(conditionAfter(CLOSED, { ...failed, isBlocked: true }, 100).consecutive_failures).toBe(0);
  });
});
