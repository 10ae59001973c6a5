import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type CsvCell, csvRow } from "../../src/kit/formats/csv.ts";

/** A reader of RFC 4180, written from its grammar. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      at++;
      for (; ; at++) {
        if (text[at] === '"' && text[at + 1] === '"') at++;
        else if (text[at] === '"') break;
        cell += text[at];
      }
      at++;
    } else {
      while (at < text.length && text[at] !== "," && text[at] !== "\r") {
        if (text[at] === '"' || text[at] === "\n")
          throw new Error(`a bare ${JSON.stringify(text[at])} at ${at}`);
        cell += text[at++];
      }
    }
    row.push(cell);
    if (text[at] === ",") {
      at++;
      if (at === text.length) row.push("");
    } else if (text.startsWith("\r\n", at)) {
      rows.push(row);
      row = [];
      at += 2;
      if (text[at] === ",") continue;
    } else throw new Error(`neither comma nor CRLF at ${at}`);
  }
  return rows;
}

const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !isNumber(text);
const text = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[=+\-@\t\r",\n' a1]{0,6}$/),
  fc.constantFrom("=1+1", "-1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "\t=1", "\r=1", "-", "--1", "+1.5e3x"),
);

describe("a row", () => {
  test("is read back by any reader of RFC 4180, its text cells guarded and its numbers untouched", () => {
    const cell = fc.oneof(
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        const row = csvRow(cells as CsvCell[]);
        const shown = cells.map((each) => (each === null ? "" : String(each)));
        expect(readCsv(row)).toEqual([shown.map((each) => (isFormula(each) ? `'${each}` : each))]);
      }),
    );
  });

  test("of text never begins a cell that a spreadsheet would run", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        for (const cell of readCsv(csvRow([a, b]))[0] ?? []) expect(isFormula(cell)).toBe(false);
      }),
    );
  });
});

test.each([
  [["a", "b"], "a,b\r\n"],
  [["a,b", 'c"d', "e\nf", "g\rh"], '"a,b","c""d","e\nf","g\rh"\r\n'],
  [[-25.5, "-25.5", 1e21, -1e-7, 0], "-25.5,-25.5,1e+21,-1e-7,0\r\n"],
  [["-", "+", "=", "@", "-5 apples"], "'-,'+,'=,'@,'-5 apples\r\n"],
  [["=1,2", '="a"'], `"'=1,2","'=""a"""\r\n`],
  [[null, "", true, false], ",,true,false\r\n"],
  [["caf\u00e9 \u2615"], "caf\u00e9 \u2615\r\n"],
] as [CsvCell[], string][])("%j is written %j", (cells, expected) => expect(csvRow(cells)).toBe(expected));
