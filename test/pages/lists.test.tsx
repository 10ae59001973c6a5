import { describe, expect, test } from "bun:test";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import {
  type DataColumn,
  DataTable,
  ListAddress,
  type ListQuery,
  ShortValue,
} from "../../src/pages/index.ts";

interface Thing {
  name: string;
  size: number | null;
}

const COLUMNS: DataColumn<Thing>[] = [
  { id: "name", head: "Name", value: ({ name }) => name },
  { id: "size", head: "Size", value: ({ size }) => size, isMain: true },
  { id: "extra", head: "Extra", value: () => "more", isExtra: true },
];
const ROWS: Thing[] = [
  { name: "b", size: 10 },
  { name: "c", size: null },
  { name: "a", size: 9 },
];

const html = (node: VNode) => renderToString(node);
const shown = (query: ListQuery) =>
  html(
    <DataTable
      caption="Things"
      list={new ListAddress("/things", query)}
      columns={COLUMNS}
      rows={ROWS}
      keyOf={({ name }) => name}
    >
      none
    </DataTable>,
  );
const order = (page: string) => [...page.matchAll(/<th scope="row">(\w)</g)].map(([, name]) => name);

describe("DataTable", () => {
  test("is in the order that its address names, rows without a value last either way", () => {
    expect(order(shown({}))).toEqual(["b", "c", "a"]);
    expect(order(shown({ sort: "name" }))).toEqual(["a", "b", "c"]);
    expect(order(shown({ sort: "size" }))).toEqual(["a", "b", "c"]);
    expect(order(shown({ sort: "-size" }))).toEqual(["b", "a", "c"]);
    expect(order(shown({ sort: "unknown" }))).toEqual(["b", "c", "a"]);
  });

  test("a head turns the order around and keeps the other parameters", () => {
    const page = shown({ sort: "size", columns: "name,size" });
    expect(page).toContain(
      'aria-sort="ascending"><a href="/things?sort=-size&amp;columns=name%2Csize">Size</a>',
    );
    expect(page).toContain('aria-sort="none"><a href="/things?sort=name&amp;columns=name%2Csize">Name</a>');
  });

  test("shows the chosen columns, and all but the extra ones by default", () => {
    expect(shown({})).not.toContain(">Extra</a></th>");
    expect(shown({ columns: "name,extra" })).toContain(">Extra</a></th>");
    expect(shown({ columns: "name,extra" })).not.toContain(">Size</a></th>");
    expect(shown({ columns: "lost" })).toContain(">Name</a></th>");
  });

  test("is sorted only if all its rows are on the page", () => {
    expect(order(shown({ sort: "name", before: 9 }))).toEqual(["b", "c", "a"]);
    expect(shown({ sort: "name", before: 9 })).not.toContain("aria-sort");
    expect(shown({ sort: "name", offset: 0 })).toContain("aria-sort");
  });

  test("links to a CSV of its filters, order and columns", () => {
    expect(shown({ sort: "name", columns: "name" })).toContain(
      'href="/things?sort=name&amp;columns=name&amp;format=csv"',
    );
  });

  test("marks the cell that heads a row on a narrow screen", () => {
    expect(shown({})).toContain('<td data-head="Size" class="main-cell">');
  });
});

describe("ShortValue", () => {
  test("shows both ends of a long value, and holds all of it for copying", () => {
    const page = html(
      <ShortValue value="9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin" label="the address" />,
    );
    expect(page).toContain('title="9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"');
    expect(page).toContain('<span class="short-start">9xQeWv</span>');
    const code = /<code[^>]*>(.*)<\/code>/.exec(page)?.[1] ?? "";
    expect(code.replaceAll(/<[^>]+>/g, "")).toBe("9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin");
  });

  test("leaves a short value whole", () => {
    expect(html(<ShortValue value="abc" label="the id" />)).not.toContain("short-start");
  });
});
