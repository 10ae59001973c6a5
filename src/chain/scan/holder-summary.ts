import { encodeBase58 } from "../../kit/formats/base58.ts";
import type { Concentration, HolderCounts, HolderScan } from "../holdings.ts";
import { type AccountRecords, ownerKeys } from "./account-records.ts";

/** The figures that follow from the accounts alone. */
export type HolderSummary = Omit<HolderScan, "decimals" | "supply" | "accounts">;

const TOP_HOLDERS = 100;
/** The upper limits, in whole tokens as powers of ten, of all buckets but the last. */
const BUCKET_POWERS = 10;
const TOP_SHARES = [1, 5, 10, 50, 100] as const;

interface Owner {
  /** Number of one of the owner's records. */
  record: number;
  amount: bigint;
  isExcluded: boolean;
}

/**
 * Totals of a scan: accounts, owners and their distribution; once for all, and once without `wallets`. Amounts are
 * base units, shares per cent truncated to four decimals.
 */
export function summarizeHolders(
  records: AccountRecords,
  wallets: readonly string[],
  decimals: number,
): HolderSummary {
  const excluded = ownerKeys(wallets);
  const counts = { tokenAccounts: 0, nonZeroAccounts: 0, uniqueOwners: 0 };
  const excluding = { tokenAccounts: 0, nonZeroAccounts: 0, uniqueOwners: 0 };
  const owners: Owner[] = [];
  let [accountsSum, withheld] = [0n, 0n];
  let last: Owner | null = null;
  for (const record of records.byOwner()) {
    const amount = records.amountAt(record);
    accountsSum += amount;
    withheld += records.withheldAt(record);
    if (last === null || !records.hasSameOwner(last.record, record)) {
      const key = Buffer.from(records.ownerAt(record)).toString("latin1");
      last = { record, amount: 0n, isExcluded: excluded.has(key) };
      owners.push(last);
    }
    last.amount += amount;
    count(counts, amount);
    if (!last.isExcluded) count(excluding, amount);
  }
  const holding = owners.filter((owner) => owner.amount > 0n).sort(largestFirst);
  const others = holding.filter((owner) => !owner.isExcluded);
  return {
    accountsSum,
    withheld,
    counts: { ...counts, uniqueOwners: holding.length },
    excluding: { ...excluding, uniqueOwners: others.length },
    top: holding
      .slice(0, TOP_HOLDERS)
      .map(({ record, amount }) => ({ owner: encodeBase58(records.ownerAt(record)), amount })),
    buckets: bucketsOf(holding, decimals),
    concentration: concentrationOf(holding),
    concentrationExcluding: concentrationOf(others),
  };
}

function count(counts: HolderCounts, amount: bigint): void {
  counts.tokenAccounts++;
  if (amount > 0n) counts.nonZeroAccounts++;
}

/** Owners with equal amounts stay in the order of their addresses, so that the same accounts give the same list. */
function largestFirst(a: Owner, b: Owner): number {
  return a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1;
}

function bucketsOf(holding: readonly Owner[], decimals: number): { owners: number; amount: bigint }[] {
  const ends = Array.from({ length: BUCKET_POWERS }, (_, power) => 10n ** BigInt(decimals + power));
  const buckets = Array.from({ length: BUCKET_POWERS + 1 }, () => ({ owners: 0, amount: 0n }));
  for (const { amount } of holding) {
    const found = ends.findIndex((end) => amount < end);
    const bucket = buckets[found === -1 ? BUCKET_POWERS : found];
    if (bucket === undefined) continue;
    bucket.owners++;
    bucket.amount += amount;
  }
  return buckets;
}

function concentrationOf(holding: readonly Owner[]): Concentration {
  const total = holding.reduce((sum, { amount }) => sum + amount, 0n);
  if (total === 0n)
    return { owners: 0, topShares: TOP_SHARES.map(() => 0), gini: null, hhi: null, nakamoto: null };
  const sumOfFirst = (n: number) => holding.slice(0, n).reduce((sum, { amount }) => sum + amount, 0n);
  let [squares, ranked] = [0, 0];
  for (const [index, { amount }] of holding.entries()) {
    const share = Number(amount) / Number(total);
    squares += share * share;
    ranked += (holding.length - index) * share;
  }
  const n = holding.length;
  return {
    owners: n,
    topShares: TOP_SHARES.map((first) => sharePct(sumOfFirst(first), total)),
    gini: rounded((2 * ranked) / n - (n + 1) / n, 6),
    hhi: rounded(squares * 10_000, 2),
    nakamoto: nakamoto(holding, total),
  };
}

/** The smallest number of owners that hold more than half. */
function nakamoto(holding: readonly Owner[], total: bigint): number {
  let sum = 0n;
  const enough = holding.findIndex(({ amount }) => {
    sum += amount;
    return sum * 2n > total;
  });
  return enough + 1;
}

/** Percentage truncated to four decimals: less than the whole never shows as 100. */
export function sharePct(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000_000n) / whole) / 10_000;
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const result = Math.round(value * scale) / scale;
  return result === 0 ? 0 : result;
}
