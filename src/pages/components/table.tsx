import type { ComponentChildren, JSX } from "preact";

export interface Column<Row> {
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

/** Rows under heads; on a narrow screen each row becomes a block, each cell with its head before it. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>): JSX.Element {
  return (
    <table>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, numeric }) => (
            <th key={head} scope="col" class={numeric ? "numeric" : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, numeric }) => (
              <td key={head} data-head={head} class={numeric ? "numeric" : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
