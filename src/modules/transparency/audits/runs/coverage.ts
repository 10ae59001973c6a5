import type { Sql } from "../../../../db/sql.ts";
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
import { daysOf } from "./window.ts";

/** Says what a run could see; `movements` is added by the run itself. */
export function readCoverage(sql: Sql, subject: Subject, decimals: number): Omit<Coverage, "movements"> {
  const { tokenId, token, window } = subject;
  const standings = syncStandings(sql, tokenId, token.mint);
  const range = slotsOfWindow(sql, tokenId, window.from, window.to);
  const unexplained = findUnexplained(sql, subject);
  const { first, last, count } = daysOf(window);
  return {
    watched_accounts: listWatched(sql, tokenId).length,
    unexplained_accounts: unexplained.accounts,
    unexplained_abs: formatDecimal(unexplained.amount, decimals),
    holder_days_missing: count - countScanDays(sql, tokenId, first, last),
    accounts_with_gaps: standings.filter((each) => !covers(each, window.from, window.to)).length,
    transactions_unread:
      countMissing(sql, tokenId, window.from, window.to) +
      (range === null ? 0 : countUnread(sql, tokenId, range.fromSlot, range.toSlot)),
  };
}

/** Whether the sync covers the window for all watched accounts without a gap. */
export function isFullySynced({
  accounts_with_gaps,
  transactions_unread,
}: Omit<Coverage, "movements">): boolean {
  return accounts_with_gaps === 0 && transactions_unread === 0;
}

/**
 * Watched accounts whose amount by the window's last scan is not their last known post at or before that scan's slot;
 * where none is known, not that of the scan before. By how much in all, base units.
 */
function findUnexplained(sql: Sql, { tokenId, window }: Subject): { accounts: number; amount: bigint } {
  const scan = scanBefore(sql, tokenId, window.to);
  if (scan === null || scan.takenAt < window.from) return { accounts: 0, amount: 0n };
  const earlier = scanBefore(sql, tokenId, scan.takenAt);
  const before = earlier === null ? new Map<string, bigint>() : accountsOfDay(sql, tokenId, earlier.day);
  let [accounts, amount] = [0, 0n];
  for (const [account, held] of accountsOfDay(sql, tokenId, scan.day)) {
    const known = postBefore(sql, tokenId, account, scan.slot + 1) ?? before.get(account);
    if (known === undefined || known === held) continue;
    accounts++;
    amount += held > known ? held - known : known - held;
  }
  return { accounts, amount };
}
