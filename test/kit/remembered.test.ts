import { expect, test } from "bun:test";
import { remembered, rememberedBriefly } from "../../src/kit/remembered.ts";
import { until } from "../harness/until.ts";

test("a result is made once, and again when the memory was full", () => {
  const made: number[] = [];
  const double = remembered(2, (number: number) => {
    made.push(number);
    return number * 2;
  });
  expect([double(1), double(1), double(2), double(1)]).toEqual([2, 2, 4, 2]);
  expect(made).toEqual([1, 2]);
  expect([double(3), double(1)]).toEqual([6, 2]);
  expect(made).toEqual([1, 2, 3, 1]);
});

test("briefly: a result is made once, and again after the time", async () => {
  let made = 0;
  const count = rememberedBriefly(5, () => ++made);
  expect([count("a"), count("a"), count("b")]).toEqual([1, 1, 2]);
  await until(() => count("a") > 2);
});
