import { invalidPayload } from "../../../http/answers/problem.ts";
import { CsvError, parseCsv } from "../../../kit/formats/csv-parse.ts";

export const COLUMNS = ["kind", "id", "signature"] as const;
export const KINDS = ["conversion", "claim"] as const;
/** Maximum number of payments per import. */
export const MAX_ROWS = 1_000;

/** A payment as given: a conversion or claim, and the transaction that paid it. */
export interface Payment {
  kind: (typeof KINDS)[number];
  id: number;
  signature: string;
}

export interface ImportRow {
  /** Place in the file, from 0; the header does not count. */
  index: number;
  payment: Payment | null;
  /** Correction of the row; null if it can be verified. */
  fault: { code: "invalid_payload" | "state_conflict"; message: string } | null;
}

/** The rows of an import with the faults that need no chain. @throws Problem invalid_payload for the whole text */
export function readImport(csv: string): ImportRow[] {
  const [header, ...rows] = cellsOf(csv.replace(/^\uFEFF/, ""));
  if (header === undefined || header.map((name) => name.trim().toLowerCase()).join() !== COLUMNS.join())
    throw invalidPayload("csv", `must be CSV whose first line is ${COLUMNS.join(",")}`);
  if (rows.length === 0 || rows.length > MAX_ROWS)
    throw invalidPayload("csv", `must have 1 to ${MAX_ROWS.toLocaleString("en")} rows below the header`);
  const firstUse = new Map<string, string>();
  return rows.map((cells, index) => {
    const payment = paymentOf(cells);
    if (payment === null) {
      const message = "Write conversion or claim, its id, and the transaction's signature in this row.";
      return { index, payment, fault: { code: "invalid_payload", message } };
    }
    const name = `${payment.kind} ${payment.id}`;
    const before = firstUse.get(payment.signature) ?? firstUse.get(name);
    if (before !== undefined) {
      const message = `Leave this row out: the earlier row of ${before} has the same payment or signature.`;
      return { index, payment, fault: { code: "state_conflict", message } };
    }
    firstUse.set(payment.signature, name).set(name, name);
    return { index, payment, fault: null };
  });
}

function cellsOf(csv: string): string[][] {
  try {
    return parseCsv(csv).map(({ cells }) => cells);
  } catch (error) {
    if (error instanceof CsvError) throw invalidPayload("csv", `is not CSV: ${error.message}`);
    throw error;
  }
}

function paymentOf(cells: readonly string[]): Payment | null {
  const [word = "", id = "", signature = "", ...more] = cells.map((cell) => cell.trim());
  const kind = KINDS.find((each) => each === word);
  if (kind === undefined || !/^[1-9]\d{0,14}$/.test(id) || signature === "" || more.length > 0) return null;
  return { kind, id: Number(id), signature };
}
