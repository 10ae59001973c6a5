import type { Tx } from "../../../../db/sql.ts";
import type { Actor } from "../../../../http/operation.ts";
import { refuseInSafeMode } from "../../../../http/safe-mode.ts";
import { fromHundredths } from "../../../../kit/money.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { readSafeMode } from "../../../platform/state/index.ts";
import { requesterName, requireApprover, requireWaiting } from "../approval.ts";
import { requireCovered, requireReversal } from "./request-reversal.ts";
import { foresee } from "./rules.ts";
import { reversePortion } from "./run-reversals.ts";
import { leaveItems, listItemIds, listRemaining, type ReversalRow, updateReversal } from "./store.ts";

/**
 * Starts a reversal that another operator asked for; its first portion is reversed in this commit.
 * @throws Problem not_found, state_conflict, reversal_shortfall
 */
export function approveReversal(tx: Tx, actor: Actor, id: number): ReversalRow {
  refuseInSafeMode(readSafeMode(tx)?.reason ?? null);
  const row = requireReversal(tx, id);
  requireApprover(actor, row);
  requireCovered(foresee(listRemaining(tx, listItemIds(tx, id)), row.on_shortfall), row.on_shortfall);
  const running = decided(tx, actor, { ...row, state: "running" });
  audit(tx, actor, { row, action: "ledger.reversal_approve" });
  return reversePortion(tx, running);
}

/** Gives up a reversal that waits for approval. @throws Problem not_found, state_conflict */
export function cancelReversal(tx: Tx, actor: Actor, id: number): ReversalRow {
  refuseInSafeMode(readSafeMode(tx)?.reason ?? null);
  const row = requireReversal(tx, id);
  requireWaiting(row);
  leaveItems(tx, id);
  audit(tx, actor, { row, action: "ledger.reversal_cancel" });
  return decided(tx, actor, { ...row, state: "cancelled", ended_at: tx.now });
}

function decided(tx: Tx, actor: Actor, row: ReversalRow): ReversalRow {
  const after = { ...row, decided_by: requesterName(actor), decided_at: tx.now };
  updateReversal(tx, after);
  return after;
}

function audit(tx: Tx, actor: Actor, { row, action }: { row: ReversalRow; action: string }): void {
  const { requested_by, entries, total, users } = row;
  recordAudit(tx, actor, {
    action,
    subject: `reversal:${row.id}`,
    details: { requested_by, entries, total: fromHundredths(total), users },
  });
}
