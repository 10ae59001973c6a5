import type { Sql, Tx } from "../../../db/sql.ts";
import type { DeliveryState, ReasonTag, WebhookSwitch } from "./rules.ts";

/** A stored record; times in Unix milliseconds. */
export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: number;
  partner_id: number;
  state: DeliveryState;
  attempts: number;
  round_attempts: number;
  round_started_at: number;
  round_held_ms: number;
  held_at: number | null;
  next_attempt_at: number | null;
  lease_id: string | null;
  lease_expires_at: number | null;
  reason_tag: ReasonTag | null;
  last_error: string | null;
  last_attempt_at: number | null;
  delivered_at: number | null;
  died_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A record with its event and its target. */
export interface DeliveryView extends DeliveryRow {
  event_uid: string;
  event_type: string;
  target_url: string;
}

/** Columns and joins of a DeliveryView, as `d`. */
export const VIEW = `d.*, e.uid AS event_uid, e.event_type AS event_type, w.target_url AS target_url
  FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id JOIN webhooks AS w ON w.id = d.webhook_id`;

/** A partner's record; null if it does not exist or belongs to another partner. */
export function findDelivery(sql: Sql, partnerId: number, id: number): DeliveryRow | null {
  return sql.get<DeliveryRow>(
    "SELECT * FROM webhook_deliveries WHERE id = ? AND partner_id = ?",
    id,
    partnerId,
  );
}

/** The same for operators, of any partner. */
export function findAnyDelivery(sql: Sql, id: number): DeliveryRow | null {
  return sql.get<DeliveryRow>("SELECT * FROM webhook_deliveries WHERE id = ?", id);
}

export function findDeliveryView(sql: Sql, id: number): DeliveryView | null {
  return sql.get<DeliveryView>(`SELECT ${VIEW} WHERE d.id = ?`, id);
}

/** The first id that is not older than a time, found by binary search, as far as ids rise with time. */
export function findIdAt(sql: Sql, time: number): number {
  let low = sql.get<{ id: number | null }>("SELECT MIN(id) AS id FROM webhook_deliveries")?.id ?? 0;
  let high = (sql.get<{ id: number | null }>("SELECT MAX(id) AS id FROM webhook_deliveries")?.id ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = sql.get<{ id: number; created_at: number }>(
      "SELECT id, created_at FROM webhook_deliveries WHERE id >= ? ORDER BY id LIMIT 1",
      middle,
    );
    if (row !== null && row.created_at < time) low = row.id + 1;
    else high = middle;
  }
  return low;
}

/** Whether a webhook is on, off or deleted; null if it does not exist. */
export function findSwitch(sql: Sql, webhookId: number): WebhookSwitch | null {
  return sql.get<WebhookSwitch>(
    "SELECT is_active, is_settling, deleted_at FROM webhooks WHERE id = ?",
    webhookId,
  );
}

/** A webhook whose waiting records are not all drained; null if there is none. */
export function findDraining(sql: Sql): number | null {
  return (
    sql.get<{ id: number }>("SELECT id FROM webhooks WHERE is_settling = 1 ORDER BY id LIMIT 1")?.id ?? null
  );
}

export function markDrained(tx: Tx, webhookId: number): void {
  tx.run("UPDATE webhooks SET is_settling = 0 WHERE id = ?", webhookId);
}

/** A webhook's records in one state, oldest first. The state is a literal so that SQLite uses the partial index. */
export function listWaiting(
  sql: Sql,
  webhookId: number,
  state: "pending" | "failed" | "held",
  limit: number,
): Pick<DeliveryRow, "id" | "held_at">[] {
  return sql.all(
    `SELECT id, held_at FROM webhook_deliveries WHERE webhook_id = ? AND state = '${state}' ORDER BY id LIMIT ?`,
    webhookId,
    limit,
  );
}

/**
 * Moves a record to a waiting state: due now, held, or cancelled. A delivering record also loses its lease.
 * @param heldMs added to the time that the round was held.
 */
export function moveToRest(tx: Tx, id: number, state: "pending" | "held" | "cancelled", heldMs = 0): void {
  tx.run(
    `UPDATE webhook_deliveries SET state = ?, next_attempt_at = ?, held_at = ?, round_held_ms = round_held_ms + ?,
       lease_id = NULL, lease_expires_at = NULL, updated_at = ? WHERE id = ?`,
    state,
    state === "pending" ? tx.now : null,
    state === "held" ? tx.now : null,
    heldMs,
    tx.now,
    id,
  );
}

