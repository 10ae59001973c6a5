import { Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { tokenPowerReadings } from "../../../db/tables/movements.ts";
import { Nullable } from "../../../http/schema/shapes.ts";
import type { TimeRange } from "./time-range.ts";

/** Powers over the token, by mint_authority, freeze_authority and the names of extensions. */
export const POWERS = jsonColumn(
  "token_power_readings.powers",
  Type.Record(
    Type.String(),
    Type.Object({ authority: Nullable(Type.String()), allows: Type.String(), is_active: Type.Boolean() }),
  ),
);

const Fee = Type.Object({ epoch: Type.String(), maximum: Type.String(), basis_points: Type.Integer() });
const Epochs = Type.Object({
  slotsPerEpoch: Type.Integer(),
  firstNormalEpoch: Type.Integer(),
  firstNormalSlot: Type.Integer(),
});

export const TRANSFER_FEE = jsonColumn(
  "token_power_readings.transfer_fee",
  Type.Object({ older: Fee, newer: Fee, epochs: Type.Optional(Nullable(Epochs)) }),
);

/** A reading of the powers over the token, as stored: `powers` and `transfer_fee` are JSON. */
export type ReadingRow = Pick<
  RowOf<typeof tokenPowerReadings>,
  "slot" | "last_slot" | "powers" | "transfer_fee"
>;

const READING = "SELECT slot, last_slot, powers, transfer_fee FROM token_power_readings WHERE token_id = ?1";

export function lastReading(sql: Sql, tokenId: number): ReadingRow | null {
  return sql.get<ReadingRow>(`${READING} ORDER BY slot DESC LIMIT 1`, tokenId);
}

/** Readings in a time range and the last one before it, oldest first. */
export function listReadings(sql: Sql, tokenId: number, { from, to }: TimeRange): ReadingRow[] {
  return sql.all<ReadingRow>(
    `${READING} AND read_at < ?3 AND slot >= coalesce(
         (SELECT max(slot) FROM token_power_readings WHERE token_id = ?1 AND read_at < ?2), 0) ORDER BY slot`,
    tokenId,
    from,
    to,
  );
}

/** Stores the last slot at which a reading was still found unchanged. */
export function extendReading(
  tx: Tx,
  tokenId: number,
  { slot, last_slot }: Pick<ReadingRow, "slot" | "last_slot">,
): void {
  tx.run(
    "UPDATE token_power_readings SET last_slot = ? WHERE token_id = ? AND slot = ?",
    last_slot,
    tokenId,
    slot,
  );
}

/** @param row with the time of the reading in Unix milliseconds */
export function insertReading(
  tx: Tx,
  tokenId: number,
  { slot, read_at, last_slot, powers, transfer_fee }: ReadingRow & { read_at: number },
): void {
  tx.run(
    "INSERT INTO token_power_readings (token_id, slot, read_at, last_slot, powers, transfer_fee) VALUES (?, ?, ?, ?, ?, ?)",
    tokenId,
    slot,
    read_at,
    last_slot,
    powers,
    transfer_fee,
  );
}
