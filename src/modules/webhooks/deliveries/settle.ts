import type { Tx } from "../../../db/sql.ts";
import { pausedMs } from "../../platform/state/index.ts";
import { announceDue } from "../events/index.ts";
import type { WebhookSwitch } from "./rules.ts";
import { findSettling, findSwitch, listWaiting, moveToRest, settled } from "./store.ts";

/** Records a transaction: a few milliseconds of the writer. */
const CHUNK = 500;

/**
 * Says that a webhook went on, off or away, and moves the first chunk of its waiting records: held while it is off, due
 * again oldest first once it is on, cancelled with it. A longer queue is moved on after the commit, a chunk at a time;
 * until all of it is, nothing of the webhook is sent and new records are held, so that none overtakes another.
 */
export function settle(tx: Tx, webhookId: number): void {
  tx.run("UPDATE webhooks SET is_settling = 1 WHERE id = ?", webhookId);
  // A sandbox file is small, and nobody comes after the commit to move the rest.
  while (!settleChunk(tx, webhookId) && tx.simulatesDeliveries);
}

/** Moves a chunk of one webhook whose records are not all moved yet. False where there was none. */
export function settleNext(tx: Tx): boolean {
  const webhookId = findSettling(tx);
  if (webhookId === null) return false;
  settleChunk(tx, webhookId);
  return true;
}

/** Returns whether all of the webhook's records are moved. */
function settleChunk(tx: Tx, webhookId: number): boolean {
  const webhook = findSwitch(tx, webhookId);
  if (webhook === null) return true;
  if (moveChunk(tx, webhookId, webhook) === CHUNK) {
    tx.signals.add("settling");
    return false;
  }
  settled(tx, webhookId);
  if (isOn(webhook)) announceDue(tx);
  return true;
}

function isOn(webhook: WebhookSwitch): boolean {
  return webhook.deleted_at === null && webhook.is_active === 1;
}

/** Returns how many records it moved. */
function moveChunk(tx: Tx, webhookId: number, webhook: WebhookSwitch): number {
  if (isOn(webhook)) return release(tx, webhookId);
  const to = webhook.deleted_at === null ? "held" : "cancelled";
  const from = to === "held" ? (["pending", "failed"] as const) : (["pending", "failed", "held"] as const);
  let moved = 0;
  for (const state of from) {
    for (const { id } of listWaiting(tx, webhookId, state, CHUNK - moved)) {
      moveToRest(tx, id, to);
      moved++;
    }
  }
  return moved;
}

/** Time that a record was held does not count for its round; what was paused anyway is counted apart, once. */
function release(tx: Tx, webhookId: number): number {
  const rows = listWaiting(tx, webhookId, "held", CHUNK);
  for (const { id, held_at } of rows) {
    const since = held_at ?? tx.now;
    moveToRest(tx, id, "pending", tx.now - since - pausedMs(tx, since, tx.now));
  }
  return rows.length;
}
