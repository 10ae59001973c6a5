import type { Sql, Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { emitEvent } from "../../webhooks/events/index.ts";
import { expireUserClaims, hasOpenClaim } from "../claims/index.ts";
import { hasPendingConversion } from "../conversions/index.ts";
import { indexUser } from "../user-search/index.ts";
import { clearUser, type UserRow } from "../users/index.ts";
import { deleteUserWallets } from "../wallets/index.ts";

/**
 * Deletes a user: personal fields and wallets are erased, the ledger's entries stay, the external id is free again.
 * @throws Problem state_conflict while salutes are at stake.
 */
export function deleteUser(tx: Tx, partnerId: number, user: UserRow): void {
  if (user.balance !== 0) {
    throw new Problem(
      "state_conflict",
      `Debit the user's ${fromHundredths(user.balance)} salutes first: a user with a balance stays.`,
    );
  }
  const hold = findHold(tx, user.id, tx.now);
  if (hold !== null) throw new Problem("state_conflict", hold);
  // Their events name the user, and come before the deletion's.
  expireUserClaims(tx, user.id);
  deleteUserWallets(tx, user.id);
  clearUser(tx, user.id);
  indexUser(tx, partnerId, user.id);
  emitEvent(tx, {
    partnerId,
    type: "users.deleted",
    data: { user_id: String(user.id), external_id: user.external_id },
  });
}

/** Advice for a user whose conversion or claim is open and who therefore stays; null otherwise. */
export function findHold(sql: Sql, userId: number, now: number): string | null {
  if (hasPendingConversion(sql, userId))
    return "Wait until the user's pending conversion is settled or failed, then delete.";
  if (hasOpenClaim(sql, userId, now))
    return "Cancel the user's open donation claim, or wait for its end, then delete.";
  return null;
}
