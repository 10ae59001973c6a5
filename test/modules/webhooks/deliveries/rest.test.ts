import { beforeEach, expect, test } from "bun:test";
import { Rest } from "../../../../src/modules/webhooks/deliveries/sending/engine/rest.ts";

/** A writer's count of changes: each turn of the engine is one. */
let counts: { changes: number };
let rest: Rest;
let now: number;

beforeEach(() => {
  counts = { changes: 10 };
  rest = new Rest(counts);
  now = 1_000;
});

interface TestTurn {
  outcomes: number;
  others: number;
  ms?: number;
  lateMs?: number | null;
}

/** A turn of this length while others write this many changes. @returns the pause */
function turn({ outcomes, others, ms = 1, lateMs = 5 }: TestTurn): number {
  counts.changes += others + 1;
  now += ms;
  return rest.after({ outcomes, lateMs }, now);
}

test("without others' changes there is no pause, however many deliveries end", () => {
  for (let turns = 0; turns < 20; turns++) expect(turn({ outcomes: 500, others: 0 })).toBe(0);
});

test.each([
  ["10,000 deliveries take a second", 30_000, 1_000],
  ["10,000 that are late take half of it", 30_001, 500],
])("beside others' changes %s", (_, lateMs, ms) => {
  const start = now;
  for (let turns = 0; turns < 100; turns++) now += turn({ outcomes: 100, others: 3, lateMs });
  expect(now - start).toBeGreaterThanOrEqual(ms - 20);
  expect(now - start).toBeLessThan(ms + 60);
});

test("fewer deliveries than that are not delayed", () => {
  for (let turns = 0; turns < 100; turns++) expect(turn({ outcomes: 9, others: 1 })).toBe(0);
});

test("changes before a turn, and those of long ago, do not count", () => {
  counts.changes += 1_000;
  rest.begin();
  expect(turn({ outcomes: 500, others: 0 })).toBe(0);
  expect(turn({ outcomes: 500, others: 1 })).toBeGreaterThan(0);
  expect(turn({ outcomes: 500, others: 0, ms: 100 })).toBe(0);
});

test("a turn that claims nothing leaves it as it was whether deliveries are late", () => {
  const late = turn({ outcomes: 500, others: 1, lateMs: 30_001 });
  expect(turn({ outcomes: 500, others: 1, ms: 100, lateMs: null })).toBe(late);
});
