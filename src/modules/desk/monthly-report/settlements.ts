import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { donationClaims } from "../../../db/tables/claims.ts";
import type { conversions } from "../../../db/tables/ledger.ts";
import { endOfMonth, startOfMonth } from "../../../kit/formats/month.ts";
import { formatDecimal, type Hundredths, parseDecimal } from "../../../kit/money.ts";

type Paid = "conversion" | "claim";

/** A payment, or a conversion that failed and was returned. */
export interface SettlementRow {
  partner_id: number;
  pays_for: Paid;
  id: number;
  state: "settled" | "failed";
  /** Symbol of a claim's currency; a conversion's mint. */
  currency: string;
  /** Decimal text. */
  amount: string;
  /** Salutes that a conversion took; null for a claim. */
  salutes: Hundredths | null;
  signature: string | null;
  created_at: number;
  resolved_at: number | null;
}

type EndedConversion = Pick<
  RowOf<typeof conversions>,
  | "partner_id"
  | "id"
  | "state"
  | "mint"
  | "decimals"
  | "token_amount"
  | "amount"
  | "settlement_signature"
  | "created_at"
  | "resolved_at"
>;
type PaidClaim = Pick<
  RowOf<typeof donationClaims>,
  "partner_id" | "id" | "currency" | "amount" | "settlement_signature" | "created_at" | "resolved_at"
>;

/** Conversions and claims that were settled in a month, oldest first; claims in salutes are movements of the ledger. */
export function* listSettlements(sql: Sql, month: string): Generator<SettlementRow, void> {
  const period = [startOfMonth(month), endOfMonth(month)] as const;
  const ended = sql.iterate<EndedConversion>(
    `SELECT partner_id, id, state, mint, decimals, token_amount, amount, settlement_signature, created_at, resolved_at
       FROM conversions WHERE resolved_at IS NOT NULL AND resolved_at >= ? AND resolved_at < ? ORDER BY resolved_at, id`,
    ...period,
  );
  for (const { partner_id, id, state, mint, settlement_signature, created_at, resolved_at, ...row } of ended)
    yield {
      partner_id,
      pays_for: "conversion",
      id,
      state: state === "settled" ? "settled" : "failed",
      currency: mint,
      amount: formatDecimal(BigInt(row.token_amount), row.decimals),
      salutes: row.amount,
      signature: settlement_signature,
      created_at,
      resolved_at,
    };
  const paid = sql.iterate<PaidClaim>(
    `SELECT partner_id, id, currency, amount, settlement_signature, created_at, resolved_at FROM donation_claims
       WHERE state = 'redeemed' AND salutes IS NULL AND resolved_at >= ? AND resolved_at < ? ORDER BY resolved_at, id`,
    ...period,
  );
  for (const { settlement_signature, ...row } of paid)
    yield { ...row, pays_for: "claim", state: "settled", salutes: null, signature: settlement_signature };
}

export interface SettlementSum {
  pays_for: Paid;
  state: SettlementRow["state"];
  currency: string;
  count: number;
  /** Decimal text. */
  amount: string;
  /** Hundredths; null for claims. */
  salutes: number | null;
}

/** Places of every amount's sum. */
const PLACES = 18;

/** Sums by kind, state and currency, in the order of their first row. */
export function sumSettlements(rows: Iterable<SettlementRow>): SettlementSum[] {
  const sums = new Map<string, Omit<SettlementSum, "amount"> & { total: bigint }>();
  for (const { pays_for, state, currency, amount, salutes } of rows) {
    const name = `${pays_for} ${state} ${currency}`;
    const sum = sums.get(name) ?? { pays_for, state, currency, count: 0, total: 0n, salutes: null };
    sum.count++;
    sum.total += parseDecimal(amount, PLACES) ?? 0n;
    if (salutes !== null) sum.salutes = (sum.salutes ?? 0) + salutes;
    sums.set(name, sum);
  }
  return [...sums.values()].map(({ total, ...sum }) => ({ ...sum, amount: formatDecimal(total, PLACES) }));
}
