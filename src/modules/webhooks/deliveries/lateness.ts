import type { Sql } from "../../../db/sql.ts";
import { SECOND_MS } from "../../../kit/clock.ts";

/** Whether due deliveries leave in time, over all partners. */
export interface Lateness {
  /**
   * Unix milliseconds at which the oldest record became due, without receivers that are only probed; null if nothing
   * is due.
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

/** Two index lookups per webhook that is sent to: its oldest first attempt and its earliest retry. */
const OLDEST_DUE = `SELECT min(due) AS due FROM (
  SELECT (SELECT next_attempt_at FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'pending' ORDER BY id LIMIT 1) AS due
    FROM webhooks AS w WHERE w.is_active = 1 AND w.deleted_at IS NULL AND w.probe_at IS NULL
  UNION ALL
  SELECT (SELECT next_attempt_at FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'failed' ORDER BY next_attempt_at LIMIT 1)
    FROM webhooks AS w WHERE w.is_active = 1 AND w.deleted_at IS NULL AND w.probe_at IS NULL)`;

export function readLateness(sql: Sql, now: number): Lateness {
  const count = (query: string, ...values: number[]) =>
    sql.get<{ count: number }>(`SELECT count(*) AS count FROM ${query}`, ...values)?.count ?? 0;
  return {
    oldestDueAt: sql.get<{ due: number | null }>(OLDEST_DUE)?.due ?? null,
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
