import type { RowOf } from "../../../../db/row.ts";
import type { Tx } from "../../../../db/sql.ts";
import type { webhookDeliveries } from "../../../../db/tables/webhooks.ts";
import { insertAttempt } from "../attempt-store.ts";
import { deadLetter } from "../dead-letter.ts";
import { type DeliveryState, restingState } from "../rules.ts";
import { moveToRest } from "../store.ts";
import { switchWebhook } from "../switch-webhook.ts";
import { type Condition, conditionAfter, nextProbeAt } from "./breaker.ts";
import type { Claim } from "./claim-deliveries.ts";
import { type Judgement, judgeOutdated } from "./judgement.ts";
import { type ReceiverRow, Receivers } from "./receivers.ts";
import { type RetryPolicy, retryDelayMs } from "./retry.ts";

/** A finished attempt with its outcome. */
export interface FinishedAttempt {
  claim: Claim;
  judgement: Judgement;
  /** Unix milliseconds. */
  startedAt: number;
  endedAt: number;
}

/** The state and time that an attempt leads to. */
interface NextState {
  state: DeliveryState;
  nextAttemptAt: number | null;
  heldAt: number | null;
}

/** Conditions under which outcomes are stored. */
export interface KeepTerms {
  receivers: Receivers;
  leaseId: string;
  policy: RetryPolicy;
  /** From 0 to under 1. */
  random: () => number;
}

/** How a receiver is stored now, while the claim has its earlier state. */
interface Stored {
  receiver: ReceiverRow;
  terms: KeepTerms;
}

/**
 * Stores an attempt, moves its record on and updates the receiver's condition, in one commit and under the lease. If
 * the webhook was changed meanwhile, a failure is retried and the receiver's condition stays.
 * @returns the receiver's new condition; null if it stays or if the lease was lost, in which case nothing is stored.
 */
export function recordAttempt(tx: Tx, finished: FinishedAttempt, terms: KeepTerms): Condition | null {
  const { claim } = finished;
  const { receivers, leaseId } = terms;
  const receiver = receivers.find(claim.receiver.id);
  if (receiver === null) return null;
  const stored = { receiver, terms };
  const isOutdated = isChanged(claim.receiver, receiver);
  const judgement = isOutdated ? judgeOutdated(finished.judgement) : finished.judgement;
  const attempted = { ...finished, judgement };
  const next = nextStateAfter(attempted, stored, tx.now);
  if (!moveOn(tx, attempted, { next, leaseId })) return null;
  keepAttempt(tx, attempted, next);
  if (next.state === "dead_letter")
    deadLetter(tx, claim.record.id, {
      reason: judgement.reasonTag ?? "other",
      lastError: judgement.error,
    });
  if (isOutdated) return null;
  const isSwitchedOff = judgement.isGone && isOn(receiver);
  if (isSwitchedOff) switchWebhook(tx, receiver.id, "gone");
  const after = noteCondition(tx, attempted, stored);
  if (isSwitchedOff) receivers.forget(receiver.id);
  return after;
}

/** Releases a claimed record whose attempt did not finish, as if nothing had been sent. */
export function releaseClaim(tx: Tx, deliveryId: number, leaseId: string): void {
  const row = tx.get<Pick<RowOf<typeof webhookDeliveries>, "webhook_id">>(
    "SELECT webhook_id FROM webhook_deliveries WHERE id = ? AND lease_id = ?",
    deliveryId,
    leaseId,
  );
  const receiver = row === null ? null : new Receivers(tx).find(row.webhook_id);
  if (receiver === null) return;
  const state = restingState(receiver);
  moveToRest(tx, deliveryId, { state });
  if (state === "pending") tx.signals.add("deliveries");
}

