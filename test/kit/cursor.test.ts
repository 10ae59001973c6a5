import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodeCursor, encodeCursor } from "../../src/kit/cursor.ts";

test("a cursor brings its place back, in characters that need no escapes", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(100_000), fc.string(), (after, offset, filters) => {
      const cursor = encodeCursor({ after, offset }, filters);
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
      expect(decodeCursor(cursor, filters)).toEqual({ after, offset });
    }),
  );
});

test("it is bound to its filters", () => {
  fc.assert(
    fc.property(fc.nat(), fc.string(), fc.string(), (after, filters, others) => {
      fc.pre(filters !== others);
      expect(decodeCursor(encodeCursor({ after, offset: 0 }, filters), others)).toBeNull();
    }),
  );
});

test("what nobody made is none", () => {
  fc.assert(fc.property(fc.string(), (text) => expect(decodeCursor(text, "filters")).toBeNull()));
  for (const inside of [
    "",
    ".",
    "1",
    "1.",
    "-1.abc",
    "1.5.abc",
    "1e3.abc",
    "1.ABC",
    " 1.abc",
    "1+.abc",
    "1+-1.abc",
  ]) {
    expect(decodeCursor(Buffer.from(inside).toString("base64url"), "filters")).toBeNull();
  }
});
