import { createContext } from "preact";
import type { CellValue } from "./data-column.tsx";

/** Limit on the rows of a list's CSV. */
export const CSV_ROWS = 10_000;

/** What a list shows, as values. */
export interface ListValues {
  columns: readonly string[];
  rows: readonly (readonly CellValue[])[];
  /** The parameter and value of the next page; null on the last one. */
  next: readonly [parameter: string, value: string | number] | null;
}

/** Takes the values of a page's list instead of showing them; null while the page is shown. */
export const ListSink = createContext<((values: ListValues) => void) | null>(null);
