import { type Static, Type } from "@sinclair/typebox";
import { decodeCursor, encodeCursor } from "../kit/cursor.ts";
import { invalidQuery } from "./problem.ts";
import { Nullable } from "./shapes.ts";

export const MAX_OFFSET = 100_000;

/** The paging parameters of every list (contract section 2). */
export const PageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Rows on a page." }),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_OFFSET, description: "Rows to skip; not with cursor." }),
  ),
  cursor: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9_-]{1,200}$",
      description: "next_cursor of the page before; not with offset.",
      "x-expectation": "next_cursor of the page before, unchanged",
    }),
  ),
};

export const Pagination = Type.Object(
  {
    has_more: Type.Boolean(),
    next_offset: Nullable(Type.Integer()),
    next_cursor: Nullable(Type.String()),
  },
  { title: "Pagination" },
);

export interface PageRequest {
  limit: number;
  offset: number;
  /** The id that the page before ended on; null on the first page or when paging by offset. */
  after: number | null;
  /** What a cursor is bound to. */
  filters: string;
}

interface PagingParameters {
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}

/**
 * Reads limit, offset and cursor.
 * @param filters everything else that decides which rows are listed and in which order.
 * @throws Problem invalid_query for a cursor with an offset, or one made for other filters.
 */
export function pageRequest(query: PagingParameters, filters: object): PageRequest {
  const fingerprint = JSON.stringify(filters);
  const { limit, offset, cursor } = query;
  if (cursor === undefined) return { limit, offset: offset ?? 0, after: null, filters: fingerprint };
  if (offset !== undefined) throw invalidQuery("cursor", "must not come together with offset");
  const after = decodeCursor(cursor, fingerprint);
  if (after === null)
    throw invalidQuery("cursor", "was not made by this server for these filters; start again without it");
  return { limit, offset: 0, after, filters: fingerprint };
}

export interface Page<Row> {
  rows: Row[];
  pagination: Static<typeof Pagination>;
}

/**
 * Cuts a page out of `limit + 1` rows: the row too many only tells that there is more.
 * @param resumeAfter set where the search for rows stopped early: the id up to which it had looked.
 */
export function pageOf<Row extends { id: number }>(
  rowsAndOneMore: Row[],
  request: PageRequest,
  resumeAfter: number | null = null,
): Page<Row> {
  const rows = rowsAndOneMore.slice(0, request.limit);
  const hasMore = resumeAfter !== null || rowsAndOneMore.length > request.limit;
  const nextOffset = request.offset + request.limit;
  const canSkip = hasMore && resumeAfter === null && request.after === null && nextOffset <= MAX_OFFSET;
  const endedOn = resumeAfter ?? rows.at(-1)?.id;
  return {
    rows,
    pagination: {
      has_more: hasMore,
      next_offset: canSkip ? nextOffset : null,
      next_cursor: hasMore && endedOn !== undefined ? encodeCursor(endedOn, request.filters) : null,
    },
  };
}
