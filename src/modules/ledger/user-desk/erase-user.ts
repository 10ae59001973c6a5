import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths, hundredths } from "../../../kit/money.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { needsApproval } from "../corrections/index.ts";
import { postEntry } from "../entries/index.ts";
import { deleteUser } from "../user-deletion/index.ts";
import { type AnyUser, requireProvedBalance } from "../users/index.ts";
import type { BALANCE_CHOICES, ErasedUser } from "./model.ts";
import { requireChangeable } from "./require-any-user.ts";

interface Erasure {
  id: number;
  balance: (typeof BALANCE_CHOICES)[number];
  /** Null if none was given. */
  reason: string | null;
  /** Largest balance in salutes that one operator may forfeit alone. */
  approvalLimit: number;
  /** Erases what modules store of the user's person. */
  forgetUser: (tx: Tx, userId: number) => void;
}

/**
 * Erases any partner's user as the partner's own deletion does; with `forfeit` a balance is debited first, in the same
 * commit. @throws Problem not_found; state_conflict for a deleted user, while salutes are at stake, and for a balance that one
 * operator may not take alone
 */
export function eraseUser(
  tx: Tx,
  actor: Actor,
  { id, balance, reason, approvalLimit, forgetUser }: Erasure,
): Static<typeof ErasedUser> {
  const user = requireChangeable(tx, id);
  requireProvedBalance(tx, user);
  if (user.balance > 0 && balance === "refuse")
    throw new Problem(
      "state_conflict",
      `Choose forfeit to take the user's ${fromHundredths(user.balance)} salutes, or have them debited first.`,
    );
  if (needsApproval(user.balance, approvalLimit))
    throw new Problem(
      "state_conflict",
      `Debit the user's ${fromHundredths(user.balance)} salutes by an adjustment first, which another operator must approve: one alone may forfeit up to ${approvalLimit}.`,
    );
  const ledger_entry_id = user.balance === 0 ? null : forfeit(tx, user);
  deleteUser(tx, user.partner_id, { ...user, balance: hundredths(0) });
  forgetUser(tx, id);
  const forfeited = fromHundredths(user.balance);
  recordAudit(tx, actor, {
    action: "user.erase",
    subject: `user:${id}`,
    details: { partner: user.partner, reason, forfeited, ledger_entry_id },
  });
  return {
    user_id: String(id),
    partner: user.partner,
    erased_at: isoUtc(tx.now),
    forfeited,
    ledger_entry_id,
  };
}

/** Debits the whole balance. Returns the entry's id. */
function forfeit(tx: Tx, user: AnyUser): number {
  return postEntry(tx, {
    user,
    partnerId: user.partner_id,
    delta: hundredths(-user.balance),
    reason: "balance_forfeited",
    source: "system",
    reference: { origin: "system", key: `user:${user.id}:forfeit` },
  }).entryId;
}
