import type { EpochSchedule } from "../../../chain/mint.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type {
  tokenMovements,
  tokenPowerReadings,
  tokenScanAccounts,
  tokenScanOwners,
  tokenScans,
} from "../../../db/tables/movements.ts";
import type { Powers } from "./record-powers.ts";
import { lastPost } from "./slot-order.ts";

/** More steps of an account in one slot than a block can hold. */
const MOST_STEPS = 1_000;

/** An account's balance after its last known movement before a slot; null if none is known. */
export function postBefore(sql: Sql, tokenId: number, account: string, slot: number): bigint | null {
  const rows = sql.all<Pick<RowOf<typeof tokenMovements>, "pre" | "post">>(
    `SELECT m.pre, m.post FROM chain_addresses a
       JOIN token_movements m ON m.token_id = ?1 AND m.account_id = a.id
       JOIN chain_transactions t ON t.id = m.transaction_id
       WHERE a.address = ?2 AND m.slot = (
         SELECT max(slot) FROM token_movements WHERE token_id = ?1 AND account_id = a.id AND slot < ?3)
       ORDER BY t.signature LIMIT ?4`,
    tokenId,
    account,
    slot,
    MOST_STEPS,
  );
  if (rows.length === 0) return null;
  return lastPost(rows.map(({ pre, post }) => ({ pre: BigInt(pre), post: BigInt(post) })));
}

/** Unix milliseconds of an owner's last movement of tokens before a slot; null if unknown. */
export function movedBefore(sql: Sql, tokenId: number, owner: string, slot: number): number | null {
  const slots = (["owner_pre_id", "owner_post_id"] as const).flatMap((column) => {
    const found = sql.get<Pick<RowOf<typeof tokenMovements>, "slot">>(
      `SELECT m.slot FROM chain_addresses a JOIN token_movements m ON m.token_id = ? AND m.${column} = a.id
         WHERE a.address = ? AND m.slot < ? ORDER BY m.slot DESC LIMIT 1`,
      tokenId,
      owner,
      slot,
    );
    return found === null ? [] : [found.slot];
  });
  if (slots.length === 0) return null;
  // A slot without a time counts as of the nearest earlier one.
  const timed = sql.get<{ block_time: number }>(
    `SELECT block_time FROM chain_transactions WHERE token_id = ? AND slot <= ? AND block_time IS NOT NULL
       ORDER BY slot DESC LIMIT 1`,
    tokenId,
    Math.max(...slots),
  );
  return timed?.block_time ?? null;
}

export interface PowerReadingRow {
  slot: number;
  lastSlot: number;
  powers: Powers;
  transferFee: { older: FeeText; newer: FeeText; epochs?: EpochSchedule | null } | null;
}

interface FeeText {
  epoch: string;
  maximum: string;
  basis_points: number;
}

/** Readings of powers that changed within a window, oldest first, and the last one before it. */
export function readingsOfWindow(sql: Sql, tokenId: number, from: number, to: number): PowerReadingRow[] {
  const rows = sql.all<
    Pick<RowOf<typeof tokenPowerReadings>, "slot" | "last_slot" | "powers" | "transfer_fee">
  >(
    `SELECT slot, last_slot, powers, transfer_fee FROM token_power_readings
       WHERE token_id = ?1 AND read_at < ?3 AND slot >= coalesce(
         (SELECT max(slot) FROM token_power_readings WHERE token_id = ?1 AND read_at < ?2), 0) ORDER BY slot`,
    tokenId,
    from,
    to,
  );
  return rows.map(({ slot, last_slot, powers, transfer_fee }) => ({
    slot,
    lastSlot: last_slot,
    powers: JSON.parse(powers) as Powers,
    transferFee: transfer_fee === null ? null : JSON.parse(transfer_fee),
  }));
}

/** SetAuthority instructions from one slot up to another, in order. */
export function authorityChangesBetween(
  sql: Sql,
  tokenId: number,
  fromSlot: number,
  toSlot: number,
): { power: string; slot: number }[] {
  return sql.all(
    `SELECT power, slot FROM token_authority_changes WHERE token_id = ? AND slot >= ? AND slot < ?
       ORDER BY slot, transaction_id, position`,
    tokenId,
    fromSlot,
    toSlot,
  );
}

/** Minutes with failed transactions, in order. */
export function failedMinutes(
  sql: Sql,
  tokenId: number,
  from: number,
  to: number,
): { minute: number; count: number; firstSlot: number }[] {
  return sql.all(
    `SELECT minute, count, first_slot AS firstSlot FROM token_failed_minutes
       WHERE token_id = ? AND minute >= ? AND minute < ? ORDER BY minute`,
    tokenId,
    from,
    to,
  );
}

export interface ScanOfDay {
  day: string;
  slot: number;
  /** Unix milliseconds. */
  takenAt: number;
  decimals: number;
  supply: bigint;
}

type ScanRow = Pick<RowOf<typeof tokenScans>, "day" | "slot" | "taken_at" | "decimals" | "supply">;

const SCAN = "SELECT day, slot, taken_at, decimals, supply FROM token_scans WHERE token_id = ?";

/** The last stored scan before a time; null if there is none. */
export function scanBefore(sql: Sql, tokenId: number, at: number): ScanOfDay | null {
  return scanOf(sql.get<ScanRow>(`${SCAN} AND taken_at < ? ORDER BY taken_at DESC LIMIT 1`, tokenId, at));
}

/** A day's scan; null without a complete one. */
export function scanOfDay(sql: Sql, tokenId: number, day: string): ScanOfDay | null {
  return scanOf(sql.get<ScanRow>(`${SCAN} AND day = ?`, tokenId, day));
}

function scanOf(row: ScanRow | null): ScanOfDay | null {
  if (row === null) return null;
  const { taken_at, supply, ...rest } = row;
  return { ...rest, takenAt: taken_at, supply: BigInt(supply) };
}

/** Number of days with a scan in a range, both ends included. */
export function countScanDays(sql: Sql, tokenId: number, first: string, last: string): number {
  return (
    sql.get<{ count: number }>(
      "SELECT count(*) AS count FROM token_scans WHERE token_id = ? AND day >= ? AND day <= ?",
      tokenId,
      first,
      last,
    )?.count ?? 0
  );
}

/** The first owners of a day's scan, largest first. */
export function ownersOfDay(
  sql: Sql,
  tokenId: number,
  day: string,
  limit: number,
): { owner: string; amount: bigint }[] {
  return sql
    .all<Pick<RowOf<typeof tokenScanOwners>, "owner" | "amount">>(
      "SELECT owner, amount FROM token_scan_owners WHERE token_id = ? AND day = ? ORDER BY rank LIMIT ?",
      tokenId,
      day,
      limit,
    )
    .map(({ owner, amount }) => ({ owner, amount: BigInt(amount) }));
}

/** Balances of watched accounts in a day's scan. */
export function accountsOfDay(sql: Sql, tokenId: number, day: string): Map<string, bigint> {
  const rows = sql.all<Pick<RowOf<typeof tokenScanAccounts>, "account" | "amount">>(
    "SELECT account, amount FROM token_scan_accounts WHERE token_id = ? AND day = ?",
    tokenId,
    day,
  );
  return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]));
}
