import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  formatDecimal,
  fromHundredths,
  type Hundredths,
  hundredths,
  MAX_AMOUNT,
  MAX_BALANCE_HUNDREDTHS,
  parseDecimal,
  toHundredths,
} from "../../src/kit/money.ts";

/** Every cent of an amount, the small ones and the large ones alike. */
const cents = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.maxSafeInteger().map((n) => (Math.abs(n) % (MAX_AMOUNT * 100)) + 1),
  fc.integer({ min: 1, max: 1_000_000 }).map((n) => MAX_AMOUNT * 100 - n + 1),
);
const written = (hundredths: number) =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;

describe("an amount", () => {
  test("of every cent up to 1e12 is read from its JSON as that cent, and written as it was", () => {
    fc.assert(
      fc.property(cents, (hundredths) => {
        const amount = JSON.parse(written(hundredths));
        expect<number | null>(toHundredths(amount)).toBe(hundredths);
        expect<number | null>(toHundredths(JSON.parse(JSON.stringify(fromHundredths(hundredths))))).toBe(
          hundredths,
        );
      }),
      { numRuns: 5_000 },
    );
  });

  test("of each cent from 0.01 to 10,000.00 and of the last 1,000 before 1e12, one by one", () => {
    for (let hundredths = 1; hundredths <= 1_000_000; hundredths++) {
      if (toHundredths(Number(written(hundredths))) !== hundredths) throw new Error(written(hundredths));
    }
    for (let less = 0; less < 100_000; less++) {
      const hundredths = MAX_AMOUNT * 100 - less;
      if (toHundredths(Number(written(hundredths))) !== hundredths) throw new Error(written(hundredths));
    }
  });

  test("with a third decimal is refused, wherever a number can tell it from two", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.integer({ min: 1, max: 9 }), (hundredths, third) => {
        expect(toHundredths(Number(`${written(hundredths)}${third}`))).toBeNull();
      }),
    );
  });

  test.each([
    -0.01,
    -1,
    0.001,
    0.005,
    0.011,
    1.005,
    1e12 + 0.01,
    1e12 + 1,
    1e300,
    Number.NaN,
    Infinity,
    -Infinity,
    Number.MIN_VALUE,
  ])("%p is none", (amount) => expect(toHundredths(amount)).toBeNull());
});

test("a balance keeps each of its cents as a JSON number, up to the largest", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (n) => {
      const hundredths = Math.abs(n) % (MAX_BALANCE_HUNDREDTHS + 1);
      const shown = JSON.stringify(fromHundredths(hundredths));
      expect(parseDecimal(shown, 2)).toBe(BigInt(hundredths));
      expect(Number(shown).toFixed(2)).toBe(written(hundredths));
    }),
    { numRuns: 5_000 },
  );
  for (let less = 0; less < 10_000; less++) {
    const shown = JSON.stringify(fromHundredths(MAX_BALANCE_HUNDREDTHS - less));
    expect(parseDecimal(shown, 2)).toBe(BigInt(MAX_BALANCE_HUNDREDTHS - less));
  }
});

describe("decimal texts of scaled integers", () => {
  test("come back as they went, at any scale", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }),
        fc.integer({ min: 0, max: 18 }),
        (value, decimals) => {
          expect(parseDecimal(formatDecimal(value, decimals), decimals)).toBe(value);
          expect(formatDecimal(-value, decimals)).toBe(
            value === 0n ? "0" : `-${formatDecimal(value, decimals)}`,
          );
        },
      ),
    );
  });

  test.each([
    ["12.5", 2, 1250n],
    ["0.10", 2, 10n],
    ["007", 2, 700n],
    ["1.2300", 2, 123n],
    ["18446744073709551615", 0, 18446744073709551615n],
    ["0", 9, 0n],
  ] as const)("%s at %i decimals", (text, decimals, value) =>
    expect(parseDecimal(text, decimals)).toBe(value),
  );

  test.each([
    "",
    ".",
    "1.",
    ".5",
    "-1",
    "+1",
    "1e3",
    "1,5",
    " 1",
    "1 ",
    "0x10",
    "1.234",
    "NaN",
    "1".repeat(31),
  ])("%p is none at 2 decimals", (text) => expect(parseDecimal(text, 2)).toBeNull());

  test.each([
    [0n, 9, "0"],
    [1n, 9, "0.000000001"],
    [1_500_000_000n, 9, "1.5"],
    [-1n, 2, "-0.01"],
    [100n, 0, "100"],
  ] as const)("%p at %i decimals is written %s", (value, decimals, text) =>
    expect(formatDecimal(value, decimals)).toBe(text),
  );
});

test("computed numbers become hundredths only if they are whole and exact", () => {
  expect(hundredths(-1_25)).toBe(-125 as Hundredths);
  for (const value of [0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])
    expect(() => hundredths(value)).toThrow(RangeError);
});
