/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";

export interface Column<Row> {
  /** Empty if the first column needs no name. */
  head: string;
  cell: (row: Row) => ComponentChildren;
  /** Right-aligned, in tabular figures. */
  numeric?: boolean;
  /** Heads the block that a row becomes on a narrow screen, beside the first cell. */
  isMain?: boolean;
  /** Name for assistive technology of a column without a head. */
  label?: string;
  /** Present order of a column by which the table can be sorted, and the address that changes it. */
  order?: "ascending" | "descending" | "none";
  link?: string;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/**
 * Rows under heads; the first cell, after a box that selects the row, heads its row. On a narrow screen each row becomes
 * a block, with each further cell after its column's head.
 */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>): JSX.Element {
  const first = columns.findIndex(({ label }) => label === undefined);
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
              <Cell key={column.head} column={column} row={row} isFirst={index === first} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head<Row>({ column }: { column: Column<Row> }): JSX.Element {
  const { head, numeric, label, order, link } = column;
  if (head === "") return label === undefined ? <td /> : <td class="select" data-label={label} />;
  return (
    <th scope="col" class={numeric ? "numeric" : undefined} aria-sort={order}>
      {link === undefined ? head : <a href={link}>{head}</a>}
    </th>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  isFirst: boolean;
}

function Cell<Row>({ column: { head, cell, numeric, isMain }, row, isFirst }: CellProps<Row>): JSX.Element {
  if (isFirst) return <th scope="row">{cell(row)}</th>;
  if (head === "") return <td class="select">{cell(row)}</td>;
  return (
    <td
      data-head={head}
      class={[numeric && "numeric", isMain && "main-cell"].filter(Boolean).join(" ") || undefined}
    >
      <div>{cell(row)}</div>
    </td>
  );
}
