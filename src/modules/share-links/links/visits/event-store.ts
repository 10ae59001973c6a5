import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { audioShareEventDays, audioShareEvents } from "../../../../db/tables/audio-share.ts";

export type EventRow = Pick<RowOf<typeof audioShareEvents>, "body_hash" | "created_at">;

/** Where an event counts. */
type DayCell = Pick<RowOf<typeof audioShareEventDays>, "day" | "event_type" | "destination">;

export function findEvent(sql: Sql, eventHash: string): EventRow | null {
  return sql.get<EventRow>(
    "SELECT body_hash, created_at FROM audio_share_events WHERE event_hash = ?",
    eventHash,
  );
}

export function upsertEvent(tx: Tx, eventHash: string, bodyHash: string): void {
  tx.run(
    "INSERT OR REPLACE INTO audio_share_events (event_hash, body_hash, created_at) VALUES (?, ?, ?)",
    eventHash,
    bodyHash,
    tx.now,
  );
}

export function isCounted(sql: Sql, { day, event_type, destination }: DayCell): boolean {
  const text = "SELECT 1 FROM audio_share_event_days WHERE day = ? AND event_type = ? AND destination = ?";
  return sql.get(text, day, event_type, destination) !== null;
}

/** Rows of destinations of a day; null for all days. */
export function countDestinations(sql: Sql, day: number | null): number {
  const text = "SELECT COUNT(*) AS count FROM audio_share_event_days";
  const found =
    day === null
      ? sql.get<{ count: number }>(text)
      : sql.get<{ count: number }>(`${text} WHERE day = ?`, day);
  return found?.count ?? 0;
}

export function countEvents(sql: Sql): number {
  return sql.get<{ count: number }>("SELECT COUNT(*) AS count FROM audio_share_events")?.count ?? 0;
}

/** Returns how many were dropped. */
export function dropOldestEvents(tx: Tx, count: number): number {
  return tx.run(
    `DELETE FROM audio_share_events WHERE event_hash IN (
       SELECT event_hash FROM audio_share_events ORDER BY created_at LIMIT ?)`,
    count,
  ).changes;
}

/** Rows of events, and of destinations by day. */
export interface EventRows {
  events: number;
  destinations: number;
}

/** Deletes events past the dedupe window, and counts of days before one, up to `chunk` of each. Returns how many. */
export function purgeEvents(
  tx: Tx,
  { seenBefore, dayBefore, chunk }: { seenBefore: number; dayBefore: number; chunk: number },
): EventRows {
  return {
    events: tx.run("DELETE FROM audio_share_events WHERE created_at < ? LIMIT ?", seenBefore, chunk).changes,
    destinations: tx.run("DELETE FROM audio_share_event_days WHERE day < ? LIMIT ?", dayBefore, chunk)
      .changes,
  };
}

export function countEvent(tx: Tx, { day, event_type, destination }: DayCell): void {
  tx.run(
    `INSERT INTO audio_share_event_days (day, event_type, destination, events) VALUES (?, ?, ?, 1)
       ON CONFLICT (day, event_type, destination) DO UPDATE SET events = events + 1`,
    day,
    event_type,
    destination,
  );
}
