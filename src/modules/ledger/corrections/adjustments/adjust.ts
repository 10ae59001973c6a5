import type { Static } from "@sinclair/typebox";
import type { Sql, Tx } from "../../../../db/sql.ts";
import { type FieldFault, Problem } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import { refuseInSafeMode } from "../../../../http/safe-mode.ts";
import { fromHundredths, hundredths } from "../../../../kit/money.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { readSafeMode } from "../../../platform/state/index.ts";
import { findPartnerId } from "../../desk-entries/index.ts";
import { ENTRY_ERRORS, postEntry } from "../../entries/index.ts";
import { findUser, USER_ERRORS, type UserRow } from "../../users/index.ts";
import { needsApproval, requesterName, requireApprover, requireWaiting } from "../approval.ts";
import type { AdjustmentBody } from "./model.ts";
import { type AdjustmentRow, findAdjustment, insertAdjustment, updateAdjustment } from "./store.ts";

/**
 * Credits or debits a user for an operator, at once or after approval; also a suspended one.
 * @param approvalLimit largest amount in salutes that needs no approval
 * @throws Problem not_found, user_not_found, insufficient_balance, state_conflict past the largest balance
 */
export function requestAdjustment(
  tx: Tx,
  actor: Actor,
  { body, approvalLimit }: { body: Static<typeof AdjustmentBody>; approvalLimit: number },
): AdjustmentRow {
  refuseInSafeMode(readSafeMode(tx)?.reason ?? null);
  const { partner, user_id, amount, direction, reason } = body;
  const partnerId = findPartnerId(tx, partner);
  if (partnerId === null)
    throw new Problem("not_found", `Check the name: there is no partner ${partner}.`, {
      details: fault("partner", "must be the name of a partner"),
    });
  const user = findUser(tx, partnerId, user_id);
  if (user === null)
    throw new Problem(USER_ERRORS.user_not_found, `Check user_id: ${partner} has no user ${user_id}.`, {
      details: fault("user_id", `must be a user of ${partner}`),
    });
  const fields = { partner_id: partnerId, user_id: user.id, direction, amount, reason };
  const id = insertAdjustment(tx, { ...fields, requested_by: requesterName(actor) });
  const row = requireAdjustment(tx, id);
  const waits = needsApproval(amount, approvalLimit);
  audit(tx, actor, {
    row,
    action: "ledger.adjust",
    more: { reason, needs_approval: waits, ...balances(row, user) },
  });
  requireCovered(row, user);
  return waits ? row : apply(tx, row, user);
}

/** Carries out an adjustment that another operator asked for. @throws Problem as requestAdjustment */
export function approveAdjustment(tx: Tx, actor: Actor, id: number): AdjustmentRow {
  refuseInSafeMode(readSafeMode(tx)?.reason ?? null);
  const row = requireAdjustment(tx, id);
  requireApprover(actor, row);
  const user = findUser(tx, row.partner_id, row.user_id);
  if (user === null)
    throw new Problem(
      USER_ERRORS.user_not_found,
      `Cancel the adjustment: ${row.partner} has no user ${row.user_id} any more.`,
    );
  const more = { requested_by: row.requested_by, ...balances(row, user) };
  audit(tx, actor, { row, action: "ledger.adjustment_approve", more });
  return apply(tx, { ...row, decided_by: requesterName(actor) }, user);
}

/** Gives up an adjustment that waits for approval. @throws Problem not_found, state_conflict */
export function cancelAdjustment(tx: Tx, actor: Actor, id: number): AdjustmentRow {
  refuseInSafeMode(readSafeMode(tx)?.reason ?? null);
  const row = requireAdjustment(tx, id);
  requireWaiting(row);
  const more = { requested_by: row.requested_by };
  audit(tx, actor, { row, action: "ledger.adjustment_cancel", more });
  const decided_by = requesterName(actor);
  return saved(tx, { ...row, state: "cancelled", decided_by, ended_at: tx.now });
}

/** @throws Problem not_found */
export function requireAdjustment(sql: Sql, id: number): AdjustmentRow {
  const row = findAdjustment(sql, id);
  if (row === null) throw new Problem("not_found", `Check the id: there is no adjustment ${id}.`);
  return row;
}

function apply(tx: Tx, row: AdjustmentRow, user: UserRow): AdjustmentRow {
  const { entryId } = postEntry(tx, {
    user,
    partnerId: row.partner_id,
    delta: hundredths(signed(row)),
    reason: "adjustment",
    source: "system",
    reference: { origin: "system", key: `adjustment:${row.id}` },
  });
  return saved(tx, { ...row, state: "done", ledger_entry_id: entryId, ended_at: tx.now });
}

/** Refuses at once, naming the field, also what could not be approved. @throws Problem insufficient_balance */
function requireCovered(row: AdjustmentRow, user: UserRow): void {
  if (user.balance + signed(row) >= 0) return;
  const balance = fromHundredths(user.balance);
  throw new Problem(ENTRY_ERRORS.insufficient_balance, `Debit at most ${balance}, the user's balance.`, {
    details: fault("amount", `must be at most ${balance}, the user's balance`),
    extra: { balance },
  });
}

function fault(field: keyof Static<typeof AdjustmentBody>, message: string): FieldFault[] {
  return [{ field, message }];
}

function signed({ direction, amount }: Pick<AdjustmentRow, "direction" | "amount">): number {
  return direction === "credit" ? amount : -amount;
}

function balances(row: AdjustmentRow, { balance }: UserRow): object {
  return { balance: fromHundredths(balance), balance_after: fromHundredths(balance + signed(row)) };
}

function saved(tx: Tx, row: AdjustmentRow): AdjustmentRow {
  updateAdjustment(tx, row);
  return row;
}

function audit(
  tx: Tx,
  actor: Actor,
  { row, action, more }: { row: AdjustmentRow; action: string; more: object },
): void {
  const { id, partner, user_id, direction, amount } = row;
  const details = { partner, user_id, direction, amount: fromHundredths(amount), ...more };
  recordAudit(tx, actor, { action, subject: `adjustment:${id}`, details });
}
