import type { Concentration, HolderScan } from "../../../chain/holdings.ts";
import type { Tx } from "../../../db/sql.ts";
import { utcDay } from "../../../kit/clock.ts";
import { listWatched, watchAccounts } from "./watched.ts";

export interface RecordedScan {
  scan: HolderScan;
  slot: number;
  /** Unix milliseconds. */
  takenAt: number;
  /** The project's wallets. */
  wallets: readonly string[];
}

/**
 * Stores a complete holder scan as that of its day: supply, first 100 owners, balances of watched accounts,
 * distribution. Starts watching the first owners' accounts.
 */
export function recordScan(tx: Tx, tokenId: number, { scan, slot, takenAt, wallets }: RecordedScan): void {
  const named = new Set(wallets);
  watchAccounts(
    tx,
    tokenId,
    scan.accounts.map(({ account, owner }) => ({
      account,
      owner,
      reason: named.has(owner) ? "wallet" : "holder",
    })),
  );
  const day = utcDay(takenAt);
  const kept = tx.run(
    `INSERT INTO token_scans (token_id, day, slot, taken_at, decimals, supply) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (token_id, day) DO UPDATE SET slot = excluded.slot, taken_at = excluded.taken_at,
         decimals = excluded.decimals, supply = excluded.supply WHERE excluded.slot >= token_scans.slot`,
    tokenId,
    day,
    slot,
    takenAt,
    scan.decimals,
    scan.supply.toString(),
  );
  if (kept.changes === 0) return;
  saveOwners(tx, tokenId, day, scan);
  saveAccounts(tx, tokenId, day, scan);
  saveConcentration(tx, tokenId, { day, slot, takenAt, scan });
}

function saveOwners(tx: Tx, tokenId: number, day: string, { top }: HolderScan): void {
  tx.run("DELETE FROM token_scan_owners WHERE token_id = ? AND day = ?", tokenId, day);
  for (const [index, { owner, amount }] of top.entries())
    tx.run(
      "INSERT INTO token_scan_owners (token_id, day, rank, owner, amount) VALUES (?, ?, ?, ?, ?)",
      tokenId,
      day,
      index + 1,
      owner,
      amount.toString(),
    );
}

/** A watched account that is missing in the scan is closed and has a zero balance. */
function saveAccounts(tx: Tx, tokenId: number, day: string, { accounts }: HolderScan): void {
  const amounts = new Map(accounts.map(({ account, amount }) => [account, amount]));
  tx.run("DELETE FROM token_scan_accounts WHERE token_id = ? AND day = ?", tokenId, day);
  for (const { account } of listWatched(tx, tokenId))
    tx.run(
      "INSERT INTO token_scan_accounts (token_id, day, account, amount) VALUES (?, ?, ?, ?)",
      tokenId,
      day,
      account,
      (amounts.get(account) ?? 0n).toString(),
    );
}

function saveConcentration(
  tx: Tx,
  tokenId: number,
  { day, slot, takenAt, scan }: { day: string; slot: number; takenAt: number; scan: HolderScan },
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
    ...figuresOf(scan.concentration),
    ...figuresOf(scan.concentrationExcluding),
  );
}

function figuresOf({
  owners,
  topShares: [top1 = 0, top5 = 0, top10 = 0],
  gini,
  hhi,
  nakamoto,
}: Concentration) {
  return [owners, top1, top5, top10, gini, hhi, nakamoto] as const;
}
