import type { CellValue, DataColumn } from "./data-column.tsx";
import type { ListAddress } from "./list-address.ts";
import type { Column } from "./table.tsx";

/** `sort=at` is ascending, `sort=-at` descending; a second click turns the order around. */
export function sortedHead<Row>(
  { id }: DataColumn<Row>,
  list: ListAddress,
): Pick<Column<Row>, "order" | "link"> {
  const sort = list.text("sort");
  const order = sort === id ? "ascending" : sort === `-${id}` ? "descending" : "none";
  return { order, link: list.with({ sort: order === "ascending" ? `-${id}` : id }) };
}

/** The rows in the order that the address names; rows without a value come last. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  list: ListAddress,
): readonly Row[] {
  const sort = list.text("sort") ?? "";
  const value = columns.find(({ id }) => id === sort.replace(/^-/, ""))?.value;
  if (value === undefined) return rows;
  const direction = sort.startsWith("-") ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * compare(left, right);
  });
}

function compare(left: NonNullable<CellValue>, right: NonNullable<CellValue>): number {
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : String(left).localeCompare(String(right), "en", { numeric: true });
}
