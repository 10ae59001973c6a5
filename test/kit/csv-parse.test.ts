import { expect, test } from "bun:test";
import { csvRow } from "../../src/kit/formats/csv.ts";
import { CsvError, parseCsv } from "../../src/kit/formats/csv-parse.ts";

const cells = (text: string) => parseCsv(text).map((row) => row.cells);

test("rows end with CRLF, LF, CR or the text; empty ones are skipped", () => {
  expect(cells("a,b\r\n1,2\n\n3,4\r5,6")).toEqual([
    ["a", "b"],
    ["1", "2"],
    ["3", "4"],
    ["5", "6"],
  ]);
  expect(cells("")).toEqual([]);
  expect(cells(",\n")).toEqual([]);
  expect(cells("a,")).toEqual([["a", ""]]);
});

test("quoted cells hold commas, quotes and line ends; a row knows its first line", () => {
  expect(parseCsv('a\n"x, ""y""\r\nz",2\nlast')).toEqual([
    { line: 1, cells: ["a"] },
    { line: 2, cells: ['x, "y"\r\nz', "2"] },
    { line: 4, cells: ["last"] },
  ]);
});

test("rows that we write are read back", () => {
  const row = ["plain", 'with "quotes"', "with, comma", "two\r\nlines", "ü"];
  expect(cells(csvRow(row))).toEqual([row]);
});

test.each(['a,"b', 'a"b"', '"a"b', 'x\n"'])("%j is not CSV", (text) => {
  expect(() => parseCsv(text)).toThrow(CsvError);
});
