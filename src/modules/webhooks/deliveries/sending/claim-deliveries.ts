import type { RowOf } from "../../../../db/row.ts";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { events } from "../../../../db/tables/events.ts";
import type { webhookDeliveries } from "../../../../db/tables/webhooks.ts";
import { deadLetter } from "../dead-letter.ts";
import { EXPIRED, isRoundOver } from "../expiry/expiry.ts";
import type { WebhookSwitch } from "../rules.ts";
import { nextProbeAt } from "./breaker.ts";
import type { Rates } from "./engine/rates.ts";
import type { ReceiverRow, Receivers } from "./receivers.ts";

/** A waiting record with its event. */
export interface WaitingRow
  extends Pick<
      RowOf<typeof webhookDeliveries>,
      | "id"
      | "state"
      | "attempts"
      | "round_attempts"
      | "round_started_at"
      | "round_held_ms"
      | "next_attempt_at"
      | "created_at"
    >,
    Pick<RowOf<typeof events>, "event_type" | "data" | "sequence" | "idempotency_key"> {
  next_attempt_at: number;
  event_uid: string;
  occurred_at: number;
}

/** A record leased to this sender until its lease expires. */
export interface Claim {
  receiver: ReceiverRow;
  record: WaitingRow;
  isProbe: boolean;
}

export interface Lease {
  id: string;
  ms: number;
}

/** A webhook, and the number of records that may be claimed of it: for its slots, and ahead unless its rate is limited. */
interface Demand {
  webhookId: number;
  slots: number;
  ahead: number;
}

/** What was claimed of a webhook. */
export interface Claimed {
  claims: Claim[];
  /** Whether more may be due. */
  mayHaveMore: boolean;
  /** Whether its max_per_second held records back. */
  isHeldBack: boolean;
}

/** Conditions under which records are claimed. */
export interface ClaimTerms {
  receivers: Receivers;
  rates: Pick<Rates, "roomOf">;
  lease: Lease;
  retryMaxMs: number;
  /** Whether the time may be wrong, so that no round ends by it. */
  isTimeHeld: (sql: Sql) => boolean;
}

/**
 * The unary plus before each parameter avoids a slow case: SQLite 3.54 prepares a statement again at every call where
 * a bare parameter meets an ORDER BY, and these statements run for each webhook in each turn.
 */
const COLUMNS = `d.id, d.attempts, d.round_attempts, d.round_started_at, d.round_held_ms, d.created_at, d.state,
  d.next_attempt_at, e.uid AS event_uid, e.event_type, e.data, e.sequence,
  e.idempotency_key, e.created_at AS occurred_at
  FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id WHERE d.webhook_id = +?`;
/** In commit order: first attempts start in this order, and probes take the oldest. */
const PENDING = `SELECT ${COLUMNS} AND d.state = 'pending' ORDER BY d.id LIMIT +?`;
const OLDEST_FAILED = `SELECT ${COLUMNS} AND d.state = 'failed' ORDER BY d.id LIMIT 1`;
const RETRIES = `SELECT ${COLUMNS} AND d.state = 'failed' AND d.next_attempt_at <= +?
  ORDER BY d.next_attempt_at, d.id LIMIT +?`;

const NOTHING: Claimed = { claims: [], mayHaveMore: false, isHeldBack: false };

/**
 * Leases due records of a webhook in the order in which they start, as many as its rate allows; if the circuit is open,
 * only the oldest, as a probe. A record whose round is over becomes a dead letter instead.
 */
export function claimDeliveries(
  tx: Tx,
  { webhookId, slots, ahead }: Demand,
  { receivers, rates, lease, retryMaxMs, isTimeHeld }: ClaimTerms,
): Claimed {
  const receiver = receivers.find(webhookId);
  if (receiver === null || !isOpenForSending(receiver)) return NOTHING;
  if (receiver.probe_at !== null && receiver.probe_at > tx.now) return NOTHING;
  const room = rates.roomOf(receiver, tx.now);
  const count = receiver.max_per_second === null ? slots + ahead : Math.min(slots, room);
  if (count === 0) return { ...NOTHING, isHeldBack: room === 0 };
  const isProbe = receiver.probe_at !== null;
  const due = isProbe ? oldest(tx, webhookId) : findDueRecords(tx, webhookId, count);
  const alive = due.filter((record) => {
    const isOver = isRoundOver(tx, record, tx.now) && !isTimeHeld(tx);
    if (isOver) deadLetter(tx, record.id, { reason: "expired", lastError: EXPIRED });
    return !isOver;
  });
  if (alive.length > 0) {
    tx.run(
      `UPDATE webhook_deliveries SET state = 'delivering', lease_id = ?, lease_expires_at = ?, next_attempt_at = NULL,
         updated_at = ? WHERE id IN (SELECT value FROM json_each(?))`,
      lease.id,
      tx.now + lease.ms,
      tx.now,
      JSON.stringify(alive.map(({ id }) => id)),
    );
  }
  if (isProbe && alive.length > 0)
    receivers.setCondition(receiver, { ...receiver, probe_at: nextProbeAt(tx.now, retryMaxMs) });
  const mayHaveMore = isProbe ? alive.length < due.length : due.length === count;
  const isHeldBack = mayHaveMore && alive.length === room;
  return {
    claims: alive.map((record) => ({ receiver, record, isProbe })),
    mayHaveMore: mayHaveMore && !isHeldBack,
    isHeldBack,
  };
}

function isOpenForSending({ is_active, is_settling, deleted_at }: WebhookSwitch): boolean {
  return is_active === 1 && is_settling === 0 && deleted_at === null;
}

/** Half of the slots go to due retries and half to new records; slots that one side leaves free go to the other. */
function findDueRecords(tx: Tx, webhookId: number, count: number): WaitingRow[] {
  const retries = tx.all<WaitingRow>(RETRIES, webhookId, tx.now, count);
  const pending = tx.all<WaitingRow>(PENDING, webhookId, count);
  const forRetries = Math.max(count - pending.length, Math.ceil(count / 2));
  const chosen = retries.slice(0, forRetries);
  return [...pending.slice(0, count - chosen.length), ...chosen];
}

function oldest(tx: Tx, webhookId: number): WaitingRow[] {
  const candidates = [
    ...tx.all<WaitingRow>(PENDING, webhookId, 1),
    ...tx.all<WaitingRow>(OLDEST_FAILED, webhookId),
  ];
  return candidates.sort((a, b) => a.id - b.id).slice(0, 1);
}
