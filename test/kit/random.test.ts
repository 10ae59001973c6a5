import { expect, test } from "bun:test";
import { randomHex, randomSecret, ulid } from "../../src/kit/ids.ts";
import { SeededRandom, systemRandom } from "../../src/kit/random.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("a seed gives the same bytes again, however they are asked for, and another seed others", () => {
  const [once, again, other] = [new SeededRandom("a"), new SeededRandom("a"), new SeededRandom("b")];
  const whole = hex(once.bytes(100));
  expect(hex(again.bytes(1)) + hex(again.bytes(60)) + hex(again.bytes(39))).toBe(whole);
  expect(hex(other.bytes(100))).not.toBe(whole);
});

test("says whether anything was taken from it", () => {
  const random = new SeededRandom("a");
  expect(random.isUsed).toBe(false);
  random.bytes(1);
  expect(random.isUsed).toBe(true);
});

test("the system's generator gives out no byte twice: no id repeats in 20,000, whatever their lengths", () => {
  const seen = new Set<string>();
  for (let i = 0; i < 20_000; i++) seen.add(hex(systemRandom.bytes(16 + (i % 48))));
  seen.add(hex(systemRandom.bytes(5_000)));
  expect(seen.size).toBe(20_001);
  expect(new Set([...seen].map((each) => each.slice(0, 32))).size).toBe(20_001);
});

test("ids take all their randomness from what they are given", () => {
  const make = () => {
    const random = new SeededRandom("ids");
    return [ulid(1_700_000_000_000, random), randomHex(16, random), randomSecret(random)];
  };
  expect(make()).toEqual(make());
  expect(make()[0]).toMatch(/^01HF7YAT00[0-9A-HJKMNP-TV-Z]{16}$/);
});
