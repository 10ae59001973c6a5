import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { tokenPowerReadings } from "../../../db/tables/movements.ts";

/** A reading of the powers over the token, as stored: `powers` and `transfer_fee` are JSON. */
export type ReadingRow = Pick<
  RowOf<typeof tokenPowerReadings>,
  "slot" | "last_slot" | "powers" | "transfer_fee"
>;

const READING = "SELECT slot, last_slot, powers, transfer_fee FROM token_power_readings WHERE token_id = ?1";

export function lastReading(sql: Sql, tokenId: number): ReadingRow | null {
  return sql.get<ReadingRow>(`${READING} ORDER BY slot DESC LIMIT 1`, tokenId);
}

/** Readings of a time, [from, to), oldest first, and the last before it. */
export function listReadings(sql: Sql, tokenId: number, from: number, to: number): ReadingRow[] {
  return sql.all<ReadingRow>(
    `${READING} AND read_at < ?3 AND slot >= coalesce(
         (SELECT max(slot) FROM token_power_readings WHERE token_id = ?1 AND read_at < ?2), 0) ORDER BY slot`,
    tokenId,
    from,
    to,
  );
}

/** Notes that a reading still holds at a later slot. */
export function extendReading(tx: Tx, tokenId: number, slot: number, lastSlot: number): void {
  tx.run(
    "UPDATE token_power_readings SET last_slot = ? WHERE token_id = ? AND slot = ?",
    lastSlot,
    tokenId,
    slot,
  );
}

export function insertReading(
  tx: Tx,
  tokenId: number,
  readAt: number,
  { slot, last_slot, powers, transfer_fee }: ReadingRow,
): void {
  tx.run(
    "INSERT INTO token_power_readings (token_id, slot, read_at, last_slot, powers, transfer_fee) VALUES (?, ?, ?, ?, ?, ?)",
    tokenId,
    slot,
    readAt,
    last_slot,
    powers,
    transfer_fee,
  );
}
