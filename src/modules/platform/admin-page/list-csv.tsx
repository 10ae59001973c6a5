/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CSV_TYPE, streamBytes } from "../../../http/answers/stream.ts";
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

/**
 * The page's list from the given page on, with the shown columns: streamed, one page of the list after the other. The
 * audit trail records who took how many rows, also of a download that was given up.
 */
export async function answerCsv({ db, actor, method, query }: Context, page: ListPage): Promise<Response> {
  const given = query as Query;
  const first = await readPage(page, given);
  const record = async (rows: number) => {
    if (method === "HEAD") return;
    const { format: _, ...filters } = given;
    const details = { ...filters, ...withoutPerson(filters), columns: first.columns.join(","), rows };
    await db.writer.run((tx) =>
      recordAudit(tx, actor, { action: "list.export", subject: page.path, details }),
    );
  };
  const file = `${page.path.slice(1).replaceAll("/", "-")}.csv`;
  return streamBytes(csvChunks(page, { query: given, first, record }), CSV_TYPE, {
    ...PRIVATE,
    "content-disposition": `attachment; filename="${file}"`,
  });
}

/** The filter by a user without the external id, which the trail would keep for good. */
function withoutPerson({ user }: Query): { user?: string } {
  return String(user).startsWith("ext:") ? { user: "ext:" } : {};
}

interface Download {
  query: Query;
  first: ListValues;
  /** Called with the number of rows at the end, whatever ended it. */
  record: (rows: number) => Promise<void>;
}

async function* csvChunks(page: ListPage, { query, first, record }: Download): AsyncGenerator<Uint8Array> {
  let count = 0;
  try {
    let { columns, rows, next } = first;
    for (let pages = 1; ; pages++) {
      const taken = rows.slice(0, CSV_ROWS - count);
      count += taken.length;
      yield Buffer.from([...(pages === 1 ? [columns] : []), ...taken].map(csvRow).join(""));
      if (next === null || count === CSV_ROWS || pages === MAX_PAGES) return;
      ({ rows, next } = await readPage(page, { ...query, [next[0]]: next[1] }));
    }
  } finally {
    await record(count);
  }
}

/** The values of the page's first list; nothing without a list. */
async function readPage({ content }: ListPage, query: Query): Promise<ListValues> {
  const lists: ListValues[] = [];
  const shown = await content(query);
  htmlText(<ListSink.Provider value={(values) => void lists.push(values)}>{shown}</ListSink.Provider>);
  return lists[0] ?? { columns: [], rows: [], next: null };
}
