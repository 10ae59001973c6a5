import { expect, test } from "bun:test";
import { TextNumbers } from "../../src/kit/text-numbers.ts";

test("a text has one number, texts and spaces have different ones, and each secret its own", () => {
  const numbers = new TextNumbers();
  const texts = Array.from({ length: 50_000 }, (_, index) => `10.${index >> 8}.${index & 255}.1`);
  const found = new Set(texts.flatMap((text) => [numbers.of(text), numbers.of(text, 7)]));
  expect(found.size).toBe(100_000);
  expect([...found].every((number) => Number.isSafeInteger(number) && number >= 0)).toBe(true);
  expect(found.has(numbers.of("10.0.5.1"))).toBe(true);
  expect(found.has(new TextNumbers().of("10.0.5.1"))).toBe(false);
});
