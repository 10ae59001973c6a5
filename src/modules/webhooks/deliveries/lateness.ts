import type { Sql } from "../../../db/sql.ts";
import { SECOND_MS } from "../../../kit/clock.ts";

/** Whether what is due leaves in time, over all partners. */
export interface Lateness {
  /** Since when the oldest record is due that a receiver waits for which is not only probed; null where none is. */
  oldestDueAt: number | null;
  /** Attempts whose sender neither ended nor gave them back. */
  expiredLeases: number;
  /** Webhooks that are only probed, since their receivers keep failing. */
  probedWebhooks: number;
}

/** A lost sender's attempts are given back within this time. */
const LEASE_GRACE_MS = 30 * SECOND_MS;

/** For each webhook that is sent to two look-ups by index: its oldest first attempt, its earliest retry. */
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
    probedWebhooks: count("webhooks WHERE is_active = 1 AND deleted_at IS NULL AND probe_at IS NOT NULL"),
  };
}
