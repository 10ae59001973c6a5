/** A text is not RFC 4180 CSV; the message names the line. */
export class CsvError extends Error {}

/** A row with the number of its first line. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * The rows of RFC 4180 CSV with line ends of any kind; empty lines are skipped.
 * @throws CsvError for a quote that is not closed, or text beside quotes
 */
export function parseCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\r|\n|$)/y;
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const [whole, content = "", end] = cell.exec(text) ?? [];
    if (whole === undefined) throw new CsvError(`line ${line} has a quote that is not closed or not alone`);
    row.cells.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    line += whole.split(/\r\n|\r|\n/).length - 1;
    if (end === ",") continue;
    if (row.cells.some((each) => each !== "")) rows.push(row);
    row = { line, cells: [] };
    if (end === "") break;
  }
  return rows;
}
