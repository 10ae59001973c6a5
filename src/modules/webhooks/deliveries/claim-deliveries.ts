import type { Tx } from "../../../db/sql.ts";
import { deadLetter } from "./dead-letter.ts";
import { EXPIRED, isRoundOver } from "./expiry.ts";
import type { ReceiverRow, Receivers } from "./receivers.ts";
import type { WebhookSwitch } from "./rules.ts";

/** A waiting record with its event. */
export interface WaitingRow {
  id: number;
  attempts: number;
  round_attempts: number;
  round_started_at: number;
  round_held_ms: number;
  created_at: number;
  /** What it waits as, and until when: a failed probe puts it back so. */
  state: "pending" | "failed";
  next_attempt_at: number;
  event_uid: string;
  event_type: string;
  data: string;
}

/** A record that is ours to send until its lease runs out. */
export interface Claim {
  receiver: ReceiverRow;
  record: WaitingRow;
  isProbe: boolean;
}

export interface Lease {
  id: string;
  ms: number;
}

/** Under what records are claimed. */
export interface ClaimTerms {
  receivers: Receivers;
  lease: Lease;
  probeIntervalMs: number;
}

/**
 * The unary plus before each parameter: SQLite 3.54 prepares a statement anew at every call where a bare one meets an
 * ORDER BY, and these run for each webhook in each turn.
 */
const COLUMNS = `d.id, d.attempts, d.round_attempts, d.round_started_at, d.round_held_ms, d.created_at, d.state,
  d.next_attempt_at, e.uid AS event_uid, e.event_type, e.data
  FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id WHERE d.webhook_id = +?`;
/** In order of commit: first attempts start in it, and probes take the oldest. */
const PENDING = `SELECT ${COLUMNS} AND d.state = 'pending' ORDER BY d.id LIMIT +?`;
const OLDEST_FAILED = `SELECT ${COLUMNS} AND d.state = 'failed' ORDER BY d.id LIMIT 1`;
const RETRIES = `SELECT ${COLUMNS} AND d.state = 'failed' AND d.next_attempt_at <= +?
  ORDER BY d.next_attempt_at, d.id LIMIT +?`;

/**
 * Takes up to `count` due records of a webhook under lease, in the order in which they start; of one whose circuit is
 * open its oldest, as a probe. A record whose round is over becomes a dead letter instead.
 * @returns the claims, and whether more may be due.
 */
export function claimDeliveries(
  tx: Tx,
  webhookId: number,
  count: number,
  { receivers, lease, probeIntervalMs }: ClaimTerms,
): { claims: Claim[]; mayHaveMore: boolean } {
  const receiver = receivers.find(webhookId);
  if (receiver === null || !isOpenForSending(receiver)) return { claims: [], mayHaveMore: false };
  if (receiver.probe_at !== null && receiver.probe_at > tx.now) return { claims: [], mayHaveMore: false };
  const isProbe = receiver.probe_at !== null;
  const due = isProbe ? oldest(tx, webhookId) : findDueRecords(tx, webhookId, count);
  const alive = due.filter((record) => {
    const isOver = isRoundOver(tx, record, tx.now);
    if (isOver) deadLetter(tx, record.id, "expired", EXPIRED);
    return !isOver;
  });
  for (const record of alive) {
    tx.run(
      `UPDATE webhook_deliveries SET state = 'delivering', lease_id = ?, lease_expires_at = ?, next_attempt_at = NULL,
         updated_at = ? WHERE id = ?`,
      lease.id,
      tx.now + lease.ms,
      tx.now,
      record.id,
    );
  }
  if (isProbe && alive.length > 0)
    receivers.setCondition(receiver, { ...receiver, probe_at: tx.now + probeIntervalMs });
  return {
    claims: alive.map((record) => ({ receiver, record, isProbe })),
    mayHaveMore: isProbe ? alive.length < due.length : due.length === count,
  };
}

function isOpenForSending({ is_active, is_settling, deleted_at }: WebhookSwitch): boolean {
  return is_active === 1 && is_settling === 0 && deleted_at === null;
}

/** Half of the slots for retries that are due, half for what is new; what one leaves the other takes. */
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
