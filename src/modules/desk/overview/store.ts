import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { partners } from "../../../db/tables/partners.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import { RECENT } from "../../ledger/entries/index.ts";

/** Salutes that partners' keys credited, in hundredths. */
export interface PartnerCredits extends Pick<RowOf<typeof partners>, "name"> {
  credited: number;
}

/** By partner, from one UTC day on and before another; the largest first. The newest entries are not in the sums by day yet. */
export function sumCreditsByPartner(
  sql: Sql,
  { from, to, limit }: { from: string; to: string; limit: number },
): PartnerCredits[] {
  return sql.all<PartnerCredits>(
    `SELECT p.name, sum(sums.credited) AS credited FROM (
         SELECT k.partner_id, by_day.credited FROM partner_keys AS k
           CROSS JOIN key_daily_credits AS by_day ON by_day.key_id = k.key_id AND by_day.day >= ?1 AND by_day.day < ?2
         UNION ALL SELECT partner_id, delta FROM ledger_entries
           WHERE ${RECENT} AND delta > 0 AND partner_key_id IS NOT NULL
             AND date(created_at / 1000, 'unixepoch') >= ?1 AND date(created_at / 1000, 'unixepoch') < ?2) AS sums
       CROSS JOIN partners AS p ON p.id = sums.partner_id
       GROUP BY p.id HAVING sum(sums.credited) > 0 ORDER BY credited DESC, p.id LIMIT ?3`,
    from,
    to,
    limit,
  );
}

/** Payments recorded in each clock hour, from an hour on. */
export function countSettledByHour(sql: Sql, fromHour: number): { hour: number; count: number }[] {
  return sql.all(
    `SELECT settled_at / ${HOUR_MS} AS hour, count(*) AS count FROM settlement_signatures WHERE settled_at >= ?
       GROUP BY 1 ORDER BY 1`,
    fromHour * HOUR_MS,
  );
}

export function countSettledSince(sql: Sql, since: number): number {
  return sql.one<{ count: number }>(
    "SELECT count(*) AS count FROM settlement_signatures WHERE settled_at >= ?",
    since,
  ).count;
}

export function countAlertsSince(sql: Sql, since: number): number {
  return sql.one<{ count: number }>("SELECT count(*) AS count FROM alerts WHERE created_at >= ?", since)
    .count;
}
