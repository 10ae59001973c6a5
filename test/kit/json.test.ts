import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { JsonError, parseJsonObject } from "../../src/kit/formats/json.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => parseJsonObject(bytes(text));
function fieldOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof JsonError) return error.field;
    throw error;
  }
  return "nothing";
}

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue());

describe("what JSON.parse takes and names nothing twice", () => {
  test("is taken as it is", () => {
    fc.assert(
      fc.property(jsonObject, fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test("strings that look like structure are strings", () => {
    const text = '{"a":"b:c","d":["{\\"e\\":1,\\"e\\":2}",":",","],"\\\\":"\\"","{":"}"}';
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test("__proto__ is a name like any other, and changes no prototype", () => {
    const value = parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}');
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

describe("a name that an object bears twice", () => {
  test("is refused anywhere, however it is escaped, and only there", () => {
    const inEscapes = (name: string) =>
      [...name].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    const wrap = (inner: string, path: ("object" | "list")[]) =>
      path.reduceRight((text, kind) => (kind === "object" ? `{"o":${text}}` : `[0,${text}]`), inner);
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z:,{}[\]]{1,8}$/),
        fc.array(fc.constantFrom("object" as const, "list" as const), { maxLength: 10 }),
        fc.boolean(),
        (name, path, escaped) => {
          const again = escaped ? inEscapes(name) : name;
          const inner = wrap(`{"${name}":1,"other":{"${name}":1},"${again}":1}`, path);
          const expected = [...path.map((kind) => (kind === "object" ? "o" : "1")), name].join(".");
          expect(fieldOf(`{"root":${inner}}`)).toBe(`root.${expected}`);
        },
      ),
    );
  });

  test.each([
    ['{"a":1,"a":1}', "a"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"\\u0061":1,"a":2}', "a"],
    ['{"a" :1,"b":2,"a"\n:3}', "a"],
    ['{"":1,"":2}', ""],
    ['{"a\\"":1,"a\\"":2}', 'a"'],
    ['{"\\\\":1,"\\\\":2}', "\\"],
    ['{"p":[{"x":1},{"x":1,"x":2}]}', "p.1.x"],
    ['{"p":[[],[{}],{"q":{"x":1,"x":2}}]}', "p.2.q.x"],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ])("%s", (text, field) => expect(fieldOf(text)).toBe(field));
});

describe("what is no JSON object in UTF-8", () => {
  test.each([
    "",
    " ",
    "[]",
    "null",
    "1",
    '"a"',
    "true",
    "{",
    "{}}",
    "{}{}",
    "{a:1}",
    "{'a':1}",
    '{"a":1,}',
    '{"a":01}',
    '{"a":NaN}',
    '{"a":"\n"}',
    "\ufeff{}",
    "{}\0",
  ])("%p", (text) => expect(fieldOf(text)).toBe("body"));

  test("bytes that are no UTF-8: stray, overlong, surrogates, cut off, UTF-16", () => {
    for (const inside of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
      const whole = new Uint8Array([...bytes('{"a":"'), ...inside, ...bytes('"}')]);
      expect(() => parseJsonObject(whole)).toThrow("must be UTF-8 text");
    }
    expect(() => parseJsonObject(new Uint8Array(Buffer.from('\ufeff{"a":1}', "utf16le")))).toThrow(JsonError);
  });
});

describe("depth", () => {
  const nested = (open: string, close: string, depth: number) =>
    `{"a":${open.repeat(depth)}1${close.repeat(depth)}}`;

  test("64 levels are taken, 65 are not, in objects and in lists", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      expect(fieldOf(nested(open, close, 63))).toBe("nothing");
      expect(fieldOf(nested(open, close, 64))).toBe("body");
    }
  });

  test("a body of brackets alone is refused, and takes nothing down", () => {
    for (const text of ["[".repeat(250_000), nested("[", "]", 120_000), nested('{"a":', "}", 40_000)])
      expect(fieldOf(text)).toBe("body");
  });
});

describe("how much a text holds", () => {
  const names = (count: number) => `{${Array.from({ length: count }, (_, index) => `"n${index}":1`).join()}}`;
  const list = (count: number) => `{"a":[${new Array(count).fill(1).join()}]}`;

  test("5,000 names are taken, 5,001 are refused before anything is built of them", () => {
    expect(Object.keys(parse(names(5_000)))).toHaveLength(5_000);
    expect(() => parse(names(5_001))).toThrow("must name at most 5000 properties");
  });

  test("19,000 values are taken, 21,000 are refused", () => {
    expect(parse(list(19_000)).a).toHaveLength(19_000);
    expect(() => parse(list(21_000))).toThrow("must hold at most 20000 values");
  });

  test("punctuation in strings counts for nothing", () => {
    const text = '\\",:[{'.repeat(30_000);
    expect(parse(JSON.stringify({ a: text }))).toEqual({ a: text });
  });
});

test("a repeat is found behind the largest string: work that grows with the square of a length exceeds the test's time", () => {
  for (const filler of ["x", "\\n", '\\"', "\u2603"])
    expect(fieldOf(`{"a":"${filler.repeat(2_000_000)}","b":1,"b":2}`)).toBe("b");
});
