import type { Tx } from "../../../../db/sql.ts";
import { readPauses } from "../../../platform/state/index.ts";
import { announceDue } from "../../events/index.ts";
import type { WebhookSwitch } from "../rules.ts";
import { findDraining, findSwitch, listWaiting, markDrained, moveToRest } from "../store.ts";

/** Records per transaction: a few milliseconds of the writer. */
const CHUNK = 500;

/**
 * Records that a webhook was switched on, off or deleted, and moves the first chunk of its waiting records: held
 * while it is off, due again oldest first once it is on, cancelled if it is deleted. A longer queue is drained after
 * the commit, chunk by chunk; until it is drained, nothing of the webhook is sent and new records are held, so that
 * none overtakes another.
 */
export function drain(tx: Tx, webhookId: number): void {
  tx.run("UPDATE webhooks SET is_settling = 1 WHERE id = ?", webhookId);
  tx.signals.add("holding");
  // A sandbox file is small, and no job would move the rest after the commit.
  while (!drainChunk(tx, webhookId) && tx.simulatesDeliveries);
}

/** Moves a chunk of one webhook that is not drained yet. Returns false if there was none. */
export function drainNext(tx: Tx): boolean {
  const webhookId = findDraining(tx);
  if (webhookId === null) return false;
  drainChunk(tx, webhookId);
  return true;
}

/** Returns whether all records of the webhook are moved. */
function drainChunk(tx: Tx, webhookId: number): boolean {
  const webhook = findSwitch(tx, webhookId);
  if (webhook === null) return true;
  if (moveChunk(tx, webhookId, webhook) === CHUNK) {
    tx.signals.add("draining");
    return false;
  }
  markDrained(tx, webhookId);
  if (isOn(webhook)) announceDue(tx);
  return true;
}

function isOn(webhook: WebhookSwitch): boolean {
  return webhook.deleted_at === null && webhook.is_active === 1;
}

/** Returns the number of records moved. */
function moveChunk(tx: Tx, webhookId: number, webhook: WebhookSwitch): number {
  if (isOn(webhook)) return release(tx, webhookId);
  const to = webhook.deleted_at === null ? "held" : "cancelled";
  const from = to === "held" ? (["pending", "failed"] as const) : (["pending", "failed", "held"] as const);
  let moved = 0;
  for (const state of from) {
    for (const { id } of listWaiting(tx, { webhookId, state, limit: CHUNK - moved })) {
      moveToRest(tx, id, { state: to });
      moved++;
    }
  }
  return moved;
}

/** Time held does not count toward the round; overlap with a global pause is counted once. */
function release(tx: Tx, webhookId: number): number {
  const rows = listWaiting(tx, { webhookId, state: "held", limit: CHUNK });
  const pausedFrom = readPauses(tx, Math.min(...rows.map(({ held_at }) => held_at ?? tx.now)), tx.now);
  for (const { id, held_at } of rows) {
    const since = held_at ?? tx.now;
    moveToRest(tx, id, { state: "pending", heldMs: tx.now - since - pausedFrom(since) });
  }
  return rows.length;
}
