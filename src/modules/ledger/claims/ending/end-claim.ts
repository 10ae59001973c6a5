import type { Tx } from "../../../../db/sql.ts";
import { returnPromisedCredit } from "../../entries/index.ts";
import { dropClaimMail } from "../claim-mail.ts";
import { emitClaim } from "../emit-claim.ts";
import { type ClaimRow, updateClaim } from "../store.ts";

interface ClaimEnd {
  state: "expired" | "cancelled";
  /** Shown to the partner in the event. */
  reason?: string | null;
}

/** Ends a claim that gave nothing to anybody: returns its daily credit and drops its waiting mail. */
export function endUnused(tx: Tx, row: ClaimRow, { state, reason = null }: ClaimEnd): ClaimRow {
  const unsent = dropClaimMail(tx, row);
  const ended: ClaimRow = { ...unsent, state, cancel_reason: reason, resolved_at: tx.now };
  updateClaim(tx, ended);
  const { partner_key_id: keyId, created_at: countedAt, salutes: amount } = row;
  if (amount !== null) returnPromisedCredit(tx, { keyId, countedAt, amount });
  emitClaim(tx, state === "expired" ? "donation.claim_expired" : "donation.claim_cancelled", ended);
  return ended;
}
