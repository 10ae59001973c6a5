import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { formatDecimal } from "../../../../src/kit/money.ts";
import { hasWebAddress, readAmount, stateAt } from "../../../../src/modules/ledger/claims/rules.ts";

const shown = (given: number | string, currency = "USDC") => {
  const read = readAmount(given, currency);
  return "value" in read ? formatDecimal(read.value, 9) : read.fault;
};

describe("an amount", () => {
  test.each([
    [25, "25"],
    ["25.50", "25.5"],
    [0.000000001, "0.000000001"],
    [1.5e-7, "0.00000015"],
    ["0.123456789", "0.123456789"],
    [1e12, "1000000000000"],
    ["1000000000000", "1000000000000"],
    [123456.123456789, "123456.123456789"],
    [123456789.12345679, "123456789.12345679"],
    ["12345678.123456789", "12345678.123456789"],
  ])("%p reads as %p", (given, expected) => expect(shown(given)).toBe(expected));

  test.each([
    [0, "over 0"],
    ["0", "over 0"],
    ["0.000", "over 0"],
    [1e-10, "at most 9 places"],
    ["1.0000000001", "at most 9 places"],
    ["1000000000000.1", "at most 1000000000000"],
    ["123456789.123456789", "at most 9 places and 17 digits"],
    ["1.00000000000000000", "17 digits"],
    ["1e3", "must be a decimal"],
    ["-1", "must be a decimal"],
    ["", "must be a decimal"],
  ])("%p is none", (given, words) => expect(shown(given)).toContain(words));

  test.each([
    [25.55, "25.55"],
    ["25.550", "25.55"],
    [25.555, "it must be a decimal with at most 2 places and 17 digits"],
  ])("SALUTES have at most 2 places: %p", (given, words) => {
    expect(words).toContain(shown(given, "SALUTES"));
  });

  test("every number of up to 15 digits keeps its digits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.nat({ max: 9 }), (digits, places) => {
        const text = formatDecimal(digits, places);
        fc.pre(Number(text) <= 1e12);
        expect(shown(Number(text))).toBe(text);
      }),
    );
  });
});

describe("addresses of web pages", () => {
  test.each([
    "https://evil.example/x",
    "Visit evil.com now",
    "www.evil",
    "EVIL.COM",
    "evil。com",
    "evil．com",
    "пример.рф",
    "ev\u200bil.co\u200bm",
    "10.0.0.1/login",
    "javascript:alert(1)",
    "mailto:zoe",
    "ftp://x",
    "node.js.evil.com",
    "evil.jsx.io",
  ])("%p holds one", (text) => expect(hasWebAddress(text)).toBe(true));

  test.each([
    "Autumn drive 2026",
    "Thanks, all. See you!",
    "Round 2.5: 10.000 players",
    "U.S. team, e.g. you",
    "Für Zoë ❤",
    "50 % off / 24:00",
    "a.m. shift",
    "Node.js meetup",
    "Thanks to Node.js. Come!",
    "The poster.pdf",
  ])("%p holds none", (text) => expect(hasWebAddress(text)).toBe(false));
});

describe("the state that counts", () => {
  test("an issued claim is expired from its time on; a claimed one waits for its payment", () => {
    expect(stateAt({ state: "issued", expires_at: 5 }, 4)).toBe("issued");
    expect(stateAt({ state: "issued", expires_at: 5 }, 5)).toBe("expired");
    expect(stateAt({ state: "claimed", expires_at: 5 }, 9)).toBe("claimed");
  });
});
