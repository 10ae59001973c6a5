import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { tokenScanAccounts, tokenScanOwners, tokenScans } from "../../../db/tables/movements.ts";

export interface ScanOfDay {
  day: string;
  slot: number;
  /** Unix milliseconds. */
  takenAt: number;
  decimals: number;
  supply: bigint;
}

/** Identifies the stored scan of a token's day. */
interface ScanKey {
  tokenId: number;
  day: string;
}

type ScanRow = Omit<RowOf<typeof tokenScans>, "token_id">;

const SCAN = "SELECT day, slot, taken_at, decimals, supply FROM token_scans WHERE token_id = ?";

/** The last stored scan before a time in Unix milliseconds; null if there is none. */
export function scanBefore(sql: Sql, tokenId: number, at: number): ScanOfDay | null {
  return scanOf(sql.get<ScanRow>(`${SCAN} AND taken_at < ? ORDER BY taken_at DESC LIMIT 1`, tokenId, at));
}

/** A day's scan; null if none was complete. */
export function scanOfDay(sql: Sql, tokenId: number, day: string): ScanOfDay | null {
  return scanOf(sql.get<ScanRow>(`${SCAN} AND day = ?`, tokenId, day));
}

function scanOf(row: ScanRow | null): ScanOfDay | null {
  if (row === null) return null;
  const { taken_at, supply, ...rest } = row;
  return { ...rest, takenAt: taken_at, supply: BigInt(supply) };
}

/** Number of days with a scan from the first to the last, inclusive. */
export function countScanDays(
  sql: Sql,
  tokenId: number,
  { first, last }: { first: string; last: string },
): number {
  return (
    sql.get<{ count: number }>(
      "SELECT count(*) AS count FROM token_scans WHERE token_id = ? AND day >= ? AND day <= ?",
      tokenId,
      first,
      last,
    )?.count ?? 0
  );
}

/** Stores a scan as its day's. Returns false, changing nothing, if the stored one is of a later slot. */
export function upsertScan(
  tx: Tx,
  tokenId: number,
  { day, slot, takenAt, decimals, supply }: ScanOfDay,
): boolean {
  const { changes } = tx.run(
    `INSERT INTO token_scans (token_id, day, slot, taken_at, decimals, supply) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (token_id, day) DO UPDATE SET slot = excluded.slot, taken_at = excluded.taken_at,
         decimals = excluded.decimals, supply = excluded.supply WHERE excluded.slot >= token_scans.slot`,
    tokenId,
    day,
    slot,
    takenAt,
    decimals,
    supply.toString(),
  );
  return changes > 0;
}

/** The largest owners in a day's scan, largest first. */
export function ownersOfDay(
  sql: Sql,
  tokenId: number,
  { day, limit }: { day: string; limit: number },
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

/** @param owners largest first */
export function setOwners(
  tx: Tx,
  { tokenId, day }: ScanKey,
  owners: readonly { owner: string; amount: bigint }[],
): void {
  tx.run("DELETE FROM token_scan_owners WHERE token_id = ? AND day = ?", tokenId, day);
  for (const [index, { owner, amount }] of owners.entries())
    tx.run(
      "INSERT INTO token_scan_owners (token_id, day, rank, owner, amount) VALUES (?, ?, ?, ?, ?)",
      tokenId,
      day,
      index + 1,
      owner,
      amount.toString(),
    );
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

export function setAccounts(tx: Tx, { tokenId, day }: ScanKey, amounts: ReadonlyMap<string, bigint>): void {
  tx.run("DELETE FROM token_scan_accounts WHERE token_id = ? AND day = ?", tokenId, day);
  for (const [account, amount] of amounts)
    tx.run(
      "INSERT INTO token_scan_accounts (token_id, day, account, amount) VALUES (?, ?, ?, ?)",
      tokenId,
      day,
      account,
      amount.toString(),
    );
}

/** Figures of the concentration of holdings, in the order of their columns. */
export type ConcentrationFigures = readonly [
  owners: number,
  top1: number,
  top5: number,
  top10: number,
  gini: number | null,
  hhi: number | null,
  nakamoto: number | null,
];

export function upsertConcentration(
  tx: Tx,
  { tokenId, day, slot, takenAt }: ScanKey & Pick<ScanOfDay, "slot" | "takenAt">,
  figures: { all: ConcentrationFigures; excluding: ConcentrationFigures },
): void {
  tx.run(
    `INSERT OR REPLACE INTO token_concentrations (token_id, day, taken_at, slot,
         owners, top1_pct, top5_pct, top10_pct, gini, hhi, nakamoto,
         excluding_owners, excluding_top1_pct, excluding_top5_pct, excluding_top10_pct,
         excluding_gini, excluding_hhi, excluding_nakamoto)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    tokenId,
    day,
    takenAt,
    slot,
    ...figures.all,
    ...figures.excluding,
  );
}

/** Deletes up to `limit` rows of days before a day. Returns the number deleted. */
export function deleteDays(
  tx: Tx,
  table: "token_scans" | "token_scan_owners" | "token_scan_accounts" | "token_concentrations",
  { before, limit }: { before: string; limit: number },
): number {
  return tx.run(`DELETE FROM ${table} WHERE day < ? LIMIT ?`, before, limit).changes;
}
