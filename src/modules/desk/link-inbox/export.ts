import { createHash } from "node:crypto";
import type { Sql } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { type CsvCell, csvRow } from "../../../kit/formats/csv.ts";
import {
  countEvents,
  type EventFilter,
  type EventRow,
  listEvents,
  newestEventId,
  oldestEventId,
} from "./event-store.ts";
import type { Field } from "./rules.ts";

export type Format = "json" | "csv";

/** One export, with the id range fixed at its start: events added while it is read are not included. */
export interface Export {
  format: Format;
  filter: EventFilter;
  fields: readonly Field[];
  fromId: number;
  toId: number;
  /** JSON members before and after the rows; null for CSV. */
  frame: { before: object; after: object } | null;
}

/** Ids scanned per step, so that a sparse filter does not block other requests. */
const STEP = 2_000;

/** Current range of event ids. */
export function readIdRange(sql: Sql): { fromId: number; toId: number } {
  return { fromId: oldestEventId(sql), toId: newestEventId(sql) };
}

/** Splits the id range into steps, newest first. */
function* steps({ fromId, toId }: Pick<Export, "fromId" | "toId">): Generator<[number, number]> {
  for (let high = toId; high >= fromId && high > 0; high -= STEP)
    yield [Math.max(fromId, high - STEP + 1), high];
}

/** Counts matching events, yielding to the event loop between steps. */
export async function countMatching(
  sql: Sql,
  filter: EventFilter,
  range: Pick<Export, "fromId" | "toId">,
): Promise<number> {
  let count = 0;
  for (const [low, high] of steps(range)) {
    count += countEvents(sql, filter, [low, high]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return count;
}

/** The text of an export in chunks, deterministic for a given id range. Adds rows and bytes to `tally`. */
export function* streamExport(
  sql: Sql,
  each: Export,
  tally: { rows: number; bytes: number },
): Generator<string> {
  const counted = (text: string) => {
    tally.bytes += Buffer.byteLength(text);
    return text;
  };
  yield counted(headOf(each));
  for (const [low, high] of steps(each)) {
    const rows = listEvents(sql, each.filter, [low, high]);
    let text = "";
    for (const row of rows) {
      if (each.frame !== null && tally.rows > 0) text += ",";
      text += rowText(each, row);
      tally.rows++;
    }
    yield counted(text);
  }
  if (each.frame !== null) yield counted(tailOf(each.frame.after));
}

/** SHA-256 of the whole text, yielding to the event loop between chunks. */
export async function hashExport(sql: Sql, each: Export): Promise<string> {
  const hash = createHash("sha256");
  for (const piece of streamExport(sql, each, { rows: 0, bytes: 0 })) {
    hash.update(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest("hex");
}

function headOf({ frame, fields }: Export): string {
  if (frame === null) return csvRow(fields);
  return `${JSON.stringify({ success: true, ...frame.before }).slice(0, -1)},"rows":[`;
}

function tailOf(after: object): string {
  const members = JSON.stringify(after).slice(1);
  return members === "}" ? "]}" : `],${members}`;
}

function rowText({ fields, frame }: Export, row: EventRow): string {
  const cells = fields.map((field) => [field, cellOf(row, field)] as const);
  return frame === null ? csvRow(cells.map(([, cell]) => cell)) : JSON.stringify(Object.fromEntries(cells));
}

function cellOf(row: EventRow, field: Field): CsvCell {
  return field === "at" ? isoUtc(row.at) : row[field];
}
