import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { webhookDeliveries } from "../../../../db/tables/webhooks.ts";
import { DAY_MS } from "../../../../kit/clock.ts";
import { deadLetter } from "../dead-letter.ts";
import { EXPIRED, isRoundOver, type Round } from "./expiry.ts";

/** Days after which a record of a switched-off webhook becomes a dead letter. */
export const HELD_DAYS = 90;

type WaitingRecord = Round & Pick<RowOf<typeof webhookDeliveries>, "id" | "webhook_id" | "state" | "held_at">;

/** A position in the scan of waiting records; null at the end. */
export type Position = Pick<WaitingRecord, "webhook_id" | "state" | "id"> | null;

const START = { webhook_id: 0, state: "", id: 0 };
const COLUMNS = "id, webhook_id, state, held_at, round_started_at, round_held_ms";
const NEXT = `SELECT ${COLUMNS} FROM webhook_deliveries INDEXED BY webhook_deliveries_waiting
  WHERE (state = 'pending' OR state = 'failed' OR state = 'held') AND (webhook_id, state, id) > (?, ?, ?)
  ORDER BY webhook_id, state, id LIMIT ?`;
const ONE = `SELECT ${COLUMNS} FROM webhook_deliveries
  WHERE id = ? AND (state = 'pending' OR state = 'failed' OR state = 'held')`;

/**
 * The records past their deadline among the next `window` waiting ones after a position, and the position to continue
 * from.
 */
export function listPastTime(
  sql: Sql,
  { after, window }: { after: Position; window: number },
  nowMs: number,
): { ids: number[]; next: Position } {
  const from = after ?? START;
  const rows = sql.all<WaitingRecord>(NEXT, from.webhook_id, from.state, from.id, window);
  const past = rows.filter((row) => reasonToEnd(sql, row, nowMs) !== null);
  return { ids: past.map(({ id }) => id), next: rows.length < window ? null : (rows.at(-1) ?? null) };
}

/** Makes dead letters of the given records if they still wait and are past their deadline. Returns how many. */
export function expireWaiting(tx: Tx, ids: readonly number[]): number {
  let count = 0;
  for (const id of ids) {
    const row = tx.get<WaitingRecord>(ONE, id);
    const lastError = row === null ? null : reasonToEnd(tx, row, tx.now);
    if (lastError === null) continue;
    deadLetter(tx, id, { reason: "expired", lastError });
    count++;
  }
  return count;
}

function reasonToEnd(sql: Sql, row: WaitingRecord, nowMs: number): string | null {
  if (row.state === "held")
    return nowMs - (row.held_at ?? nowMs) > HELD_DAYS * DAY_MS ? `held for ${HELD_DAYS} days` : null;
  return isRoundOver(sql, row, nowMs) ? EXPIRED : null;
}
