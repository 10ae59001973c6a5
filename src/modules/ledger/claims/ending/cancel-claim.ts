import type { Tx } from "../../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import { Text } from "../../../../http/schema/shapes.ts";
import { createValidator } from "../../../../http/schema/validate.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { requireOpen } from "../find-claim.ts";
import { stateAt } from "../rules.ts";
import type { ClaimRow } from "../store.ts";
import { endUnused } from "./end-claim.ts";

/**
 * Cancels the partner's own claim while it is unclaimed. A claimed one may already have been paid, which only
 * operators know.
 * @throws Problem state_conflict
 */
export function cancelOwnClaim(tx: Tx, row: ClaimRow): ClaimRow {
  const state = stateAt(row, tx.now);
  if (state === "issued") return endUnused(tx, row, { state: "cancelled" });
  throw new Problem(
    "state_conflict",
    state === "claimed"
      ? "Ask the operators to cancel it: the recipient has claimed, and may have been paid."
      : `Leave it as it is: the claim is ${state}.`,
  );
}

const REASON = createValidator(Text(200));

interface Cancellation {
  id: number;
  /** Shown to the partner in the event. */
  reason: string | null;
}

/**
 * Cancels an open claim of any partner, also a claimed one.
 * @throws Problem invalid_payload, or as requireOpen
 */
export function cancelClaim(tx: Tx, actor: Actor, { id, reason }: Cancellation): ClaimRow {
  const [fault] = reason === null ? [] : (REASON.faults(reason) ?? []);
  if (fault !== undefined) throw invalidPayload("reason", fault.message);
  const row = requireOpen(tx, id, tx.now);
  recordAudit(tx, actor, {
    action: "claim.cancel",
    subject: `claim:${id}`,
    details: { reason, state: row.state },
  });
  return endUnused(tx, row, { state: "cancelled", reason });
}
