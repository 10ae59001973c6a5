import type { Sql } from "../../../db/sql.ts";
import { listReadings, POWERS, TRANSFER_FEE } from "./power-store.ts";
import { lastPost } from "./slot-order.ts";
import { listLastSteps, type Place } from "./store.ts";
import type { TimeRange } from "./time-range.ts";

/** An account's balance after its last known movement before a slot; null if none is known. */
export function postBefore(sql: Sql, account: string, place: Place): bigint | null {
  const rows = listLastSteps(sql, account, place);
  if (rows.length === 0) return null;
  return lastPost(rows.map(({ pre, post }) => ({ pre: BigInt(pre), post: BigInt(post) })));
}

export interface PowerReadingRow {
  slot: number;
  lastSlot: number;
  powers: ReturnType<typeof POWERS.read>;
  transferFee: ReturnType<typeof TRANSFER_FEE.read> | null;
}

/** Readings of powers that changed within a window, oldest first, and the last one before it. */
export function readingsOfWindow(sql: Sql, tokenId: number, window: TimeRange): PowerReadingRow[] {
  return listReadings(sql, tokenId, window).map(({ slot, last_slot, powers, transfer_fee }) => ({
    slot,
    lastSlot: last_slot,
    powers: POWERS.read(powers),
    transferFee: transfer_fee === null ? null : TRANSFER_FEE.read(transfer_fee),
  }));
}
