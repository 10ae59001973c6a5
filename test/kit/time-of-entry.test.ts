import { expect, test } from "bun:test";
import { timeOfEntry } from "../../src/kit/clock.ts";

test("an entered day or time is in UTC unless it names an offset", () => {
  const at = Date.UTC(2026, 10, 22, 10, 30);
  expect(timeOfEntry("2026-11-22")).toBe(Date.UTC(2026, 10, 22));
  for (const text of [
    "2026-11-22 10:30",
    "2026-11-22T10:30",
    "2026-11-22 10:30Z",
    "2026-11-22T12:30:00+02:00",
  ])
    expect(timeOfEntry(text)).toBe(at);
});

test.each(["", "22.11.2026", "2026-02-30", "2026-11-22 25:00", "tomorrow", "2026-11-22 10:30 Z"])(
  "%p is none",
  (text) => expect(timeOfEntry(text)).toBeNaN(),
);
