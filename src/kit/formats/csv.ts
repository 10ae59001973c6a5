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