/** Starts a new round on the same record: `attempts` continues, everything else of the round starts again. */
export function beginRound(tx: Tx, id: number, state: "pending" | "held", reason: ReasonTag): void {
  tx.run(
    `UPDATE webhook_deliveries SET state = ?, round_attempts = 0, round_started_at = ?, round_held_ms = 0,
       next_attempt_at = ?, held_at = ?, reason_tag = ?, delivered_at = NULL, died_at = NULL, updated_at = ?
       WHERE id = ?`,
    state,
    tx.now,
    state === "pending" ? tx.now : null,
    state === "held" ? tx.now : null,
    reason,
    tx.now,
    id,
  );
}

/** @param lastError null keeps the record's text. */
export function markDead(tx: Tx, id: number, reason: ReasonTag, lastError: string | null): void {
  tx.run(
    `UPDATE webhook_deliveries SET state = 'dead_letter', next_attempt_at = NULL, held_at = NULL, lease_id = NULL,
       lease_expires_at = NULL, reason_tag = ?, last_error = COALESCE(?, last_error), died_at = ?, updated_at = ?
       WHERE id = ?`,
    reason,
    lastError,
    tx.now,
    tx.now,
    id,
  );
}

/** A stored attempt; 0 or 1 where the name begins with is_. */
export interface AttemptRow {
  id: number;
  delivery_id: number;
  attempt: number;
  attempted_at: number;
  http_status: number | null;
  duration_ms: number;
  response_excerpt: string | null;
  error: string | null;
  reason_tag: ReasonTag | null;
  next_attempt_at: number | null;
  is_probe: number;
  is_simulated: number;
}

/** Every attempt at a record, probes included, newest first. */
export function listAttempts(
  sql: Sql,
  deliveryId: number,
  page: { limit: number; offset: number; after: number | null },
): AttemptRow[] {
  return sql.all<AttemptRow>(
    "SELECT * FROM webhook_attempts WHERE delivery_id = ? AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?",
    deliveryId,
    page.after ?? Number.MAX_SAFE_INTEGER,
    page.limit,
    page.offset,
  );
}

export function insertAttempt(tx: Tx, attempt: Omit<AttemptRow, "id">): void {
  tx.run(
    `INSERT INTO webhook_attempts (delivery_id, attempt, attempted_at, http_status, duration_ms, response_excerpt, error,
       reason_tag, next_attempt_at, is_probe, is_simulated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    attempt.delivery_id,
    attempt.attempt,
    attempt.attempted_at,
    attempt.http_status,
    attempt.duration_ms,
    attempt.response_excerpt,
    attempt.error,
    attempt.reason_tag,
    attempt.next_attempt_at,
    attempt.is_probe,
    attempt.is_simulated,
  );
}

/** A partner's records that died since a time, latest death first. */
export function listDead(sql: Sql, partnerId: number, since: number, limit: number): DeliveryView[] {
  return sql.all<DeliveryView>(
    `SELECT ${VIEW} WHERE d.partner_id = ? AND d.state = 'dead_letter' AND d.died_at >= ?
       ORDER BY d.died_at DESC, d.id DESC LIMIT ?`,
    partnerId,
    since,
    limit,
  );
}

/** The number of these records, by type and reason. */
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

/**
 * Only a handful at any time, found by their leases. The unary plus keeps SQLite from using the index of the
 * partner's records.
 */
export const LEASED = `d.id IN (SELECT id FROM webhook_deliveries INDEXED BY webhook_deliveries_leases
  WHERE state = 'delivering') AND +d.partner_id = ?`;

/** Partners that have or had a webhook, by name. */
export function listReceivingPartners(sql: Sql): { id: number; name: string }[] {
  return sql.all("SELECT id, name FROM partners WHERE id IN (SELECT partner_id FROM webhooks) ORDER BY name");
}

/** Number of waiting and dead records of all partners, and the time at which the oldest due one became due. */
export function countWaiting(sql: Sql): {
  counts: Partial<Record<DeliveryState, number>>;
  oldestDueAt: number | null;
} {
  const count = (state: DeliveryState) =>
    sql.get<{ count: number }>(`SELECT COUNT(*) AS count FROM webhook_deliveries WHERE state = '${state}'`)
      ?.count ?? 0;
  const states = ["pending", "delivering", "failed", "held", "dead_letter"] as const;
  const oldest = sql.get<{ id: number | null }>(
    "SELECT MIN(id) AS id FROM webhook_deliveries WHERE state = 'pending'",
  );
  return {
    counts: Object.fromEntries(states.map((state) => [state, count(state)])),
    oldestDueAt: oldest?.id == null ? null : (findAnyDelivery(sql, oldest.id)?.next_attempt_at ?? null),
  };
}

/** Number of records created in a period, counted up to a limit, and of records of any age that died in it. */
export function countAround(
  sql: Sql,
  from: number,
  to: number,
  limit: number,
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
