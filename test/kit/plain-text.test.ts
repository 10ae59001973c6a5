import { describe, expect, test } from "bun:test";
import { isPlainlyRead, withoutInvisible } from "../../src/kit/plain-text.ts";

describe("a text is plainly read", () => {
  test.each([
    ["a variation selector", "Pay\u{e0100}pal"],
    ["an emoji's selector behind a letter", "a\ufe0fb"],
    ["a digit's without a keycap", "1\ufe0f2"],
    ["a Mongolian selector", "a\u180bb"],
    ["a reserved ignorable", "a\u2065b"],
    ["a zero-width space", "x\u200bb"],
    ["a soft hyphen", "a\u00adb"],
    ["a joiner between letters", "a\u200db"],
    ["a Hangul filler", "a\u3164b"],
    ["a blank Braille pattern", "a\u2800b"],
    ["a grapheme joiner", "a\u034fb"],
    ["a tag", "a\u{e0041}b"],
    ["a right-to-left override", "a\u202eb"],
    ["a musical control", "a\u{1d173}b"],
  ])("not with %s", (_, text) => {
    expect(isPlainlyRead(text)).toBe(false);
    expect(isPlainlyRead(withoutInvisible(text))).toBe(true);
  });

  test("not with an encoded word", () => {
    expect(isPlainlyRead("=?UTF-8?B?aGk=?=")).toBe(false);
  });

  test.each([
    "❤️ love",
    "👨‍👩‍👧 fam",
    "1️⃣ first",
    "🏳️‍🌈",
    "👍🏽",
    "葛\u{e0100}城",
    "à propos",
    "クリスマス",
    "חג שמח",
  ])("%s", (text) => {
    expect([isPlainlyRead(text), withoutInvisible(text)]).toEqual([true, text]);
  });
});
