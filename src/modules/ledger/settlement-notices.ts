import type { Sql } from "../../db/sql.ts";
import { formatDecimal } from "../../kit/money.ts";
import { countedNotice, type Notice, type Tally } from "../platform/notices/index.ts";
import { tallyClaimed } from "./claims/index.ts";
import { tallyPending } from "./conversions/index.ts";

const BILLION = 1_000_000_000n;

/** Conversions and claims that wait for payment. */
export function settlementNotices(sql: Sql, ownMint: string | null): Notice[] {
  return [
    ...countedNotice(pendingConversions(sql, ownMint), {
      id: "conversions_to_settle",
      status: "warn",
      title: "Conversions to settle",
      path: "/admin/conversions?state=pending_settlement",
    }),
    ...countedNotice(claimsToPay(sql), {
      id: "claims_to_settle",
      status: "warn",
      title: "Claims to settle",
      path: "/admin/claims?state=claimed",
    }),
  ];
}

function pendingConversions(sql: Sql, ownMint: string | null): Tally {
  const mints = tallyPending(sql);
  const sums = mints.map(({ mint, decimals, high, low }) => ({
    amount: formatDecimal(BigInt(high) * BILLION + BigInt(low), decimals),
    unit: mint === ownMint ? "tokens" : `tokens of ${mint.slice(0, 4)}…${mint.slice(-4)}`,
  }));
  return { ...countOf(mints), sums };
}

function claimsToPay(sql: Sql): Tally {
  const currencies = tallyClaimed(sql);
  const sums = currencies.map(({ currency, whole, billionths }) => ({
    amount: formatDecimal(BigInt(whole) * BILLION + BigInt(billionths), 9),
    unit: currency,
  }));
  return { ...countOf(currencies), sums };
}

function countOf(parts: readonly { count: number; oldest_at: number | null }[]): Omit<Tally, "sums"> {
  const times = parts.flatMap(({ oldest_at }) => oldest_at ?? []);
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    oldestAt: times.length === 0 ? null : Math.min(...times),
  };
}
