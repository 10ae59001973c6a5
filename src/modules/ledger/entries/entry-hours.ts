import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { ledgerHours } from "../../../db/tables/ledger.ts";
import { HOUR_MS } from "../../../kit/clock.ts";

/** The newest entry in the search tables: see `ledgerSearch`. */
export const THROUGH = "ifnull((SELECT through_id FROM ledger_search), 0)";

/** The entries, 63 at most, that are not in the search tables yet. */
export const RECENT = `id > ${THROUGH}`;

/** An id range. */
interface Between {
  min: number;
  max: number;
}

/** An id range that holds all entries of a period and few others; null if there are none. */
export function idsBetween(sql: Sql, from: number, to: number): Between | null {
  const { min, max } = sql.one<{ [End in keyof Between]: number | null }>(
    `SELECT min(min_id) AS min, max(max_id) AS max FROM (
       SELECT min_id, max_id FROM ledger_hours WHERE hour BETWEEN ? AND ?
       UNION ALL SELECT id, id FROM ledger_entries WHERE ${RECENT} AND created_at >= ? AND created_at < ?)`,
    Math.floor(from / HOUR_MS),
    Math.floor(to / HOUR_MS),
    from,
    to,
  );
  return min === null || max === null ? null : { min, max };
}

/** Number of entries of all partners since a time, of the newest `limit`: an hour may have millions before that time. */
export function countEntriesSince(
  sql: Sql,
  since: number,
  { now, limit }: { now: number; limit: number },
): number {
  const between = idsBetween(sql, since, now + HOUR_MS);
  if (between === null) return 0;
  return sql.one<{ count: number }>(
    "SELECT count(*) AS count FROM ledger_entries WHERE id BETWEEN ? AND ? AND created_at >= ?",
    Math.max(between.min, between.max - limit + 1),
    between.max,
    since,
  ).count;
}

/** Entries per clock hour, from a given hour on, over all partners. */
export function countEntriesByHour(
  sql: Sql,
  fromHour: number,
): Pick<RowOf<typeof ledgerHours>, "hour" | "entries">[] {
  return sql.all(
    `SELECT hour, sum(entries) AS entries FROM (
       SELECT hour, entries FROM ledger_hours WHERE hour >= ?1
       UNION ALL SELECT created_at / ${HOUR_MS}, 1 FROM ledger_entries
         WHERE ${RECENT} AND created_at >= ?1 * ${HOUR_MS})
     GROUP BY hour ORDER BY hour`,
    fromHour,
  );
}
