import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { usageMinutes, usageRollups } from "../../../db/tables/operations.ts";
import { encodeHistogram, mergeEncoded } from "../../../kit/histogram.ts";
import { addTraffic, ensureTraffic, noTraffic, type Traffic, type TrafficByRoute } from "./traffic.ts";

/** Requests of one minute, one key and one route. */
export interface UsageCell extends Traffic {
  /** Unix minutes. */
  minute: number;
  /** Empty for requests without a proved key. */
  keyId: string;
  /** Method and path template: `GET /api/partner/users/{user_id}` */
  route: string;
}

/** In place of a key: all requests together. */
export const ALL_KEYS = "*";

const MINUTE = 1;
const HOUR = 60;
const DAY = 1440;
/** In minutes, longest first. */
const SPANS = [DAY, HOUR, MINUTE] as const;
type Span = (typeof SPANS)[number];

interface Place {
  keyId: string;
  span: Span;
  start: number;
  route: string;
}

/** Adds cells to the stored ones: under their key and under all keys; in their minute, hour and UTC day. */
export function addUsage(tx: Tx, cells: readonly UsageCell[]): void {
  const sums = new Map<string, Place & { traffic: Traffic }>();
  for (const cell of cells) {
    for (const span of SPANS) {
      const start = Math.floor(cell.minute / span) * span;
      for (const keyId of [cell.keyId, ALL_KEYS]) {
        const name = `${span} ${start} ${keyId} ${cell.route}`;
        let sum = sums.get(name);
        if (sum === undefined) {
          sum = { keyId, span, start, route: cell.route, traffic: noTraffic() };
          sums.set(name, sum);
        }
        addTraffic(sum.traffic, cell);
      }
    }
  }
  for (const { traffic, ...place } of sums.values()) upsert(tx, place, traffic);
}

const ADDED = `requests = requests + excluded.requests, errors = errors + excluded.errors,
  server_errors = server_errors + excluded.server_errors, rate_limited = rate_limited + excluded.rate_limited,
  histogram = excluded.histogram`;

function upsert(tx: Tx, { keyId, span, start, route }: Place, traffic: Traffic): void {
  const stored =
    span === MINUTE
      ? tx.get<Pick<RowOf<typeof usageMinutes>, "histogram">>(
          "SELECT histogram FROM usage_minutes WHERE minute = ? AND key_id = ? AND route = ?",
          start,
          keyId,
          route,
        )
      : tx.get<Pick<RowOf<typeof usageRollups>, "histogram">>(
          "SELECT histogram FROM usage_rollups WHERE key_id = ? AND span_minutes = ? AND start_minute = ? AND route = ?",
          keyId,
          span,
          start,
          route,
        );
  if (stored !== null) mergeEncoded(traffic.histogram, stored.histogram);
  const values = [
    traffic.requests,
    traffic.errors,
    traffic.serverErrors,
    traffic.rateLimited,
    encodeHistogram(traffic.histogram),
  ];
  if (span === MINUTE) {
    tx.run(
      `INSERT INTO usage_minutes (minute, key_id, route, requests, errors, server_errors, rate_limited, histogram)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (minute, key_id, route) DO UPDATE SET ${ADDED}`,
      start,
      keyId,
      route,
      ...values,
    );
  } else {
    tx.run(
      `INSERT INTO usage_rollups (key_id, span_minutes, start_minute, route, requests, errors, server_errors, rate_limited, histogram)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (key_id, span_minutes, start_minute, route) DO UPDATE SET ${ADDED}`,
      keyId,
      span,
      start,
      route,
      ...values,
    );
  }
}

type UsageRow = Pick<
  RowOf<typeof usageMinutes>,
  "route" | "requests" | "errors" | "server_errors" | "rate_limited" | "histogram"
>;

const COUNTED = "route, requests, errors, server_errors, rate_limited, histogram";

/**
 * Adds a key's stored counts from a minute on: whole days, whole hours before them, and minutes before those. No
 * stored count is in the future, so the last day and hour count in full.
 */
