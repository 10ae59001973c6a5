import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerHours } from "../../../db/tables/messenger/bot.ts";

export type CounterKind = "refusal" | "bot_refusal" | "duplicate";

export type Counter = RowOf<typeof messengerHours>;

export function addCounter(tx: Tx, { hour, kind, code, count, last_at }: Counter): void {
  tx.run(
    `INSERT INTO messenger_hours (hour, kind, code, count, last_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`,
    hour,
    kind,
    code,
    count,
    last_at,
  );
}

/** Counters from an hour on. */
export function listCounters(sql: Sql, fromHour: number): Counter[] {
  return sql.all<Counter>("SELECT * FROM messenger_hours WHERE hour >= ?", fromHour);
}

export function purgeCounters(tx: Tx, beforeHour: number, chunk: number): number {
  return tx.run(
    `DELETE FROM messenger_hours WHERE (hour, kind, code) IN
       (SELECT hour, kind, code FROM messenger_hours WHERE hour < ? LIMIT ?)`,
    beforeHour,
    chunk,
  ).changes;
}

/** Hourly encoded latency histograms of players' routes and the webhook from a minute on. */
export function listHistograms(sql: Sql, fromMinute: number): { histogram: string; requests: number }[] {
  return sql.all(
    `SELECT histogram, requests FROM usage_rollups WHERE key_id = '*' AND span_minutes = 60 AND start_minute >= ?
       AND (route GLOB '* /api/messenger/*' OR route GLOB '* /api/telegram/*') AND route NOT GLOB '*/admin/*' AND route NOT GLOB '*/ops/*'`,
    fromMinute,
  );
}
