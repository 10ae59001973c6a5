import type { Sql } from "../../../db/sql.ts";
import type { ClaimRow } from "./store.ts";

/** Claims of one currency that wait for payment; the sum of their amounts, with nine decimals apart. */
export interface ClaimedAmounts extends Pick<ClaimRow, "currency"> {
  count: number;
  oldest_at: number | null;
  whole: number;
  billionths: number;
}

/** Claims that wait for payment, by currency. */
export function tallyClaimed(sql: Sql): ClaimedAmounts[] {
  return sql.all<ClaimedAmounts>(
    `SELECT currency, count(*) AS count, min(claimed_at) AS oldest_at, sum(CAST(amount AS INTEGER)) AS whole,
       sum(CAST(substr(iif(instr(amount, '.') = 0, '', substr(amount, instr(amount, '.') + 1)) || '000000000', 1, 9)
         AS INTEGER)) AS billionths
       FROM donation_claims WHERE state = 'claimed' GROUP BY currency ORDER BY currency`,
  );
}
