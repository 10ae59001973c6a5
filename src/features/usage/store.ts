import type { Sql, Tx } from "../../db/sql.ts";
import { decodeHistogram, encodeHistogram, mergeInto } from "../../kit/histogram.ts";
import type { UsageCell } from "./recorder.ts";

interface UsageRow {
  minute: number;
  key_id: string;
  route: string;
  requests: number;
  errors: number;
  server_errors: number;
  rate_limited: number;
  histogram: string;
}

/** Adds cells to the stored ones of the same minute, key and route. */
export function upsertUsage(tx: Tx, cells: readonly UsageCell[]): void {
  for (const cell of cells) {
    const stored = tx.get<{ histogram: string }>(
      "SELECT histogram FROM usage_minutes WHERE minute = ? AND key_id = ? AND route = ?",
      cell.minute,
      cell.keyId,
      cell.route,
    );
    const histogram = decodeHistogram(stored?.histogram ?? "");
    mergeInto(histogram, cell.histogram);
    tx.run(
      `INSERT INTO usage_minutes (minute, key_id, route, requests, errors, server_errors, rate_limited, histogram)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (minute, key_id, route) DO UPDATE SET requests = requests + excluded.requests,
           errors = errors + excluded.errors, server_errors = server_errors + excluded.server_errors,
           rate_limited = rate_limited + excluded.rate_limited, histogram = excluded.histogram`,
      cell.minute,
      cell.keyId,
      cell.route,
      cell.requests,
      cell.errors,
      cell.serverErrors,
      cell.rateLimited,
      encodeHistogram(histogram),
    );
  }
}

/** Stored cells from a minute on: of one key, or of all where `keyId` is null. */
export function listUsage(sql: Sql, keyId: string | null, fromMinute: number): UsageCell[] {
  const rows =
    keyId === null
      ? sql.all<UsageRow>("SELECT * FROM usage_minutes WHERE minute >= ?", fromMinute)
      : sql.all<UsageRow>("SELECT * FROM usage_minutes WHERE key_id = ? AND minute >= ?", keyId, fromMinute);
  return rows.map((row) => ({
    minute: row.minute,
    keyId: row.key_id,
    route: row.route,
    requests: row.requests,
    errors: row.errors,
    serverErrors: row.server_errors,
    rateLimited: row.rate_limited,
    histogram: decodeHistogram(row.histogram),
  }));
}

/** Deletes what was counted before a minute (Unix minutes), a chunk a call. Returns how many rows went. */
export function purgeUsage(tx: Tx, beforeMinute: number, chunk: number): number {
  return tx.run("DELETE FROM usage_minutes WHERE minute < ? LIMIT ?", beforeMinute, chunk).changes;
}
