import { Type } from "@sinclair/typebox";
import { type FieldFault, Problem } from "../../../../http/answers/problem.ts";
import { createPairsParser } from "../../../../http/input/query.ts";
import { CsvError, type CsvRow, parseCsv } from "../../../../kit/formats/csv-parse.ts";
import { nearest } from "../../../../kit/nearest.ts";
import type { LinksInput } from "../build-links.ts";
import { SERVICE_NAMES, ServicesShape } from "../landing/services.ts";
import { LinksQuery } from "../model.ts";

export const MAX_LINKS = 100;

const LABEL = "^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$";

const { properties } = LinksQuery;

/** A row's cells by column: the parameters of a link, one column per service, and the row's name. */
const RowShape = Type.Object({
  label: Type.Optional(Type.String({ pattern: LABEL, "x-expectation": "1 to 60 of A-Z a-z 0-9 . _ -" })),
  track_url: properties.track_url,
  file_url: properties.file_url,
  prefer: properties.prefer,
  title: properties.title,
  text: properties.text,
  landing: properties.landing,
  artist: properties.artist,
  artwork_url: properties.artwork_url,
  expires_in: properties.expires_in,
  expires_unit: properties.expires_unit,
  expires_at: properties.expires_at,
  ...ServicesShape.properties,
});

export const COLUMNS = Object.keys(RowShape.properties);

const parseRow = createPairsParser(RowShape, { isTrimmed: true, whole: "body" });

/** A row of a campaign. */
export interface CampaignRow {
  line: number;
  /** Names the row's files; unique in its campaign. */
  label: string;
  input: LinksInput;
}

/**
 * The rows of a campaign's CSV, whose first row names the columns.
 * @throws Problem invalid_payload, which names lines and columns
 */
export function readCampaign(csv: string): CampaignRow[] {
  const [head, ...rows] = read(csv);
  if (head === undefined || rows.length === 0)
    throw refused([{ field: "csv", message: "must hold a row of column names and a row per link" }]);
  if (rows.length > MAX_LINKS)
    throw refused([{ field: "csv", message: `must hold at most ${MAX_LINKS} links` }]);
  const columns = columnsOf(head);
  const faults: FieldFault[] = [];
  const labels = new Set<string>();
  const made = rows.map((row, index) => {
    const { label: given, input } = rowOf(row, columns, faults);
    const label = given ?? String(index + 1).padStart(3, "0");
    if (labels.has(label))
      faults.push({ field: nameField(row.line, "label"), message: "names another row, too" });
    labels.add(label);
    return { line: row.line, label, input };
  });
  if (faults.length > 0) throw refused(faults);
  return made;
}

/** The field of a fault in a row. */
export function nameField(line: number, column: string): string {
  return `line ${line}: ${column}`;
}

const MAX_FAULTS = 20;

/** @throws Problem that names the first faults */
export function refused(faults: readonly FieldFault[]): Problem {
  const [first] = faults;
  const message = first === undefined ? "Correct the CSV." : `Correct ${first.field}: it ${first.message}.`;
  return new Problem("invalid_payload", message, { details: faults.slice(0, MAX_FAULTS) });
}

function read(csv: string): CsvRow[] {
  try {
    return parseCsv(csv);
  } catch (error) {
    if (error instanceof CsvError) throw refused([{ field: "csv", message: `is not CSV: ${error.message}` }]);
    throw error;
  }
}

function columnsOf({ cells }: CsvRow): string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const faults = names.flatMap((name, index): FieldFault[] => {
    if (names.indexOf(name) !== index) return [{ field: name, message: "is a column twice" }];
    if (COLUMNS.includes(name)) return [];
    const meant = nearest(name, COLUMNS);
    const hint = meant === null ? `; columns are ${COLUMNS.join(", ")}` : `; ${meant} is probably meant`;
    return [{ field: name.slice(0, 60), message: `is not a column${hint}` }];
  });
  if (faults.length > 0) throw refused(faults);
  return names;
}

function rowOf(row: CsvRow, columns: readonly string[], faults: FieldFault[]) {
  if (row.cells.length > columns.length)
    faults.push({ field: nameField(row.line, "the row"), message: "has more cells than there are columns" });
  const pairs = columns.map((name, index): [string, string] => [name, row.cells[index] ?? ""]);
  const { values, faults: found } = parseRow(new URLSearchParams(pairs).toString(), true);
  faults.push(...found.map(({ field, message }) => ({ field: nameField(row.line, field), message })));
  const { label, ...rest } = values as LinksInput & { label?: string };
  const services = Object.fromEntries(Object.entries(rest).filter(([name]) => isService(name)));
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !isService(name)));
  const hasServices = Object.keys(services).length > 0;
  return { label, input: { ...own, ...(hasServices ? { services } : {}) } satisfies LinksInput };
}

function isService(name: string): boolean {
  return SERVICE_NAMES.some((each) => each === name);
}
