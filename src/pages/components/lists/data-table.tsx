/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { CsrfFields } from "../action.tsx";
import type { ListAddress } from "./list-address.ts";
import { type Column, Table } from "./table.tsx";

export interface DataColumn<Row> extends Column<Row> {
  /** Its name in the list's address, for `columns` and `sort`. */
  id: string;
  /** The value by which the list can be sorted, if all its rows are on the page. */
  sortBy?: (row: Row) => string | number | null;
  /** Shown only if chosen. */
  isExtra?: boolean;
}

/** Rows can be selected and sent to one of several actions. */
export interface Selection {
  /** The form's target; the chosen keys are its field `id`, once per row. */
  to: string;
  csrfToken: string;
  /** Further fields, and the buttons. */
  children: ComponentChildren;
}

interface DataTableProps<Row> {
  caption: string;
  list: ListAddress;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The parameter and value of the next page; null on the last one. */
  next?: readonly [parameter: string, value: string | number] | null;
  /** Address of these rows as CSV. */
  csv?: string;
  selection?: Selection | null;
  /** Shown if there are no rows. */
  children: ComponentChildren;
}

/**
 * A list for work: dense rows over the whole width, its order, columns and page in the address, a CSV of the rows that it
 * shows, and a selection of rows. Works without scripts; with one, the head's box selects every row.
 */
export function DataTable<Row>(props: DataTableProps<Row>): JSX.Element {
  const { caption, list, keyOf, next = null, csv, selection = null, children } = props;
  if (props.rows.length === 0) return <>{children}</>;
  const rows = sortedRows(props.rows, props.columns, list);
  const shown = shownColumns(props.columns, list);
  const selectable = selection === null ? shown : [selectColumn(keyOf), ...shown];
  const table = (
    <Table
      caption={caption}
      columns={selectable.map((each) => sortedHead(each, list))}
      rows={rows}
      keyOf={keyOf}
    />
  );
  return (
    <div class="data-table">
      {selection === null ? (
        table
      ) : (
        <form method="post" action={selection.to} class="selection">
          <CsrfFields csrfToken={selection.csrfToken} />
          {table}
          <div class="selection-actions">{selection.children}</div>
        </form>
      )}
      {(next !== null || csv !== undefined) && (
        <p class="actions">
          {next !== null && <a href={list.with({ [next[0]]: next[1] })}>Next page</a>}
          {csv !== undefined && <a href={csv}>CSV of these rows</a>}
        </p>
      )}
      <ColumnChooser columns={props.columns} shown={shown} list={list} />
    </div>
  );
}

function shownColumns<Row>(
  columns: readonly DataColumn<Row>[],
  list: ListAddress,
): readonly DataColumn<Row>[] {
  const chosen = list.text("columns")?.split(",");
  const shown = columns.filter(({ id, isExtra }) => chosen?.includes(id) ?? isExtra !== true);
  return shown.length === 0 ? columns : shown;
}

function selectColumn<Row>(keyOf: (row: Row) => string | number): DataColumn<Row> {
  const cell = (row: Row) => (
    <input type="checkbox" name="id" value={keyOf(row)} aria-label={`Select ${keyOf(row)}`} />
  );
  return { id: "", head: "", label: "Select", cell };
}

/** `sort=at` is ascending, `sort=-at` descending; a second click turns the order around. */
function sortedHead<Row>(column: DataColumn<Row>, list: ListAddress): DataColumn<Row> {
  if (column.sortBy === undefined) return column;
  const sort = list.text("sort");
  const order = sort === column.id ? "ascending" : sort === `-${column.id}` ? "descending" : "none";
  return { ...column, order, link: list.with({ sort: order === "ascending" ? `-${column.id}` : column.id }) };
}

/** The rows in the order that the address names; rows without a value come last. */
function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  list: ListAddress,
): readonly Row[] {
  const sort = list.text("sort") ?? "";
  const sortBy = columns.find(({ id }) => id === sort.replace(/^-/, ""))?.sortBy;
  if (sortBy === undefined) return rows;
  const direction = sort.startsWith("-") ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [sortBy(a), sortBy(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * compare(left, right);
  });
}

function compare(left: string | number, right: string | number): number {
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : String(left).localeCompare(String(right), "en", { numeric: true });
}

interface ColumnChooserProps<Row> {
  columns: readonly DataColumn<Row>[];
  shown: readonly DataColumn<Row>[];
  list: ListAddress;
}

function ColumnChooser<Row>({ columns, shown, list }: ColumnChooserProps<Row>): JSX.Element {
  return (
    <details>
      <summary>Columns</summary>
      <ul class="column-choices">
        {columns.map(({ id, head }) => {
          const isShown = shown.some((each) => each.id === id);
          const after = columns.filter((each) => (each.id === id ? !isShown : shown.includes(each)));
          return (
            <li key={id}>
              <a href={list.with({ columns: after.map((each) => each.id).join(",") })}>
                {isShown ? `Hide ${head}` : `Show ${head}`}
              </a>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
