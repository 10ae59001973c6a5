import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { missionDecisions, missions } from "../../../db/tables/messenger/missions.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import type { Decision } from "./rules.ts";

export interface NewEvent {
  missionId: number;
  playerId: number;
  key: string;
  amount: number;
  isFlagged: boolean;
}

export function hasEvent(
  sql: Sql,
  { missionId, playerId, key }: Pick<NewEvent, "missionId" | "playerId" | "key">,
): boolean {
  return (
    sql.get(
      "SELECT 1 AS found FROM mission_events WHERE mission_id = ? AND player_id = ? AND event_key = ?",
      missionId,
      playerId,
      key,
    ) !== null
  );
}

/** Stores an event. Returns false if it exists already. */
export function insertEvent(tx: Tx, { missionId, playerId, key, amount, isFlagged }: NewEvent): boolean {
  return (
    tx.run(
      `INSERT OR IGNORE INTO mission_events (mission_id, player_id, event_key, amount, is_flagged, created_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
      missionId,
      playerId,
      key,
      amount,
      isFlagged ? 1 : 0,
      tx.now,
    ).changes === 1
  );
}

/** Unix milliseconds of the last counted event; null for none. */
export function lastEventAt(sql: Sql, missionId: number, playerId: number): number | null {
  return (
    sql.get<{ at: number | null }>(
      "SELECT max(created_at) AS at FROM mission_events WHERE mission_id = ? AND player_id = ?",
      missionId,
      playerId,
    )?.at ?? null
  );
}

/** Number of events counted after a time, at most `max`. */
export function countEventsAfter(
  sql: Sql,
  { missionId, playerId }: Pick<NewEvent, "missionId" | "playerId">,
  { after, max }: { after: number; max: number },
): number {
  return (
    sql.get<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT 1 FROM mission_events
         WHERE mission_id = ? AND player_id = ? AND created_at > ? LIMIT ?)`,
      missionId,
      playerId,
      after,
      max,
    )?.count ?? 0
  );
}

export interface NewDecision {
  missionId: number;
  playerId: number;
  decision: Decision;
  isShadow: boolean;
  kind: string;
}

export function addDecision(tx: Tx, { missionId, playerId, decision, isShadow, kind }: NewDecision): void {
  tx.run(
    `INSERT INTO mission_decisions (mission_id, player_id, hour, decision, is_shadow, count, last_kind, last_at)
       VALUES (?, ?, ?, ?, ?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + 1, last_kind = excluded.last_kind, last_at = excluded.last_at`,
    missionId,
    playerId,
    Math.floor(tx.now / HOUR_MS),
    decision,
    isShadow ? 1 : 0,
    kind,
    tx.now,
  );
}

export interface DecisionCount
  extends Pick<RowOf<typeof missionDecisions>, "decision" | "is_shadow" | "count"> {
  decision: Decision;
}

/** Decisions from an hour on. @param missionId null for all missions */
export function countDecisions(sql: Sql, missionId: number | null, fromHour: number): DecisionCount[] {
  return sql.all<DecisionCount>(
    `SELECT decision, is_shadow, sum(count) AS count FROM mission_decisions
       WHERE hour >= ?1 AND (?2 IS NULL OR mission_id = ?2) GROUP BY decision, is_shadow`,
    fromHour,
    missionId,
  );
}

export interface PlayerDecision
  extends Pick<RowOf<typeof missionDecisions>, "decision" | "is_shadow" | "count" | "last_kind" | "last_at">,
    Pick<RowOf<typeof missions>, "mission_key"> {
  decision: Decision;
}

/** A player's decisions, one row per hour and code, newest first. */
export function listPlayerDecisions(sql: Sql, playerId: number, limit: number): PlayerDecision[] {
  return sql.all<PlayerDecision>(
    `SELECT m.mission_key, d.decision, d.is_shadow, d.count, d.last_kind, d.last_at
       FROM mission_decisions d JOIN missions m ON m.id = d.mission_id
       WHERE d.player_id = ? ORDER BY d.last_at DESC LIMIT ?`,
    playerId,
    limit,
  );
}

/** Deletes events and decisions from before these times, at most `chunk` of each. Returns the number of deleted rows. */
export function purgeMissionRecords(
  tx: Tx,
  { eventsBefore, decisionsBefore }: { eventsBefore: number; decisionsBefore: number },
  chunk: number,
): number {
  const events = tx.run(
    `DELETE FROM mission_events WHERE (mission_id, player_id, event_key) IN
       (SELECT mission_id, player_id, event_key FROM mission_events WHERE created_at < ? LIMIT ?)`,
    eventsBefore,
    chunk,
  ).changes;
  const decisions = tx.run(
    `DELETE FROM mission_decisions WHERE (mission_id, hour, decision, is_shadow, player_id) IN
       (SELECT mission_id, hour, decision, is_shadow, player_id FROM mission_decisions WHERE hour < ? LIMIT ?)`,
    Math.floor(decisionsBefore / HOUR_MS),
    chunk,
  ).changes;
  return events + decisions;
}
