/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";

export interface Column<Row> {
  /** Empty if the first column needs no name. */
  head: string;
  cell: (row: Row) => ComponentChildren;
  /** Right-aligned, in tabular figures. */
  numeric?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/**
 * Rows under heads; the first cell heads its row. On a narrow screen each row becomes a block, with each further cell
 * after its column's head.
 */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>): JSX.Element {
  return (
    <table>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) => (
              <Cell key={column.head} column={column} row={row} isFirst={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head<Row>({ column: { head, numeric } }: { column: Column<Row> }): JSX.Element {
  if (head === "") return <td />;
  return (
    <th scope="col" class={numeric ? "numeric" : undefined}>
      {head}
    </th>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  isFirst: boolean;
}

function Cell<Row>({ column: { head, cell, numeric }, row, isFirst }: CellProps<Row>): JSX.Element {
  if (isFirst) return <th scope="row">{cell(row)}</th>;
  return (
    <td data-head={head} class={numeric ? "numeric" : undefined}>
      <div>{cell(row)}</div>
    </td>
  );
}