function nextStateAfter(
  { claim, judgement }: FinishedAttempt,
  { receiver, terms: { policy, random } }: Stored,
  now: number,
): NextState {
  const { record, isProbe } = claim;
  if (judgement.isDelivered) return { state: "delivered", nextAttemptAt: null, heldAt: null };
  const resting = restingState(receiver);
  if (resting === "cancelled") return { state: "cancelled", nextAttemptAt: null, heldAt: null };
  const failed = record.round_attempts + counting(claim);
  const isSpent = !isProbe && failed >= policy.maxAttempts;
  if (judgement.isFinal || isSpent) return { state: "dead_letter", nextAttemptAt: null, heldAt: null };
  if (resting === "held") return { state: "held", nextAttemptAt: null, heldAt: now };
  // A probe leaves its record's schedule unchanged.
  if (isProbe) return { state: record.state, nextAttemptAt: record.next_attempt_at, heldAt: null };
  const wait = retryDelayMs(policy, { failed, retryAfterMs: judgement.retryAfterMs }, random());
  return { state: "failed", nextAttemptAt: now + wait, heldAt: null };
}

/** Amount that an attempt adds to its record's counters: 0 for a probe. */
function counting({ isProbe }: Claim): number {
  return isProbe ? 0 : 1;
}

/** Returns false if the lease was lost. */
function moveOn(
  tx: Tx,
  { claim, judgement, startedAt, endedAt }: FinishedAttempt,
  { next: { state, nextAttemptAt, heldAt }, leaseId }: { next: NextState; leaseId: string },
): boolean {
  const { changes } = tx.run(
    `UPDATE webhook_deliveries SET state = ?, attempts = attempts + ?, round_attempts = round_attempts + ?,
       next_attempt_at = ?, held_at = ?, lease_id = NULL, lease_expires_at = NULL,
       reason_tag = CASE WHEN ? AND reason_tag IN ('receiver_fix', 'operator_replay') THEN reason_tag ELSE ? END,
       last_error = ?, last_attempt_at = ?, delivered_at = coalesce(?, delivered_at), died_at = ?, updated_at = ?
     WHERE id = ? AND lease_id = ?`,
    state,
    counting(claim),
    counting(claim),
    nextAttemptAt,
    heldAt,
    judgement.isDelivered ? 1 : 0,
    judgement.reasonTag,
    judgement.error,
    startedAt,
    state === "delivered" ? endedAt : null,
    state === "dead_letter" ? tx.now : null,
    tx.now,
    claim.record.id,
    leaseId,
  );
  return changes === 1;
}

function keepAttempt(
  tx: Tx,
  { claim, judgement, startedAt, endedAt }: FinishedAttempt,
  { nextAttemptAt }: NextState,
): void {
  insertAttempt(tx, {
    delivery_id: claim.record.id,
    attempt: claim.record.attempts + 1,
    attempted_at: startedAt,
    http_status: judgement.httpStatus,
    duration_ms: Math.max(0, endedAt - startedAt),
    response_excerpt: judgement.excerpt,
    error: judgement.error,
    reason_tag: judgement.reasonTag,
    header_names: claim.receiver.header_names,
    next_attempt_at: nextAttemptAt,
    is_probe: claim.isProbe ? 1 : 0,
    is_simulated: 0,
  });
}

/** Whether a webhook has another target, or was changed and is on: switched on again, it begins without failures. */
function isChanged(before: ReceiverRow, now: ReceiverRow): boolean {
  return before.revision !== now.revision && (before.target_url !== now.target_url || isOn(now));
}

function isOn({ is_active, deleted_at }: ReceiverRow): boolean {
  return is_active === 1 && deleted_at === null;
}

function noteCondition(
  tx: Tx,
  { claim, judgement, startedAt, endedAt }: FinishedAttempt,
  { receiver, terms: { receivers, policy } }: Stored,
): Condition {
  const after = conditionAfter(
    receiver,
    {
      isDelivered: judgement.isDelivered,
      isBlocked: judgement.reasonTag === "blocked_target",
      isProbe: claim.isProbe,
      durationMs: endedAt - startedAt,
    },
    nextProbeAt(tx.now, policy.maxMs),
  );
  receivers.setCondition(receiver, after);
  return after;
}
