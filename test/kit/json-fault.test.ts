import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findJsonFault } from "../../src/kit/formats/json-fault.ts";

describe("where a text is not JSON", () => {
  test.each([
    ['{"a": 1,}', 1, 9, "}"],
    ['{"a": 1', 1, 8, null],
    ['{\n  "a": nope\n}', 2, 8, "n"],
    ["{'a': 1}", 1, 2, "'"],
    ['{"a" 1}', 1, 6, "1"],
    ["[1 2]", 1, 4, "2"],
    ['{"a": 01}', 1, 8, "1"],
    ["", 1, 1, null],
    ["{} x", 1, 4, "x"],
    ['{"a": "never closed', 1, 20, null],
    ['{"a": "a\nb"}', 1, 9, "\n"],
    ['{"a": "C:\\data"}', 1, 10, "\\"],
    ['{"a": "\\', 1, 8, "\\"],
  ])("%j: line %d, column %d", (text, line, column, found) => {
    expect(findJsonFault(text)).toEqual({ line, column, found });
  });

  test("agrees with the parser about every text", () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        (text) => {
          expect([text, findJsonFault(text) === null]).toEqual([text, isJson(text)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
