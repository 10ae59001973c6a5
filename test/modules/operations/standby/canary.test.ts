import { expect, test } from "bun:test";
import { HOUR_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import { CanaryAge } from "../../../../src/modules/operations/standby/canary.ts";

const NOW = Date.UTC(2026, 10, 22, 10, 0, 0);

test("a copy's lag is the age of its newest canary", () => {
  const canary = new CanaryAge();
  expect(canary.age(NOW, 0)).toBeNull();
  canary.note(NOW - 4 * SECOND_MS, 0);
  expect(canary.age(NOW, 0)).toBe(4 * SECOND_MS);
});

test("a leader's clock that jumps forward cannot hide a stalled copy; one that jumps back increases the lag", () => {
  const canary = new CanaryAge();
  canary.note(NOW + HOUR_MS, 0);
  expect(canary.age(NOW, 0)).toBe(0);
  canary.note(NOW + HOUR_MS, 90 * SECOND_MS);
  expect(canary.age(NOW + 90 * SECOND_MS, 90 * SECOND_MS)).toBe(90 * SECOND_MS);
  canary.note(NOW + HOUR_MS + 95 * SECOND_MS, 95 * SECOND_MS);
  expect(canary.age(NOW + 95 * SECOND_MS, 95 * SECOND_MS)).toBe(0);
  canary.note(NOW - HOUR_MS, 100 * SECOND_MS);
  expect(canary.age(NOW, 100 * SECOND_MS)).toBe(HOUR_MS);
});
