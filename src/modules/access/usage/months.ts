import type { Database } from "../../../db/database.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { usageMonths } from "../../../db/tables/desk/months.ts";
import { DAY_MS, MINUTE_MS } from "../../../kit/clock.ts";
import { addMonths, endOfMonth, startOfMonth, toMonth } from "../../../kit/formats/month.ts";

/** Days for which counts by day are kept: a month that began earlier is no longer complete. */
export const USAGE_DAYS = 35;

/** Stores the requests of the current month, and of the last one while its counts by day are complete. */
export async function keepUsageMonths({ live }: { live: Database }, now: number): Promise<void> {
  const month = toMonth(now);
  for (const each of [addMonths(month, -1), month]) {
    if (startOfMonth(each) < now - (USAGE_DAYS - 1) * DAY_MS) continue;
    for (const keyId of listKeysSeen(live.read, each))
      await live.writer.run((tx) => keepMonth(tx, each, keyId), "lasting");
  }
}

/** The days of a month as Unix minutes. */
function minutesOf(month: string): [from: number, to: number] {
  return [startOfMonth(month) / MINUTE_MS, endOfMonth(month) / MINUTE_MS];
}

function listKeysSeen(sql: Sql, month: string): string[] {
  const [from, to] = minutesOf(month);
  return sql
    .all<{ key_id: string }>(
      `SELECT key_id FROM partner_keys WHERE EXISTS (SELECT 1 FROM usage_rollups AS u
         WHERE u.key_id = partner_keys.key_id AND u.span_minutes = 1440 AND u.start_minute >= ? AND u.start_minute < ?)`,
      from,
      to,
    )
    .map(({ key_id }) => key_id);
}

function keepMonth(tx: Tx, month: string, keyId: string): void {
  const [from, to] = minutesOf(month);
  tx.run(
    `INSERT OR REPLACE INTO usage_months (month, key_id, route, requests, errors, server_errors, rate_limited)
       SELECT ?, key_id, route, sum(requests), sum(errors), sum(server_errors), sum(rate_limited) FROM usage_rollups
         WHERE key_id = ? AND span_minutes = 1440 AND start_minute >= ? AND start_minute < ? GROUP BY route`,
    month,
    keyId,
    from,
    to,
  );
}

type Counts = Pick<
  RowOf<typeof usageMonths>,
  "key_id" | "requests" | "errors" | "server_errors" | "rate_limited"
>;

export interface KeyMonth extends Counts {
  partner_id: number;
}

/** Requests of each key with any in a month, as last stored. */
export function listKeyMonths(sql: Sql, month: string): KeyMonth[] {
  return sql.all<KeyMonth>(
    `SELECT k.partner_id, u.key_id, sum(u.requests) AS requests, sum(u.errors) AS errors,
         sum(u.server_errors) AS server_errors, sum(u.rate_limited) AS rate_limited
       FROM usage_months AS u JOIN partner_keys AS k ON k.key_id = u.key_id
       WHERE u.month = ? GROUP BY u.key_id ORDER BY k.partner_id, u.key_id`,
    month,
  );
}

export interface RouteMonth extends Counts, Pick<RowOf<typeof usageMonths>, "route"> {}

/** Requests of a partner's keys in a month by route, as last stored. */
export function listRouteMonths(sql: Sql, partnerId: number, month: string): RouteMonth[] {
  return sql.all<RouteMonth>(
    `SELECT u.key_id, u.route, u.requests, u.errors, u.server_errors, u.rate_limited
       FROM usage_months AS u JOIN partner_keys AS k ON k.key_id = u.key_id
       WHERE u.month = ? AND k.partner_id = ? ORDER BY u.key_id, u.requests DESC, u.route`,
    month,
    partnerId,
  );
}
