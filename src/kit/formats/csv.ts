export type CsvCell = string | number | boolean | null;

/** One row of RFC 4180 CSV, terminated by CRLF. Null is an empty cell. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Text that stays as it is, which most does. */
const PLAIN = /^[^=+\-@\t\r\n",][^",\r\n]*$/;
const FORMULA_START = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Prefixes a single quote to text that a spreadsheet would run as a formula; numbers stay numbers (contract section
 * 2; OWASP calls the attack "CSV injection").
 */
function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string" || PLAIN.test(cell)) return String(cell);
  const text = FORMULA_START.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One cell and its end: quoted, with doubled quotes, or plain. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** The rows of a CSV text (RFC 4180, also with LF), without blank lines; null if a quote is misplaced. */
export function parseCsv(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = new RegExp(CELL);
  while (cells.lastIndex < text.length || row.length > 0) {
    const found = cells.exec(text);
    if (found === null) return null;
    const [, quoted, plain = "", end] = found;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1 || row[0]?.trim() !== "") rows.push(row);
    row = [];
  }
  return rows;
}
