import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { pageRequest, toPage } from "../../../http/input/paging.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import type { BulkAction, BulkActions, BulkDetail, ItemQuery } from "./model.ts";
import { requireAction } from "./run-bulk.ts";
import { type ActionRow, countItems, listActions, listItems } from "./store.ts";

export const NEWEST = Number.MAX_SAFE_INTEGER;

export function viewAction(sql: Sql, row: ActionRow): BulkAction {
  return {
    ...row,
    ...countItems(sql, row.id),
    created_at: isoUtc(row.created_at),
    ended_at: isoUtcOrNull(row.ended_at),
  };
}

type PageParameters = Pick<Static<typeof ItemQuery>, "limit" | "offset" | "cursor">;

export function readActions(sql: Sql, query: PageParameters): Static<typeof BulkActions> {
  const request = pageRequest(query, {});
  const { after, offset, limit } = request;
  const found = listActions(sql, { before: after ?? NEWEST, offset, limit: limit + 1 });
  const { rows, pagination } = toPage(found, request);
  return { actions: rows.map((row) => viewAction(sql, row)), count: rows.length, pagination };
}

/** @throws Problem not_found */
export function readAction(
  sql: Sql,
  id: number,
  { state, ...page }: Static<typeof ItemQuery>,
): Static<typeof BulkDetail> {
  const row = requireAction(sql, id);
  const request = pageRequest(page, { id, state });
  const { after, offset, limit } = request;
  const found = listItems(sql, id, { state: state ?? null, after: after ?? 0, offset, limit: limit + 1 });
  const { rows, pagination } = toPage(
    found.map((each) => ({ ...each, id: each.position })),
    request,
  );
  const items = rows.map(({ id: _, ...item }) => item);
  return { ...viewAction(sql, row), items, pagination };
}
