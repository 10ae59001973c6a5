import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "../../src/kit/formats/canonical-json.ts";

describe("canonical JSON", () => {
  test("the RFC's example of values is written as the RFC writes it (RFC 8785, section 3.2.2)", () => {
    const value = {
      // biome-ignore lint/correctness/noPrecisionLoss: the RFC's own number
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test("members stand in the order of their names' UTF-16 code units (RFC 8785, section 3.2.3)", () => {
    const names = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"];
    const value = Object.fromEntries(names.map((name, index) => [name, index]));
    expect(Object.keys(JSON.parse(canonicalJson(value)))).toHaveLength(names.length);
    expect([...canonicalJson(value).matchAll(/:(\d)/g)].map((match) => match[1]).join("")).toBe("1356042");
  });

  test("what cannot be written is refused, what is undefined is left out", () => {
    expect(canonicalJson({ a: undefined, b: -0 })).toBe('{"b":0}');
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, "\ud800", 1n, { "\ud800": 1 }, () => 1])
      expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  test("any JSON reads back as it was, and is written the same whatever the order of its members", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
        expect(canonicalJson(reversed(plain))).toBe(canonicalJson(plain));
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