export function readStored(
  sql: Sql,
  { keyId, fromMinute }: { keyId: string; fromMinute: number },
  into: TrafficByRoute,
): void {
  let before = Number.MAX_SAFE_INTEGER;
  for (const span of SPANS) {
    const start = Math.ceil(fromMinute / span) * span;
    const rows =
      span === MINUTE
        ? sql.all<UsageRow>(
            `SELECT ${COUNTED} FROM usage_minutes WHERE key_id = ? AND minute >= ? AND minute < ?`,
            keyId,
            start,
            before,
          )
        : sql.all<UsageRow>(
            `SELECT ${COUNTED} FROM usage_rollups WHERE key_id = ? AND span_minutes = ? AND start_minute >= ? AND start_minute < ?`,
            keyId,
            span,
            start,
            before,
          );
    for (const row of rows) {
      const traffic = ensureTraffic(into, row.route);
      traffic.requests += row.requests;
      traffic.errors += row.errors;
      traffic.serverErrors += row.server_errors;
      traffic.rateLimited += row.rate_limited;
      mergeEncoded(traffic.histogram, row.histogram);
    }
    before = start;
  }
}

/** A key's requests to these routes on each UTC day that starts at or after a minute. */
export function listDayRequests(
  sql: Sql,
  { keyId, fromMinute, routes }: { keyId: string; fromMinute: number; routes: readonly string[] },
): { route: string; start_minute: number; requests: number }[] {
  return sql.all<Pick<RowOf<typeof usageRollups>, "route" | "start_minute" | "requests">>(
    `SELECT route, start_minute, requests FROM usage_rollups
       WHERE key_id = ? AND span_minutes = 1440 AND start_minute >= ? AND route IN (SELECT value FROM json_each(?))`,
    keyId,
    fromMinute,
    JSON.stringify(routes),
  );
}

/** Histograms of each route and Unix hour from a given hour on, over all keys. */
export function listHourHistograms(
  sql: Sql,
  fromHour: number,
): { hour: number; route: string; histogram: string }[] {
  return sql.all<Pick<RowOf<typeof usageRollups>, "route" | "histogram"> & { hour: number }>(
    `SELECT start_minute / 60 AS hour, route, histogram FROM usage_rollups
       WHERE key_id = '*' AND span_minutes = 60 AND start_minute >= ?`,
    fromHour * HOUR,
  );
}

/** Requests of each clock hour from a given hour on, over all keys and routes. */
export function sumHours(
  sql: Sql,
  fromHour: number,
): { hour: number; requests: number; errors: number; serverErrors: number }[] {
  return sql.all(
    `SELECT start_minute / 60 AS hour, SUM(requests) AS requests, SUM(errors) AS errors, SUM(server_errors) AS serverErrors
       FROM usage_rollups WHERE key_id = '*' AND span_minutes = 60 AND start_minute >= ? GROUP BY 1`,
    fromHour * HOUR,
  );
}

/** The Unix hours, from that of a minute on, in which anything was counted; read from a dedicated index. */
export function listHoursSeen(sql: Sql, fromMinute: number): number[] {
  return sql
    .all<{ hour: number }>(
      `SELECT DISTINCT start_minute / 60 AS hour FROM usage_rollups INDEXED BY usage_rollups_hours_seen
         WHERE key_id = '*' AND span_minutes = 60 AND start_minute >= ?`,
      Math.floor(fromMinute / HOUR) * HOUR,
    )
    .map((row) => row.hour);
}

/**
 * Deletes counts of spans that started before a minute, at most `chunk` rows of each table per call. Returns how
 * many; 0 when none is left.
 */
export function purgeUsage(tx: Tx, beforeMinute: number, chunk: number): number {
  const minutes = tx.run("DELETE FROM usage_minutes WHERE minute < ? LIMIT ?", beforeMinute, chunk);
  const rollups = tx.run("DELETE FROM usage_rollups WHERE start_minute < ? LIMIT ?", beforeMinute, chunk);
  return minutes.changes + rollups.changes;
}

/** Requests of some keys by UTC day, from the day that begins at a minute on. */
export function sumDays(
  sql: Sql,
  keyIds: readonly string[],
  fromMinute: number,
): { start_minute: number; requests: number; errors: number; rateLimited: number }[] {
  return sql.all(
    `SELECT start_minute, SUM(requests) AS requests, SUM(errors) AS errors, SUM(rate_limited) AS rateLimited
       FROM usage_rollups WHERE key_id IN (SELECT value FROM json_each(?)) AND span_minutes = 1440 AND start_minute >= ?
       GROUP BY start_minute`,
    JSON.stringify(keyIds),
    fromMinute,
  );
}

/** The Unix minute of the key's last stored request; null without one. */
export function findLastMinute(sql: Sql, keyId: string): number | null {
  return (
    sql.get<{ minute: number | null }>(
      "SELECT MAX(minute) AS minute FROM usage_minutes WHERE key_id = ?",
      keyId,
    )?.minute ?? null
  );
}
