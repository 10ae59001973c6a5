import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { type UserRow, updateUser } from "../users/index.ts";
import type { ChangedStatus } from "./model.ts";
import { requireChangeable } from "./require-any-user.ts";

export type UserStatus = UserRow["status"];

interface StatusChange {
  id: number;
  status: UserStatus;
  /** Null if none was given. */
  reason: string | null;
}

/**
 * Suspends any partner's user, or ends the suspension, for an operator. The partner gets users.updated.
 * @throws Problem not_found; state_conflict for a deleted user, or one with this status
 */
export function setStatus(
  tx: Tx,
  actor: Actor,
  { id, status, reason }: StatusChange,
): Static<typeof ChangedStatus> {
  const user = requireChangeable(tx, id);
  if (user.status === status)
    throw new Problem("state_conflict", `Leave it as it is: user ${id} is ${status}.`);
  updateUser(tx, { partnerId: user.partner_id, user }, { status });
  recordAudit(tx, actor, {
    action: status === "suspended" ? "user.suspend" : "user.reactivate",
    subject: `user:${id}`,
    details: { partner: user.partner, reason },
  });
  return { user_id: String(id), partner: user.partner, status, changed_at: isoUtc(tx.now) };
}
