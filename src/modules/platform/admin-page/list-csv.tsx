/** @jsxImportSource preact */

import { setImmediate as breathe } from "node:timers/promises";
import type { JSX } from "preact";
import { CSV_TYPE } from "../../../http/answers/stream.ts";
import type { Context } from "../../../http/operation.ts";
import { csvRow } from "../../../kit/formats/csv.ts";
import { CSV_ROWS, htmlText, ListSink, type ListValues } from "../../../pages/index.ts";
import { recordAudit } from "../audit/index.ts";
import { PRIVATE } from "./refusal.tsx";

/** Pages read for one CSV: a search may find few rows on each. */
const MAX_PAGES = 500;

type Query = Readonly<Record<string, unknown>>;

interface ListPage {
  path: string;
  /** The page's content for a query. */
  content: (query: Query) => JSX.Element | Promise<JSX.Element>;
}

/** Whether the rows of the page's list are wanted instead of the page. */
export function wantsCsv(query: unknown): boolean {
  return typeof query === "object" && query !== null && "format" in query;
}

/** The page's list from the given page on, with the shown columns. The audit trail records who took how many rows. */
export async function listCsv({ db, actor, method, query }: Context, page: ListPage): Promise<Response> {
  const given = query as Query;
  const { columns, rows } = await readRows(page, given);
  if (method !== "HEAD") {
    const { format: _, ...filters } = given;
    const details = { ...filters, ...withoutPerson(filters), columns: columns.join(","), rows: rows.length };
    await db.writer.run((tx) =>
      recordAudit(tx, actor, { action: "list.export", subject: page.path, details }),
    );
  }
  const file = `${page.path.slice(1).replaceAll("/", "-")}.csv`;
  return new Response([columns, ...rows].map(csvRow).join(""), {
    headers: {
      ...PRIVATE,
      "content-type": CSV_TYPE,
      "content-disposition": `attachment; filename="${file}"`,
    },
  });
}

/** The filter by a user without the external id, which the trail would keep for good. */
function withoutPerson({ user }: Query): { user?: string } {
  return String(user).startsWith("ext:") ? { user: "ext:" } : {};
}

async function readRows({ content }: ListPage, query: Query): Promise<Pick<ListValues, "columns" | "rows">> {
  const rows: ListValues["rows"][number][] = [];
  let columns: readonly string[] = [];
  let next: ListValues["next"] = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const read = valuesOf(await content(next === null ? query : { ...query, [next[0]]: next[1] }));
    if (read === null) break;
    columns = read.columns;
    rows.push(...read.rows.slice(0, CSV_ROWS - rows.length));
    next = read.next;
    if (next === null || rows.length === CSV_ROWS) break;
    await breathe();
  }
  return { columns, rows };
}

/** The values of the content's first list; null without a list. */
function valuesOf(content: JSX.Element): ListValues | null {
  const lists: ListValues[] = [];
  htmlText(<ListSink.Provider value={(values) => void lists.push(values)}>{content}</ListSink.Provider>);
  return lists[0] ?? null;
}
