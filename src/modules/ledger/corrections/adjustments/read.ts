import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { pageRequest, toPage } from "../../../../http/input/paging.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import { fromHundredths } from "../../../../kit/money.ts";
import type { Adjustment, Adjustments, ListQuery } from "./model.ts";
import { type AdjustmentRow, listAdjustments } from "./store.ts";

export function viewAdjustment(row: AdjustmentRow): Static<typeof Adjustment> {
  return {
    adjustment_id: row.id,
    state: row.state,
    partner: row.partner,
    user_id: String(row.user_id),
    direction: row.direction,
    amount: fromHundredths(row.amount),
    reason: row.reason,
    ledger_entry_id: row.ledger_entry_id,
    requested_by: row.requested_by,
    decided_by: row.decided_by,
    created_at: isoUtc(row.created_at),
    ended_at: isoUtcOrNull(row.ended_at),
  };
}

export function readAdjustments(sql: Sql, query: Static<typeof ListQuery>): Static<typeof Adjustments> {
  const request = pageRequest(query, {});
  const page = { before: request.after ?? Number.MAX_SAFE_INTEGER, limit: request.limit + 1 };
  const { rows, pagination } = toPage(listAdjustments(sql, page), request);
  const adjustments = rows.map(viewAdjustment);
  return {
    adjustments,
    count: adjustments.length,
    query: { limit: query.limit, cursor: query.cursor ?? null },
    pagination: { ...pagination, next_offset: null },
  };
}
