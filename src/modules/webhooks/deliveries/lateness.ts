import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { webhookAttempts, webhooks } from "../../../db/tables/webhooks.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { WEBHOOKS_WAITING } from "./sending/candidates.ts";

/** Whether due deliveries leave in time, over all partners. */
export interface Lateness {
  /**
   * Unix milliseconds since when a record has been waiting for this server, at the longest; null if nothing is due. What waits
   * for its receiver, which is only probed, fails, answers slowly or limits its rate, does not count.
   */
  oldestDueAt: number | null;
  /** Attempts whose sender neither finished nor released them. */
  expiredLeases: number;
  /** Webhooks that are only probed, because their receivers keep failing. */
  probedWebhooks: number;
  /** Whether any delivery is stored. */
  hasDeliveries: boolean;
}

/** A lost sender's attempts are released within this time. */
const LEASE_GRACE_MS = 30 * SECOND_MS;
/** Webhooks whose oldest record waits for longer are looked at, as many as this. */
const LOOKED_AT_MS = 10 * SECOND_MS;
const MOST_LOOKED_AT = 50;
/** Answers in a longer time, on average, are slow. */
const SLOW_MS = 25;

/** A webhook that is sent to, with the time at which its oldest record became due. */
interface Due extends Pick<RowOf<typeof webhooks>, "id" | "max_per_second"> {
  due: number;
}

/** Two index lookups per webhook with waiting records: its oldest first attempt and its earliest retry. */
const DUE = `${WEBHOOKS_WAITING}
  SELECT id, max_per_second, min(coalesce(first, retry), coalesce(retry, first)) AS due FROM (
    SELECT w.id, w.max_per_second,
      (SELECT next_attempt_at FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'pending' ORDER BY id LIMIT 1) AS first,
      (SELECT next_attempt_at FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'failed' ORDER BY next_attempt_at LIMIT 1) AS retry
      FROM waiting JOIN webhooks AS w ON w.id = waiting.id
      WHERE w.is_active = 1 AND w.deleted_at IS NULL AND w.probe_at IS NULL)
  WHERE coalesce(first, retry) IS NOT NULL ORDER BY due LIMIT ${MOST_LOOKED_AT + 1}`;

const ATTEMPT = "a.attempted_at, a.duration_ms, a.http_status BETWEEN 200 AND 299 AS is_success";
/** The last attempts since a time, newest first, of records before the oldest that waits. */
const RECENT = `SELECT ${ATTEMPT} FROM (
    SELECT id FROM webhook_deliveries INDEXED BY webhook_deliveries_by_webhook WHERE webhook_id = ?1 AND id < coalesce(
      (SELECT id FROM webhook_deliveries WHERE webhook_id = ?1 AND state = 'pending' ORDER BY id LIMIT 1), 9e15)
    ORDER BY id DESC LIMIT 120) AS d
  JOIN webhook_attempts AS a ON a.delivery_id = d.id AND a.attempted_at >= ?2 ORDER BY a.id DESC LIMIT 20`;
/** The same where replayed records lie far apart: among the newest attempts of all webhooks. */
const NEWEST = `SELECT ${ATTEMPT} FROM (SELECT * FROM webhook_attempts ORDER BY id DESC LIMIT 1000) AS a
  JOIN webhook_deliveries AS d ON d.id = a.delivery_id
  WHERE d.webhook_id = ?1 AND a.attempted_at >= ?2 ORDER BY a.id DESC LIMIT 20`;

interface Attempt extends Pick<RowOf<typeof webhookAttempts>, "attempted_at" | "duration_ms"> {
  is_success: number | null;
}

export function readLateness(sql: Sql, now: number): Lateness {
  const count = (query: string, ...values: number[]) =>
    sql.get<{ count: number }>(`SELECT count(*) AS count FROM ${query}`, ...values)?.count ?? 0;
  return {
    oldestDueAt: readOldestDueAt(sql, now),
    expiredLeases: count(
      "webhook_deliveries WHERE state = 'delivering' AND lease_expires_at <= ?",
      now - LEASE_GRACE_MS,
    ),
    probedWebhooks: count(
      "webhooks INDEXED BY webhooks_probed WHERE is_active = 1 AND deleted_at IS NULL AND probe_at IS NOT NULL",
    ),
    hasDeliveries: sql.get("SELECT 1 FROM webhook_deliveries LIMIT 1") !== null,
  };
}

export function readOldestDueAt(sql: Sql, now: number): number | null {
  let oldest = Number.POSITIVE_INFINITY;
  for (const [index, webhook] of sql.all<Due>(DUE).entries()) {
    if (webhook.due >= oldest) break;
    const isLookedAt = now - webhook.due >= LOOKED_AT_MS && index < MOST_LOOKED_AT;
    oldest = Math.min(oldest, isLookedAt ? waitingSince(sql, webhook) : webhook.due);
  }
  return oldest === Number.POSITIVE_INFINITY ? null : oldest;
}

/** Since when a webhook waits for this server: if its receiver sets the pace, since its last attempt began. */
function waitingSince(sql: Sql, { id, max_per_second: most, due }: Due): number {
  const near = sql.all<Attempt>(RECENT, id, due);
  const recent = near.length > 0 ? near : sql.all<Attempt>(NEWEST, id, due);
  const [newest] = recent;
  if (newest === undefined) return due;
  const failures = recent.filter((each) => each.is_success !== 1).length;
  if (failures * 2 >= recent.length) return newest.attempted_at;
  const failedAt = recent.findIndex((each) => each.is_success !== 1);
  const run = failedAt > 0 ? recent.slice(0, failedAt) : recent;
  const spanMs = Math.max(1, newest.attempted_at - (run.at(-1) ?? newest).attempted_at);
  const totalMs = run.reduce((sum, each) => sum + each.duration_ms, 0);
  const isSlow = totalMs / run.length > SLOW_MS && totalMs / spanMs >= 0.5;
  const isLimited = most !== null && ((run.length - 1) * SECOND_MS) / spanMs >= most / 2;
  return isSlow || isLimited ? newest.attempted_at : due;
}
