import type { RowOf } from "../../../db/row.ts";
import { inPages, type Sql } from "../../../db/sql.ts";
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

const ROWS_AT_ONCE = 1_000;

/**
 * Conversions and claims of all partners that were settled in a month, oldest first, in pages: reading may take several
 * turns of the event loop. Claims in salutes are movements of the ledger.
 */
export function* listSettlements(sql: Sql, month: string): Generator<SettlementRow, void> {
  const first = { resolved_at: startOfMonth(month), id: 0 };
  const end = endOfMonth(month);
  const ended = inPages<EndedConversion>((last) => {
    const { resolved_at, id } = last ?? first;
    return sql.all<EndedConversion>(
      `SELECT partner_id, id, state, mint, decimals, token_amount, amount, settlement_signature, created_at, resolved_at
         FROM conversions WHERE resolved_at IS NOT NULL AND (resolved_at, id) > (?, ?) AND resolved_at < ?
         ORDER BY resolved_at, id LIMIT ?`,
      resolved_at,
      id,
      end,
      ROWS_AT_ONCE,
    );
  });
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
  const paid = inPages<PaidClaim>((last) => {
    const { resolved_at, id } = last ?? first;
    return sql.all<PaidClaim>(
      `SELECT partner_id, id, currency, amount, settlement_signature, created_at, resolved_at FROM donation_claims
         WHERE state = 'redeemed' AND salutes IS NULL AND (resolved_at, id) > (?, ?) AND resolved_at < ?
         ORDER BY resolved_at, id LIMIT ?`,
      resolved_at,
      id,
      end,
      ROWS_AT_ONCE,
    );
  });
  for (const { settlement_signature, ...row } of paid)
    yield { ...row, pays_for: "claim", state: "settled", salutes: null, signature: settlement_signature };
}

export interface SettlementSum {
  partner_id: number;
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
export const PLACES = 18;

type ConversionSum = Pick<EndedConversion, "partner_id" | "mint" | "decimals"> & {
  state: SettlementRow["state"];
  count: number;
  /** Base units: the last nine digits apart, because their sum can exceed an integer of SQLite. */
  high: number;
  low: number;
  salutes: number;
};

/** Settlements of a month by partner, kind, state and currency. @param partnerId only this one; null for all */
export function sumSettlements(sql: Sql, month: string, partnerId: number | null): SettlementSum[] {
  const chosen = [startOfMonth(month), endOfMonth(month), partnerId] as const;
  const ended = sql.all<ConversionSum>(
    `SELECT partner_id, mint, decimals, iif(state = 'settled', 'settled', 'failed') AS state, count(*) AS count,
         sum(CAST(substr(token_amount, 1, max(length(token_amount) - 9, 0)) AS INTEGER)) AS high,
         sum(CAST(substr(token_amount, -9) AS INTEGER)) AS low, sum(amount) AS salutes
       FROM conversions WHERE resolved_at IS NOT NULL AND resolved_at >= ?1 AND resolved_at < ?2
         AND (?3 IS NULL OR partner_id = ?3)
       GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4 DESC`,
    ...chosen,
  );
  const conversions = ended.map(
    ({ mint, decimals, high, low, ...sum }): SettlementSum => ({
      ...sum,
      pays_for: "conversion",
      currency: mint,
      amount: formatDecimal(BigInt(high) * 1_000_000_000n + BigInt(low), decimals),
    }),
  );
  return [...conversions, ...sumClaims(sql, chosen)];
}

/** Amounts of claims are few digits in decimal text, with any number of places. */
function sumClaims(sql: Sql, chosen: readonly [number, number, number | null]): SettlementSum[] {
  const paid = sql.all<Pick<PaidClaim, "partner_id" | "currency" | "amount"> & { count: number }>(
    `SELECT partner_id, currency, amount, count(*) AS count FROM donation_claims
       WHERE state = 'redeemed' AND salutes IS NULL AND resolved_at >= ?1 AND resolved_at < ?2
         AND (?3 IS NULL OR partner_id = ?3)
       GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    ...chosen,
  );
  return [...Map.groupBy(paid, ({ partner_id, currency }) => `${partner_id} ${currency}`).values()].flatMap(
    (rows) => {
      const [first] = rows;
      if (first === undefined) return [];
      const total = rows.reduce(
        (sum, row) => sum + (parseDecimal(row.amount, PLACES) ?? 0n) * BigInt(row.count),
        0n,
      );
      const count = rows.reduce((sum, row) => sum + row.count, 0);
      const { partner_id, currency } = first;
      const amount = formatDecimal(total, PLACES);
      return [{ partner_id, pays_for: "claim", state: "settled", currency, count, amount, salutes: null }];
    },
  );
}
