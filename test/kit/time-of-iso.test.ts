import { expect, test } from "bun:test";
import { timeOfIso } from "../../src/kit/clock.ts";

test("times and days of the calendar are read, in any offset", () => {
  expect(timeOfIso("2026-11-21T22:00:00Z")).toBe(Date.UTC(2026, 10, 21, 22));
  expect(timeOfIso("2026-11-21T00:30:00+02:00")).toBe(Date.UTC(2026, 10, 20, 22, 30));
  expect(timeOfIso("2028-02-29")).toBe(Date.UTC(2028, 1, 29));
});

test.each([
  "2026-02-30T00:00:00Z",
  "2027-02-29",
  "2026-13-01",
  "2026-11-21T25:00Z",
  "tomorrow",
  "",
  "21 November 2026",
  "2026-11-21 10:00",
  "2026-11-21T10:00:00Z or later",
])("%j is no time", (text) => {
  expect(timeOfIso(text)).toBeNaN();
});
