import { describe, expect, test } from "bun:test";
import { createHmac, hkdfSync } from "node:crypto";
import fc from "fast-check";
import {
  deriveKey,
  equalConstantTime,
  hmacSha256Hex,
  parseMasterKey,
  SealError,
  seal,
  sealedBy,
  sha256Hex,
  unseal,
} from "../../src/kit/crypto/seal.ts";

const key = parseMasterKey("11".repeat(32));
const other = parseMasterKey("22".repeat(32));

describe("a sealed text", () => {
  test("opens with its key and its context, whatever it is, and is never the same twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (plain, context) => {
        const sealed = seal(key, plain, context);
        expect(unseal(key, sealed, context)).toBe(plain);
        expect(seal(key, plain, context)).not.toBe(sealed);
        expect(sealedBy(sealed)).toBe(key.id);
      }),
    );
  });

  test("does not show what is in it", () => {
    expect(seal(key, "sk_live_hush", "pk_live_1")).not.toContain("hush");
    expect(
      Buffer.from(seal(key, "sk_live_hush", "pk_live_1").slice(9), "base64url").toString("latin1"),
    ).not.toContain("hush");
  });

  test("does not open with another key, nor in another key's place", () => {
    const sealed = seal(key, "sk_live_hush", "pk_live_1");
    expect(() => unseal(other, sealed, "pk_live_1")).toThrow(SealError);
    expect(() => unseal(key, sealed, "pk_live_2")).toThrow(SealError);
    expect(() => unseal(key, sealed, "")).toThrow(SealError);
  });

  test("does not open once a single bit of it was changed, cut off or added", () => {
    const sealed = seal(key, "sk_live_hush", "pk_live_1");
    const body = Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64url");
    const attempt = (bytes: Uint8Array) => () =>
      unseal(key, `${key.id}.${Buffer.from(bytes).toString("base64url")}`, "pk_live_1");
    for (let bit = 0; bit < body.length * 8; bit++) {
      const changed = Buffer.from(body);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(attempt(changed)).toThrow(SealError);
    }
    for (let length = 0; length < body.length; length++)
      expect(attempt(body.subarray(0, length))).toThrow(SealError);
    expect(attempt(Buffer.concat([body, Buffer.from([0])]))).toThrow(SealError);
    for (const text of ["", ".", "x", `${key.id}.`, "no base64 at all"]) {
      expect(() => unseal(key, text, "pk_live_1")).toThrow(SealError);
    }
  });

  test("what cannot be opened is told by its context, never by its content", () => {
    const sealed = seal(key, "sk_live_hush", "pk_live_1");
    try {
      unseal(other, sealed, "pk_live_1");
    } catch (error) {
      expect(String(error)).toContain("pk_live_1");
      expect(String(error)).not.toContain("hush");
      expect(String(error)).not.toContain(sealed);
    }
    expect.assertions(3);
  });
});

describe("a master key", () => {
  test("is 32 bytes, as hex or base64, with blanks around it; its id is no part of it", () => {
    const asBase64 = Buffer.from(key.bytes).toString("base64");
    for (const text of ["11".repeat(32), `  ${"11".repeat(32)}\n`, asBase64, `${asBase64}\n`]) {
      expect(parseMasterKey(text)).toEqual(key);
    }
    expect(key.id).toMatch(/^[0-9a-f]{8}$/);
    expect("11".repeat(32)).not.toContain(key.id);
    expect(other.id).not.toBe(key.id);
  });

  test.each([
    "",
    "short",
    "11".repeat(31),
    "11".repeat(33),
    "zz".repeat(32),
    Buffer.alloc(31).toString("base64"),
  ])("%p is none", (text) => expect(() => parseMasterKey(text)).toThrow(SealError));
});

test("derived keys follow RFC 5869, one for each purpose", () => {
  const expected = new Uint8Array(hkdfSync("sha256", key.bytes, "salute", "short links", 32));
  expect(deriveKey(key, "short links")).toEqual(expected);
  expect(deriveKey(key, "other")).not.toEqual(expected);
  expect(deriveKey(other, "short links")).not.toEqual(expected);
});

test("hashes are lower-case hex of the bytes", () => {
  expect(sha256Hex("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256Hex("caf\u00e9")).toBe(sha256Hex(new TextEncoder().encode("caf\u00e9")));
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ unit: "grapheme" }), (secret, message) => {
      expect(hmacSha256Hex(secret, message)).toBe(createHmac("sha256", secret).update(message).digest("hex"));
    }),
  );
});

test("equalConstantTime is equality", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => expect(equalConstantTime(a, b)).toBe(a === b)));
  fc.assert(fc.property(fc.string(), (a) => expect(equalConstantTime(a, a)).toBe(true)));
  expect(equalConstantTime("a", "ab")).toBe(false);
  // Hashes have 64 characters; others may have as many, but more bytes.
  const hash = sha256Hex("a");
  const [ofTwoBytes, ofThree] = ["ä".repeat(64), "€".repeat(64)];
  for (const text of [hash, ofTwoBytes, ofThree, `${hash.slice(1)}ä`]) {
    expect(equalConstantTime(text, `${text.slice(0, 40)}${text.slice(40)}`)).toBe(true);
    for (const at of [0, 1, 31, 63])
      expect(equalConstantTime(text, `${text.slice(0, at)}x${text.slice(at + 1)}`)).toBe(false);
  }
  expect(equalConstantTime(ofTwoBytes, `${"ä".repeat(63)}a`)).toBe(false);
});
