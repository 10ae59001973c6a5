import type { Tx } from "../../../db/sql.ts";
import { remembered } from "../../../kit/remembered.ts";
import { EVENT_TYPES, type EventType } from "./catalogue.ts";
import { toPrefixPattern } from "./event-filter.ts";

/**
 * Which of the partner's webhooks receive an event: its subscribers (to the type, its `prefix.*` or `*`), all but one,
 * or only one, which needs no subscription.
 */
export type Audience = { except: number } | { only: number } | "subscribers";

export interface Receiver {
  id: number;
  /** 1 if its records are due at once, 0 if they are held. */
  is_open: number;
}

/** The fields by which an event's subscribers are found. */
export interface Topic {
  partnerId: number;
  type: EventType;
}

interface StoredEvent {
  eventId: number;
  partnerId: number;
}

const OPEN = "is_active = 1 AND is_settling = 0 AS is_open";
/** A webhook's names are searched as text: no name contains a quote. The index is named because it alone covers this. */
const SUBSCRIBERS = `SELECT id, ${OPEN} FROM webhooks INDEXED BY webhooks_by_event_types
  WHERE partner_id = ? AND deleted_at IS NULL
    AND (instr(event_types, ?) > 0 OR instr(event_types, ?) > 0 OR instr(event_types, '"*"') > 0)`;
const ONE = `SELECT id, ${OPEN} FROM webhooks WHERE partner_id = ? AND id = ? AND deleted_at IS NULL`;

/** The webhooks that get a record of an event, including switched-off ones, oldest first. */
export function listReceivers(tx: Tx, { partnerId, type }: Topic, audience: Audience): Receiver[] {
  if (typeof audience === "object" && "only" in audience)
    return tx.all<Receiver>(ONE, partnerId, audience.only);
  const { own, prefix } = namesOf(type);
  const subscribers = tx.all<Receiver>(SUBSCRIBERS, partnerId, own, prefix).sort((a, b) => a.id - b.id);
  return audience === "subscribers" ? subscribers : subscribers.filter(({ id }) => id !== audience.except);
}

/** The names under which a type is subscribed to, as they stand in a JSON list. */
const namesOf = remembered(EVENT_TYPES.length, (type: EventType) => ({
  own: JSON.stringify(type),
  prefix: JSON.stringify(toPrefixPattern(type)),
}));

/**
 * Creates one delivery record per receiver, in the event's own transaction: due now, or held if the webhook is off.
 */
export function fanOut(
  tx: Tx,
  { eventId, partnerId }: StoredEvent,
  receivers: readonly Receiver[],
): number[] {
  const ids = receivers.map(({ id, is_open }) => {
    const [state, dueAt, heldAt] = is_open === 1 ? ["pending", tx.now, null] : ["held", null, tx.now];
    return tx.run(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, round_started_at, next_attempt_at, held_at,
         created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      eventId,
      partnerId,
      state as string,
      tx.now,
      dueAt as number | null,
      heldAt as number | null,
      tx.now,
      tx.now,
    ).lastInsertRowid;
  });
  countRecords(tx, partnerId, ids.length);
  if (receivers.some(({ is_open }) => is_open === 1)) announceDue(tx);
  return ids;
}

/**
 * Creates records of past events for one more webhook, in their order. Events that it has a record of, or that are
 * deleted, are left out. Returns how many were created.
 */
export function fanOutLate(
  tx: Tx,
  { partnerId, eventIds }: { partnerId: number; eventIds: readonly number[] },
  { id, is_open }: Receiver,
): number {
  const missing = `id IN (SELECT value FROM json_each(?)) AND partner_id = ?
    AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS d WHERE d.event_id = events.id AND d.webhook_id = ?)`;
  const list = JSON.stringify(eventIds);
  tx.run(`UPDATE events SET fanout_count = fanout_count + 1 WHERE ${missing}`, list, partnerId, id);
  const { changes } = tx.run(
    `INSERT INTO webhook_deliveries (webhook_id, event_id, partner_id, state, round_started_at, next_attempt_at, held_at,
       created_at, updated_at) SELECT ?, id, partner_id, ?, ?, ?, ?, ?, ? FROM events WHERE ${missing} ORDER BY id`,
    id,
    is_open === 1 ? "pending" : "held",
    tx.now,
    is_open === 1 ? tx.now : null,
    is_open === 1 ? null : tx.now,
    tx.now,
    tx.now,
    list,
    partnerId,
    id,
  );
  countRecords(tx, partnerId, changes);
  if (is_open === 1 && changes > 0) announceDue(tx);
  return changes;
}

/** Updates a partner's number of records. */
export function countRecords(tx: Tx, partnerId: number, change: number): void {
  tx.run(
    `INSERT INTO delivery_totals (partner_id, records) VALUES (?, ?)
       ON CONFLICT (partner_id) DO UPDATE SET records = records + excluded.records`,
    partnerId,
    change,
  );
}

/**
 * Announces after the commit that records are due; the sender listens to the writer's signal. In a sandbox file no
 * packet leaves: due records are delivered here, with one simulated attempt (contract section 10). The index is named
 * because the planner would otherwise scan every delivered record.
 */
export function announceDue(tx: Tx): void {
  if (!tx.simulatesDeliveries) {
    tx.signals.add("deliveries");
    return;
  }
  tx.run(
    `INSERT INTO webhook_attempts (delivery_id, attempt, attempted_at, http_status, duration_ms, is_simulated, header_names)
       SELECT d.id, d.attempts + 1, ?, 200, 0, 1, w.header_names
         FROM webhook_deliveries AS d INDEXED BY webhook_deliveries_waiting JOIN webhooks AS w ON w.id = d.webhook_id
         WHERE d.state = 'pending' ORDER BY d.id`,
    tx.now,
  );
  tx.run(
    `UPDATE webhook_deliveries INDEXED BY webhook_deliveries_waiting SET state = 'delivered', attempts = attempts + 1, round_attempts = round_attempts + 1,
       next_attempt_at = NULL, last_attempt_at = ?, delivered_at = ?, updated_at = ? WHERE state = 'pending'`,
    tx.now,
    tx.now,
    tx.now,
  );
}
