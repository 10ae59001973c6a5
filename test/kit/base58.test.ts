import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeBase58, encodeBase58, isBase58 } from "../../src/kit/formats/base58.ts";

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
const ascii = (text: string) => new TextEncoder().encode(text);

describe("known pairs", () => {
  test.each([
    ["nothing", new Uint8Array(0), ""],
    ["the draft's first", ascii("Hello World!"), "2NEpo7TZRRrLZSi2U"],
    [
      "the draft's second",
      ascii("The quick brown fox jumps over the lazy dog."),
      "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z",
    ],
    ["the draft's third, with leading zeros", hex("0000287fb4cd"), "11233QC4"],
    [
      "Bitcoin's",
      hex("00010966776006953d5567439e5e39f86a0d273beed61967f6"),
      "16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM",
    ],
    ["one zero", hex("00"), "1"],
    ["Solana's system program", new Uint8Array(32), "1".repeat(32)],
    [
      "SPL Token",
      hex("06ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a9"),
      "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    ],
    ["ones", new Uint8Array(32).fill(255), "JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG"],
  ])("%s", (_, bytes, text) => {
    expect(encodeBase58(bytes)).toBe(text);
    expect(decodeBase58(text)).toEqual(bytes);
  });
});

test("what is encoded decodes to itself, leading zeros kept", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.integer({ min: 0, max: 8 }), (tail, zeros) => {
      const bytes = new Uint8Array([...new Uint8Array(zeros), ...tail]);
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes);
    }),
  );
});

test("every text of the alphabet has one meaning: decoded and encoded again it is the same", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{0,60}$/), (text) => {
      expect(encodeBase58(decodeBase58(text) ?? new Uint8Array())).toBe(text);
    }),
  );
});

test.each(["0", "O", "I", "l", "a b", "a\n", "+", "é", "a0"])("%p is outside the alphabet", (text) => {
  expect(decodeBase58(text)).toBeNull();
});

test("isBase58 counts bytes, and looks at no text that is too long", () => {
  expect(isBase58("1".repeat(32), 32)).toBe(true);
  expect(isBase58("1".repeat(33), 32)).toBe(false);
  expect(isBase58("JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG", 32)).toBe(true);
  expect(isBase58("JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH", 32)).toBe(false);
  // Decoding this one would take longer than any test.
  expect(isBase58("z".repeat(2_000_000), 32)).toBe(false);
});
