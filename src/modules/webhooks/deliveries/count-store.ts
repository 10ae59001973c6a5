import type { Sql } from "../../../db/sql.ts";
import type { Tally } from "../../platform/notices/index.ts";
import type { DeliveryState } from "./rules.ts";
import { findIdAt, LEASED } from "./store.ts";

/** Number of a partner's records that died since a time, by type and reason. */
export function countDead(
  sql: Sql,
  partnerId: number,
  since: number,
): { event_type: string; reason_tag: string; count: number }[] {
  return sql.all(
    `SELECT e.event_type, COALESCE(d.reason_tag, 'other') AS reason_tag, COUNT(*) AS count
       FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
       WHERE d.partner_id = ? AND d.state = 'dead_letter' AND d.died_at >= ? GROUP BY 1, 2`,
    partnerId,
    since,
  );
}

/**
 * Number of a partner's records in each state. Delivered records, perhaps a million, are counted as the total minus
 * the others.
 */
export function countByState(sql: Sql, partnerId: number): Record<DeliveryState, number> {
  const count = (condition: string) =>
    sql.get<{ count: number }>(
      `SELECT COUNT(*) AS count FROM webhook_deliveries AS d WHERE ${condition}`,
      partnerId,
    )?.count ?? 0;
  const counts = {
    pending: count("d.webhook_id IN (SELECT id FROM webhooks WHERE partner_id = ?) AND d.state = 'pending'"),
    delivering: count(LEASED),
    failed: count("d.partner_id = ? AND d.state = 'failed'"),
    dead_letter: count("d.partner_id = ? AND d.state = 'dead_letter'"),
    held: count("d.partner_id = ? AND d.state = 'held'"),
    cancelled: count("d.partner_id = ? AND d.state = 'cancelled'"),
  };
  const others = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const total = sql.get<{ records: number }>(
    "SELECT records FROM delivery_totals WHERE partner_id = ?",
    partnerId,
  );
  return { ...counts, delivered: (total?.records ?? 0) - others };
}

/** Number of a partner's dead letters that can be sent again: those of webhooks that are not deleted. */
export function countRevivable(sql: Sql, partnerId: number): number {
  return sql.one<{ count: number }>(
    `SELECT COUNT(*) AS count FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id
       WHERE d.partner_id = ? AND d.state = 'dead_letter' AND w.deleted_at IS NULL`,
    partnerId,
  ).count;
}

/** Dead letters of all partners, and when the oldest of them died. */
export function tallyDeadLetters(sql: Sql): Tally {
  const { count, oldest_at: oldestAt } = sql.one<{ count: number; oldest_at: number | null }>(
    `SELECT COUNT(*) AS count, MIN(died_at) AS oldest_at
       FROM webhook_deliveries INDEXED BY webhook_deliveries_dead WHERE state = 'dead_letter'`,
  );
  return { count, oldestAt };
}

function countInState(sql: Sql, state: DeliveryState): number {
  // A literal: SQLite uses a partial index only for literals.
  const counted = `SELECT COUNT(*) AS count FROM webhook_deliveries WHERE state = '${state}'`;
  return sql.get<{ count: number }>(counted)?.count ?? 0;
}

/** Number of waiting and dead records of all partners, by state. */
export function countWaiting(sql: Sql): Partial<Record<DeliveryState, number>> {
  const states = ["pending", "delivering", "failed", "held", "dead_letter"] as const;
  return Object.fromEntries(states.map((state) => [state, countInState(sql, state)]));
}

/** Number of records created in a period, counted up to a limit, and of records of any age that died in it. */
export function countAround(
  sql: Sql,
  { from, to, limit }: { from: number; to: number; limit: number },
): { made: number; dead: number } {
  const made = sql.get<{ count: number }>(
    "SELECT COUNT(*) AS count FROM (SELECT 1 FROM webhook_deliveries WHERE id >= ? AND id < ? LIMIT ?)",
    findIdAt(sql, from),
    findIdAt(sql, to),
    limit,
  );
  const dead = sql.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM webhook_deliveries INDEXED BY webhook_deliveries_dead
       WHERE state = 'dead_letter' AND died_at >= ? AND died_at < ?`,
    from,
    to,
  );
  return { made: made?.count ?? 0, dead: dead?.count ?? 0 };
}

/** Number of webhooks of all partners by delivery status: on, off, or only probed. */
export function countWebhooksBySwitch(sql: Sql): { on: number; off: number; probed: number } {
  const row = sql.get<{ on: number | null; off: number | null; probed: number | null }>(
    `SELECT SUM(is_active = 1 AND probe_at IS NULL) AS "on", SUM(is_active = 0) AS off,
       SUM(is_active = 1 AND probe_at IS NOT NULL) AS probed FROM webhooks WHERE deleted_at IS NULL`,
  );
  return { on: row?.on ?? 0, off: row?.off ?? 0, probed: row?.probed ?? 0 };
}
