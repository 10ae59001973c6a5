/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { DataColumn } from "./data-column.tsx";
import type { ListAddress } from "./list-address.ts";

interface ColumnChooserProps<Row> {
  columns: readonly DataColumn<Row>[];
  shown: readonly DataColumn<Row>[];
  list: ListAddress;
}

/** Links that each show or hide a column. */
export function ColumnChooser<Row>({ columns, shown, list }: ColumnChooserProps<Row>): JSX.Element {
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

/** The columns that the address names, or those shown by default. */
export function shownColumns<Row>(
  columns: readonly DataColumn<Row>[],
  list: ListAddress,
): readonly DataColumn<Row>[] {
  const chosen = list.text("columns")?.split(",");
  const shown = columns.filter(({ id, isExtra }) => chosen?.includes(id) ?? isExtra !== true);
  return shown.length === 0 ? columns : shown;
}
