import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { events } from "../../../db/tables/events.ts";
import type { partners } from "../../../db/tables/partners.ts";
import type { webhookDeliveries, webhooks } from "../../../db/tables/webhooks.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { idOfEventUid } from "../events/index.ts";
import type { ReasonTag, WebhookSwitch } from "./rules.ts";

/** A stored record; times in Unix milliseconds. */
export interface DeliveryRow extends RowOf<typeof webhookDeliveries> {
  reason_tag: ReasonTag | null;
}

/** A record with its event and its target. */
export interface DeliveryView
  extends DeliveryRow,
    Pick<RowOf<typeof events>, "event_type">,
    Pick<RowOf<typeof webhooks>, "target_url"> {
  event_uid: string;
}

/** Columns and joins of a DeliveryView, as `d`. */
export const VIEW = `d.*, e.uid AS event_uid, e.event_type AS event_type, w.target_url AS target_url
  FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id JOIN webhooks AS w ON w.id = d.webhook_id`;

/**
 * A partner's records that are delivering, as `d`: only a handful at any time, found by their leases. The unary plus
 * keeps SQLite from using the index of the partner's records.
 */
export const LEASED = `d.id IN (SELECT id FROM webhook_deliveries INDEXED BY webhook_deliveries_leases
  WHERE state = 'delivering') AND +d.partner_id = ?`;

/**
 * The records that a reference names, oldest first: one by its id, or those of an event by its evt_…
 * @param partnerId other partners' records are left out; null: records of all partners
 */
export function resolveDeliveries(sql: Sql, partnerId: number | null, reference: string): DeliveryView[] {
  const eventId = idOfEventUid(reference);
  const named =
    eventId === null
      ? sql.all<DeliveryView>(`SELECT ${VIEW} WHERE d.id = ?`, Number(reference))
      : sql.all<DeliveryView>(
          `SELECT ${VIEW} WHERE d.event_id = ? AND e.uid = ? ORDER BY d.id`,
          eventId,
          reference,
        );
  return partnerId === null ? named : named.filter(({ partner_id }) => partner_id === partnerId);
}

/** A record of any partner. */
export function findAnyDelivery(sql: Sql, id: number): DeliveryRow | null {
  return sql.get<DeliveryRow>("SELECT * FROM webhook_deliveries WHERE id = ?", id);
}

export function findDeliveryView(sql: Sql, id: number): DeliveryView | null {
  return sql.get<DeliveryView>(`SELECT ${VIEW} WHERE d.id = ?`, id);
}

/** The records with these ids, newest first. */
export function listDeliveryViews(sql: Sql, ids: readonly number[]): DeliveryView[] {
  return sql.all<DeliveryView>(
    `SELECT ${VIEW} WHERE d.id IN (SELECT value FROM json_each(?)) ORDER BY d.id DESC`,
    JSON.stringify(ids),
  );
}

/** 0 if there are no records. */
export function newestDeliveryId(sql: Sql): number {
  return sql.get<{ id: number | null }>("SELECT MAX(id) AS id FROM webhook_deliveries")?.id ?? 0;
}

/** Ids rise with time unless the clock was set back; this margin still finds every record. */
const CLOCK_SLACK_MS = MINUTE_MS;

/**
 * The ids that records created in a period can have: at or after `first`, and before `end`; null for an open end.
 * Records at the edges may lie outside of the period.
 */
export function findIdRange(
  sql: Sql,
  { from, to }: { from: number | null; to: number | null },
): { first: number | null; end: number | null } {
  return {
    first: from === null ? null : findIdAt(sql, from - CLOCK_SLACK_MS),
    end: to === null ? null : findIdAt(sql, to + CLOCK_SLACK_MS),
  };
}

/** The first id that is not older than a time, found by binary search, as far as ids rise with time. */
export function findIdAt(sql: Sql, time: number): number {
  let low = sql.get<{ id: number | null }>("SELECT MIN(id) AS id FROM webhook_deliveries")?.id ?? 0;
  let high = newestDeliveryId(sql) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = sql.get<Pick<DeliveryRow, "id" | "created_at">>(
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

interface WaitingRecords {
  webhookId: number;
  state: "pending" | "failed" | "held";
  limit: number;
}

/** A webhook's records in one state, oldest first. The state is a literal so that SQLite uses the partial index. */
export function listWaiting(
  sql: Sql,
  { webhookId, state, limit }: WaitingRecords,
): Pick<DeliveryRow, "id" | "held_at">[] {
  return sql.all(
    `SELECT id, held_at FROM webhook_deliveries WHERE webhook_id = ? AND state = '${state}' ORDER BY id LIMIT ?`,
    webhookId,
    limit,
  );
}

interface RestState {
  state: "pending" | "held" | "cancelled";
  /** Added to the time that the round was held. */
  heldMs?: number;
}

/** Moves a record to a waiting state: due now, held, or cancelled. A delivering record also loses its lease. */
export function moveToRest(tx: Tx, id: number, { state, heldMs = 0 }: RestState): void {
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

interface NewRound {
  state: "pending" | "held";
  reason: ReasonTag;
}

/** Starts a new round on the same record: `attempts` continues, everything else of the round starts again. */
export function beginRound(tx: Tx, id: number, { state, reason }: NewRound): void {
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

/** Why a record became a dead letter. */
export interface DeadLetterCause {
  reason: ReasonTag;
  /** Null keeps the record's text. */
  lastError: string | null;
}

export function markDead(tx: Tx, id: number, { reason, lastError }: DeadLetterCause): void {
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

/** Cancels a record that is failed, held or dead: it is never sent, and its last error says why. */
export function markDiscarded(tx: Tx, id: number, lastError: string): void {
  tx.run(
    `UPDATE webhook_deliveries SET state = 'cancelled', next_attempt_at = NULL, held_at = NULL, died_at = NULL,
       last_error = ?, updated_at = ? WHERE id = ?`,
    lastError,
    tx.now,
    id,
  );
}

/** A partner's records that died since a time, latest death first. */
export function listDead(
  sql: Sql,
  { partnerId, since, limit }: { partnerId: number; since: number; limit: number },
): DeliveryView[] {
  return sql.all<DeliveryView>(
    `SELECT ${VIEW} WHERE d.partner_id = ? AND d.state = 'dead_letter' AND d.died_at >= ?
       ORDER BY d.died_at DESC, d.id DESC LIMIT ?`,
    partnerId,
    since,
    limit,
  );
}

/** Partners that have or had a webhook, by name. */
export function listReceivingPartners(sql: Sql): Pick<RowOf<typeof partners>, "id" | "name">[] {
  return sql.all(
    "SELECT id, name FROM partners WHERE EXISTS (SELECT 1 FROM webhooks WHERE partner_id = partners.id) ORDER BY name",
  );
}
