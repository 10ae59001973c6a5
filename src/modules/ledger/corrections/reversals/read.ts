import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { pageRequest, toPage } from "../../../../http/input/paging.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import { fromHundredths } from "../../../../kit/money.ts";
import { needsApproval } from "../approval.ts";
import {
  type ItemQuery,
  type ListQuery,
  MOST_LISTED,
  type Preview,
  type Reversal,
  type ReversalDetail,
  type ReversalItem,
  type Reversals,
  type Shortfall,
} from "./model.ts";
import type { Foreseen, Uncovered } from "./rules.ts";
import type { Selection } from "./select-entries.ts";
import {
  countItems,
  FILTER,
  type ItemRow,
  listItems,
  listReversals,
  type ReversalRow,
  sumMissing,
} from "./store.ts";

export const NEWEST = Number.MAX_SAFE_INTEGER;

export function viewShortfall({ userId, entryId, balance, missing }: Uncovered): Static<typeof Shortfall> {
  return {
    user_id: String(userId),
    entry_id: entryId,
    balance: fromHundredths(balance),
    missing: fromHundredths(missing),
  };
}

/** @param approvalLimit salutes */
export function viewPreview(
  { candidates, leftOut, leftOutCount, hasMore }: Selection,
  { total, users, shortfalls, overLimit }: Foreseen,
  approvalLimit: number,
): Preview {
  const left = new Set(overLimit);
  const reversible = candidates.filter(({ id }) => !left.has(id));
  return {
    count: reversible.length,
    total: fromHundredths(reversible.reduce((sum, { delta }) => sum + Math.abs(delta), 0)),
    users: users.length,
    shortfalls: shortfalls.slice(0, MOST_LISTED).map(viewShortfall),
    shortfall_count: shortfalls.length,
    left_out: [
      ...overLimit.map((entry_id) => ({ entry_id, why: "its user's balance would pass the largest" })),
      ...leftOut.map(({ entryId, why }) => ({ entry_id: entryId, why })),
    ].slice(0, MOST_LISTED),
    left_out_count: overLimit.length + leftOutCount,
    has_more: hasMore,
    needs_approval: needsApproval(total, approvalLimit),
  };
}

/** Salutes that a reversal was to move, that it moved, and that it did not; without sign. */
export function viewSums(
  sql: Sql,
  { id, state, total }: ReversalRow,
): Pick<Static<typeof Reversal>, "total" | "moved" | "missing"> {
  const known = { total: fromHundredths(total), moved: null, missing: null };
  if (state !== "done") return known;
  const missing = sumMissing(sql, id);
  return { ...known, moved: fromHundredths(total - missing), missing: fromHundredths(missing) };
}

export function viewReversal(sql: Sql, row: ReversalRow): Static<typeof Reversal> {
  return {
    reversal_id: row.id,
    state: row.state,
    reason: row.reason,
    on_shortfall: row.on_shortfall,
    filter: row.filter === null ? null : FILTER.read(row.filter),
    count: row.entries,
    ...viewSums(sql, row),
    users: row.users,
    ...countItems(sql, row.id),
    requested_by: row.requested_by,
    decided_by: row.decided_by,
    created_at: isoUtc(row.created_at),
    decided_at: isoUtcOrNull(row.decided_at),
    ended_at: isoUtcOrNull(row.ended_at),
  };
}

export function readReversals(sql: Sql, query: Static<typeof ListQuery>): Static<typeof Reversals> {
  const request = pageRequest(query, {});
  const page = { before: request.after ?? NEWEST, limit: request.limit + 1 };
  const { rows, pagination } = toPage(listReversals(sql, page), request);
  const reversals = rows.map((row) => viewReversal(sql, row));
  return {
    reversals,
    count: reversals.length,
    query: { limit: query.limit, cursor: query.cursor ?? null },
    pagination: { ...pagination, next_offset: null },
  };
}

export function readReversal(
  sql: Sql,
  row: ReversalRow,
  query: Static<typeof ItemQuery>,
): Static<typeof ReversalDetail> {
  const state = query.state ?? null;
  const request = pageRequest(query, { id: row.id, state });
  const page = { state, before: request.after ?? NEWEST, limit: request.limit + 1 };
  const found = listItems(sql, row.id, page).map((item) => ({ ...item, id: item.entry_id }));
  const { rows, pagination } = toPage(found, request);
  return {
    ...viewReversal(sql, row),
    items: rows.map(viewItem),
    pagination: { ...pagination, next_offset: null },
  };
}

export function viewItem(item: ItemRow): Static<typeof ReversalItem> {
  return {
    entry_id: item.entry_id,
    user_id: String(item.user_id),
    delta: fromHundredths(item.delta),
    state: item.state,
    why: item.why,
    missing: fromHundredths(item.missing),
    reversal_entry_id: item.reversal_entry_id,
    moved: item.moved === null ? null : fromHundredths(item.moved),
  };
}
