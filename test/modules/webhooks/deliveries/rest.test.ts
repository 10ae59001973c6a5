import { expect, test } from "bun:test";
import { Rest } from "../../../../src/modules/webhooks/deliveries/sending/engine/rest.ts";

/** A writer's count of changes: each turn of the engine is one. */
const counts = { changes: 0 };
const turn = (others: number) => {
  counts.changes += others + 1;
};

test("deliveries pause for the changes that others wrote, and for nothing else", () => {
  counts.changes = 10;
  const rest = new Rest(counts);
  turn(0);
  expect(rest.after(5)).toBe(0);
  turn(3);
  expect(rest.after(5)).toBe(6);
  turn(0);
  expect(rest.after(5)).toBe(0);
});

test("the pause is at most twenty times as long as the turn, and never longer than 60 ms", () => {
  const rest = new Rest(counts);
  turn(1_000);
  expect(rest.after(1)).toBe(20);
  turn(1_000);
  expect(rest.after(50)).toBe(60);
});
