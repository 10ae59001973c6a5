import type { Concentration, HolderScan } from "../../../chain/holdings.ts";
import type { Tx } from "../../../db/sql.ts";
import { utcDay } from "../../../kit/clock.ts";
import {
  type ConcentrationFigures,
  setAccounts,
  setOwners,
  upsertConcentration,
  upsertScan,
} from "./scan-store.ts";
import { listWatched, watchAccounts } from "./watched-store.ts";

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
  const { decimals, supply } = scan;
  if (!upsertScan(tx, tokenId, { day, slot, takenAt, decimals, supply })) return;
  const saved = { tokenId, day, slot, takenAt };
  setOwners(tx, saved, scan.top);
  setAccounts(tx, saved, watchedAmounts(tx, tokenId, scan));
  const [all, excluding] = [figuresOf(scan.concentration), figuresOf(scan.concentrationExcluding)];
  upsertConcentration(tx, saved, { all, excluding });
}

/** A watched account that is missing in the scan is closed and has a zero balance. */
function watchedAmounts(tx: Tx, tokenId: number, { accounts }: HolderScan): Map<string, bigint> {
  const amounts = new Map(accounts.map(({ account, amount }) => [account, amount]));
  return new Map(listWatched(tx, tokenId).map(({ account }) => [account, amounts.get(account) ?? 0n]));
}

function figuresOf({
  owners,
  topShares: [top1 = 0, top5 = 0, top10 = 0],
  gini,
  hhi,
  nakamoto,
}: Concentration): ConcentrationFigures {
  return [owners, top1, top5, top10, gini, hhi, nakamoto];
}
