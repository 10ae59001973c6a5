import { type Static, Type } from "@sinclair/typebox";
import { type Continuation, decodeCursor, encodeCursor, type PagePosition } from "../../kit/cursor.ts";
import { invalidQuery } from "../answers/problem.ts";
import { Nullable } from "../schema/shapes.ts";

export const MAX_OFFSET = 100_000;
/** Rows on a page, if the request names no limit. */
export const DEFAULT_LIMIT = 50;

/** The paging parameters of every list (contract section 2). */
export const PageQuery = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: DEFAULT_LIMIT,
    description: "Largest number of rows on a page.",
  }),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_OFFSET, description: "Rows to skip; not with cursor." }),
  ),
  cursor: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9_-]{1,200}$",
      description: "Continues after a page; not with offset.",
      "x-expectation": "next_cursor of the previous page, unchanged",
    }),
  ),
};

/** Parameters of every list of a page that change only how it shows its rows. */
export const ShownQuery = {
  columns: Type.Optional(
    Type.String({
      pattern: "^[a-z_0-9,]{1,300}$",
      description: "Names of the shown columns.",
      "x-expectation": "names of columns, separated by commas",
    }),
  ),
  sort: Type.Optional(
    Type.String({
      pattern: "^-?[a-z_0-9]{1,40}$",
      description: "Name of the column that orders the rows; with - before it descending.",
      "x-expectation": "a column's name, optionally after -",
    }),
  ),
  format: Type.Optional(
    Type.Literal("csv", {
      description: "The list's rows as CSV, with the shown columns, instead of the page.",
    }),
  ),
};

export const Pagination = Type.Object(
  {
    has_more: Type.Boolean({ description: "Whether there are more rows." }),
    next_offset: Nullable(Type.Integer(), {
      description: "Send it as offset for the next page; null on the last, and when paging by cursor.",
    }),
    next_cursor: Nullable(Type.String(), {
      description: "Send it as cursor for the next page; null on the last.",
    }),
  },
  { title: "Pagination", description: "Where the list continues." },
);

export interface PageRequest extends PagePosition {
  /** The filters to which a cursor is bound. */
  filters: string;
}

interface PagingParameters {
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}

/**
 * Reads limit, offset and cursor.
 * @param filters all other parameters that decide which rows are listed and in which order.
 * @throws Problem invalid_query for a cursor with an offset, or one made for other filters
 */
export function pageRequest(query: PagingParameters, filters: object): PageRequest {
  const fingerprint = JSON.stringify(filters);
  const { limit, offset, cursor } = query;
  if (cursor === undefined) return { limit, offset: offset ?? 0, after: null, filters: fingerprint };
  if (offset !== undefined) throw invalidQuery("cursor", "must not come together with offset");
  const continuation = decodeCursor(cursor, fingerprint);
  if (continuation === null)
    throw invalidQuery("cursor", "was not made by this server for these filters; start again without it");
  return { limit, ...continuation, filters: fingerprint };
}

export interface Page<Row> {
  rows: Row[];
  pagination: Static<typeof Pagination>;
}

/**
 * Makes a page from `limit + 1` rows: the extra row only shows that there is more.
 * @param cutOff set if the search stopped early: where it continues.
 */
export function toPage<Row extends { id: number }>(
  rowsAndOneMore: Row[],
  request: PageRequest,
  cutOff: Continuation | null = null,
): Page<Row> {
  const rows = rowsAndOneMore.slice(0, request.limit);
  const hasMore = cutOff !== null || rowsAndOneMore.length > request.limit;
  const nextOffset = request.offset + request.limit;
  const canSkip = hasMore && cutOff === null && request.after === null && nextOffset <= MAX_OFFSET;
  const last = rows.at(-1)?.id;
  const next = cutOff ?? (last === undefined ? null : { after: last, offset: 0 });
  return {
    rows,
    pagination: {
      has_more: hasMore,
      next_offset: canSkip ? nextOffset : null,
      next_cursor: hasMore && next !== null ? encodeCursor(next, request.filters) : null,
    },
  };
}
