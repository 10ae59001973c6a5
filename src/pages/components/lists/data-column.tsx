/** @jsxImportSource preact */

import type { ComponentChildren } from "preact";
import { isoUtc } from "../../../kit/clock.ts";
import { Time } from "../time.tsx";
import type { Column } from "./table.tsx";

/** A cell's value, from which the list is sorted and its CSV is made. */
export type CellValue = string | number | null;

export interface DataColumn<Row> extends Omit<Column<Row>, "cell"> {
  /** Its name in the list's address, for `columns` and `sort`, and in its CSV. */
  id: string;
  value: (row: Row) => CellValue;
  /** How the value is shown, if not as it is. */
  cell?: (row: Row) => ComponentChildren;
  /** Shown only if chosen. */
  isExtra?: boolean;
}

interface TimeColumn<Row> extends Pick<DataColumn<Row>, "id" | "head" | "isExtra" | "isMain"> {
  /** Unix milliseconds, or a time as answers have it; null for none yet. */
  at: (row: Row) => number | string | null;
  /** Shown without a time. */
  none?: string;
  now: number;
}

/** A column of times: in the CSV as answers have them. */
export function timeColumn<Row>({ at, none = "", now, ...column }: TimeColumn<Row>): DataColumn<Row> {
  const msOf = (row: Row) => {
    const time = at(row);
    return typeof time === "string" ? Date.parse(time) : time;
  };
  return {
    ...column,
    value: (row) => {
      const ms = msOf(row);
      return ms === null ? null : isoUtc(ms);
    },
    cell: (row) => {
      const ms = msOf(row);
      return ms === null ? none : <Time at={ms} now={now} />;
    },
  };
}

/** A column of whole or decimal numbers, with thousands separators; null for none yet. */
export function numberColumn<Row>(
  column: Pick<DataColumn<Row>, "id" | "head" | "isExtra" | "isMain"> & {
    value: (row: Row) => number | null;
  },
): DataColumn<Row> {
  return { ...column, numeric: true, cell: (row) => column.value(row)?.toLocaleString("en") };
}

/** The column as a table shows it. */
export function tableColumn<Row>({ value, cell = value, ...head }: DataColumn<Row>): Column<Row> {
  return { ...head, cell };
}
