import { type CsvCell, csvRow } from "../../kit/formats/csv.ts";
import { JSON_TYPE } from "./respond.ts";
import { CSV_TYPE, streamText } from "./stream.ts";

/** Characters buffered before they are sent: a chunk per row would cost a turn of the event loop each. */
const CHUNK = 16 * 1024;

/** Streams rows as CSV, after a header row. */
export function streamCsv<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<Readonly<Record<Column, CsvCell>>>,
): Response {
  return streamText(csvChunks(columns, rows), CSV_TYPE);
}

/** Rows as CSV, after a header row. */
export function* csvChunks<Column extends string>(
  columns: readonly Column[],
  rows: Iterable<Readonly<Record<Column, CsvCell>>>,
): Generator<string, void> {
  let text = csvRow(columns);
  for (const row of rows) {
    text += csvRow(columns.map((column) => row[column]));
    if (text.length < CHUNK) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

interface JsonRows {
  /** The members before the list. */
  head?: object;
  /** The member that holds the rows. */
  list: string;
  rows: Iterable<object>;
  /** The members after it, built once every row was read. */
  tail?: () => object;
}

/** Streams a JSON answer whose rows need not fit into memory: `success` first, as in every answer. */
export function streamJson(rows: JsonRows): Response {
  return streamText(jsonChunks(rows), JSON_TYPE);
}

function* jsonChunks({ head = {}, list, rows, tail }: JsonRows): Generator<string, void> {
  let text = `${JSON.stringify({ success: true, ...head }).slice(0, -1)},${JSON.stringify(list)}:[`;
  let isFirst = true;
  for (const row of rows) {
    text += `${isFirst ? "" : ","}${JSON.stringify(row)}`;
    isFirst = false;
    if (text.length < CHUNK) continue;
    yield text;
    text = "";
  }
  const after = JSON.stringify(tail?.() ?? {}).slice(1, -1);
  yield `${text}]${after === "" ? "" : `,${after}`}}`;
}
