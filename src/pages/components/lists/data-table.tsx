/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { useContext } from "preact/hooks";
import { SessionFields } from "../forms/action.tsx";
import { Form } from "../forms/form.tsx";
import { ColumnChooser, shownColumns } from "./column-chooser.tsx";
import { type DataColumn, tableColumn } from "./data-column.tsx";
import type { ListAddress } from "./list-address.ts";
import { sortedHead, sortedRows } from "./list-order.ts";
import { CSV_ROWS, ListSink } from "./list-sink.ts";
import { ViewBar } from "./saved-views.tsx";
import { type Column, Table } from "./table.tsx";

/** Rows can be selected and sent to one of several actions. */
export interface Selection {
  /** The form's target; the chosen keys are its field `id`, once per row. */
  to: string;
  /** Null if the target is a page that asks before anything changes. */
  csrfToken: string | null;
  /** Further fields, and the buttons. */
  children: ComponentChildren;
}

interface DataTableProps<Row> {
  caption: string;
  list: ListAddress;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The parameter and value of the next page; null on the last one, unset if there are no pages. */
  next?: readonly [parameter: string, value: string | number] | null;
  /** Address of an export of these rows, in place of the list's own CSV. */
  csv?: string;
  selection?: Selection | null;
  /** Whether a row has a box; by default each has. */
  isSelectable?: (row: Row) => boolean;
  /** Shown if there are no rows. */
  children: ComponentChildren;
}

/** Parameters by which lists are paged. */
const POSITIONS = ["before", "offset", "cursor"];

/**
 * A list for work: dense rows over the whole width, columns and page in the address, its own CSV, and a selection of
 * rows. A list whose rows are all on the page can be sorted by any column. Works without scripts; with
 * one, the head's box selects every row.
 */
export function DataTable<Row>(props: DataTableProps<Row>): JSX.Element | null {
  const { caption, list, keyOf, next = null, selection = null, children } = props;
  const { csv = list.with({ format: "csv" }) } = props;
  const sink = useContext(ListSink);
  const shown = shownColumns(props.columns, list);
  const isWhole = next === null && POSITIONS.every((name) => Number(list.text(name) ?? 0) === 0);
  const rows = isWhole ? sortedRows(props.rows, props.columns, list) : props.rows;
  if (sink !== null) {
    sink({
      columns: shown.map(({ id }) => id),
      rows: rows.map((row) => shown.map(({ value }) => value(row))),
      next,
    });
    return null;
  }
  if (rows.length === 0)
    return (
      <>
        <ViewBar list={list} />
        {children}
      </>
    );
  const heads = shown.map((each) => ({ ...tableColumn(each), ...(isWhole ? sortedHead(each, list) : {}) }));
  const table = (
    <Table
      caption={caption}
      columns={selection === null ? heads : [selectColumn(keyOf, props.isSelectable), ...heads]}
      rows={rows}
      keyOf={keyOf}
    />
  );
  return (
    <div class="data-table">
      <ViewBar list={list} />
      {selection === null ? (
        table
      ) : (
        <Form method={selection.csrfToken === null ? "get" : "post"} to={selection.to} class="selection">
          {selection.csrfToken !== null && <SessionFields csrfToken={selection.csrfToken} />}
          {table}
          <div class="selection-actions">{selection.children}</div>
        </Form>
      )}
      <p class="actions">
        {next !== null && <a href={list.with({ [next[0]]: next[1] })}>Next page</a>}
        <a href={csv}>
          {isWhole ? "CSV of these rows" : "CSV of this list"}
          {next !== null && props.csv === undefined && `, up to ${CSV_ROWS.toLocaleString("en")} rows`}
        </a>
      </p>
      <ColumnChooser columns={props.columns} shown={shown} list={list} />
    </div>
  );
}

function selectColumn<Row>(
  keyOf: (row: Row) => string | number,
  isSelectable: (row: Row) => boolean = () => true,
): Column<Row> {
  const cell = (row: Row) =>
    isSelectable(row) && (
      <input type="checkbox" name="id" value={keyOf(row)} aria-label={`Select ${keyOf(row)}`} />
    );
  return { head: "", label: "Select", cell };
}
