import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CROCKFORD } from "../../../../src/kit/formats/crockford.ts";
import { makeCode, readCode } from "../../../../src/modules/ledger/claims/codes/code.ts";

const bytes = fc.uint8Array({ minLength: 15, maxLength: 15 });
const position = fc.nat({ max: 15 });
const symbol = fc.constantFrom(...CROCKFORD);
const bare = (code: string) => code.replaceAll("-", "");

function replaced(text: string, at: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + 1);
}

describe("claim codes", () => {
  test("are written 4×4 in Crockford's base32, and read as they are written", () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = makeCode(random);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
        expect(readCode(code)).toBe(code);
      }),
    );
  });

  test("each of the 15 random symbols takes five bits of its own", () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        const isSame = a.every((byte, at) => (byte & 31) === ((b[at] ?? 0) & 31));
        expect(makeCode(a) === makeCode(b)).toBe(isSame);
      }),
    );
    expect(() => makeCode(new Uint8Array(14))).toThrow("15 random bytes");
  });

  test("read in any case, with hyphens and blanks anywhere or none, O as 0, I and L as 1", () => {
    fc.assert(
      fc.property(bytes, fc.infiniteStream(fc.nat({ max: 2 })), (random, choices) => {
        const code = makeCode(random);
        const next = () => choices.next().value;
        const typed = [...bare(code)]
          .map((character) => {
            const same = { "0": ["0", "O", "o"], "1": ["1", "I", "l"] }[character];
            const form = same?.[next()] ?? (next() === 0 ? character.toLowerCase() : character);
            return form + (["", "-", " "][next()] ?? "");
          })
          .join("");
        expect(readCode(typed)).toBe(code);
      }),
    );
  });

  test("every single wrong symbol is found, wherever it stands", () => {
    fc.assert(
      fc.property(bytes, position, symbol, (random, at, other) => {
        const code = bare(makeCode(random));
        fc.pre(code[at] !== other);
        expect(readCode(replaced(code, at, other))).toBeNull();
      }),
    );
  });

  test("every two symbols that changed places are found, next to each other or not", () => {
    fc.assert(
      fc.property(bytes, position, position, (random, i, j) => {
        const code = bare(makeCode(random));
        const [a = "", b = ""] = [code[i], code[j]];
        fc.pre(a !== b);
        expect(readCode(replaced(replaced(code, i, b), j, a))).toBeNull();
      }),
    );
  });

  test("of changes beyond that, one in 32 goes unseen: no more", () => {
    let unseen = 0;
    const runs = 20_000;
    fc.assert(
      fc.property(bytes, fc.uint8Array({ minLength: 16, maxLength: 16 }), (_, other) => {
        const text = [...other].map((byte) => CROCKFORD.charAt(byte & 31)).join("");
        if (readCode(text) !== null) unseen++;
      }),
      { numRuns: runs, seed: 1 },
    );
    expect(unseen / runs).toBeGreaterThan(1 / 45);
    expect(unseen / runs).toBeLessThan(1 / 25);
  });

  test.each([
    "",
    "7",
    "U".repeat(16),
    "0".repeat(15),
    "0".repeat(17),
    "é".repeat(16),
    "-".repeat(80),
    "0000-0000-0000-000\u0000",
  ])("%p is none", (text) => expect(readCode(text)).toBeNull());
});
