import type { Sql } from "../../../../db/sql.ts";
import { absolute } from "../../../../kit/bigint.ts";
import { formatDecimal } from "../../../../kit/money.ts";
import {
  accountsOfDay,
  countScanDays,
  listWatched,
  postBefore,
  scanBefore,
} from "../../../token/movements/index.ts";
import {
  countMissing,
  countUnread,
  covers,
  slotsOfWindow,
  syncStandings,
} from "../../../token/transactions/index.ts";
import type { Subject } from "./figures.ts";
import type { Coverage } from "./model.ts";
import { toDayRange } from "./window.ts";

/** Coverage of a run's window. The run itself adds `movements`. */
export function readCoverage(sql: Sql, subject: Subject, decimals: number): Omit<Coverage, "movements"> {
  const { tokenId, token, window } = subject;
  const standings = syncStandings(sql, tokenId, token.mint);
  const range = slotsOfWindow(sql, tokenId, window);
  const unexplained = findUnexplained(sql, subject);
  const days = toDayRange(window);
  return {
    watched_accounts: listWatched(sql, tokenId).length,
    unexplained_accounts: unexplained.accounts,
    unexplained_abs: formatDecimal(unexplained.amount, decimals),
    holder_days_missing: days.count - countScanDays(sql, tokenId, days),
    accounts_with_gaps: standings.filter((each) => !covers(each, window.from, window.to)).length,
    transactions_unread:
      countMissing(sql, tokenId, window) + (range === null ? 0 : countUnread(sql, tokenId, range)),
  };
}

/** Whether the sync covers the window without a gap for all watched accounts. */
export function isFullySynced({
  accounts_with_gaps,
  transactions_unread,
}: Omit<Coverage, "movements">): boolean {
  return accounts_with_gaps === 0 && transactions_unread === 0;
}

/**
 * Watched accounts whose balance in the window's last scan differs from their last known post at or before the scan's
 * slot, or from the previous scan if no post is known. `amount` is the total difference in base units.
 */
function findUnexplained(sql: Sql, { tokenId, window }: Subject): { accounts: number; amount: bigint } {
  const scan = scanBefore(sql, tokenId, window.to);
  if (scan === null || scan.takenAt < window.from) return { accounts: 0, amount: 0n };
  const earlier = scanBefore(sql, tokenId, scan.takenAt);
  const before = earlier === null ? new Map<string, bigint>() : accountsOfDay(sql, tokenId, earlier.day);
  const end = { tokenId, slot: scan.slot + 1 };
  let [accounts, amount] = [0, 0n];
  for (const [account, held] of accountsOfDay(sql, tokenId, scan.day)) {
    const known = postBefore(sql, account, end) ?? before.get(account);
    if (known === undefined || known === held) continue;
    accounts++;
    amount += absolute(held - known);
  }
  return { accounts, amount };
}
