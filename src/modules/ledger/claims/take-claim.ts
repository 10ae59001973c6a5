import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Hundredths } from "../../../kit/money.ts";
import { postEntry } from "../entries/index.ts";
import { requireActive, requireUser, type UserRow } from "../users/index.ts";
import { dropClaimMail } from "./claim-mail.ts";
import { emitClaim } from "./emit-claim.ts";
import { requireRow } from "./find-claim.ts";
import { stateAt } from "./rules.ts";
import { type ClaimRow, updateClaim } from "./store.ts";

/** Tokens sent here are lost. */
const SYSTEM_PROGRAM = "11111111111111111111111111111111";

/**
 * Claims for the recipient. SALUTES are credited to the user in the same commit; other currencies become due to the
 * address. Repeating it changes nothing, so that two clicks claim once.
 * @throws Problem invalid_payload, state_conflict
 */
export function takeClaim(tx: Tx, id: number, walletAddress: string | null): ClaimRow {
  const found = requireRow(tx, id);
  if (isTakenSo(found, walletAddress)) return found;
  requireIssued(found, tx.now);
  const row = dropClaimMail(tx, found);
  const user = row.user_id === null ? null : requireUser(tx, row.partner_id, row.user_id);
  if (user !== null) requireActive(user);
  if (row.salutes === null) return takeAddress(tx, row, walletAddress);
  if (walletAddress !== null) throw invalidPayload("wallet_address", "is not needed: salutes go to the user");
  if (user === null) throw new Error(`claim ${id} of salutes has no user`);
  return redeemSalutes(tx, row, { user, salutes: row.salutes });
}

function isTakenSo(row: ClaimRow, walletAddress: string | null): boolean {
  return row.claimed_at !== null && row.state !== "cancelled" && row.wallet_address === walletAddress;
}

function requireIssued(row: ClaimRow, now: number): void {
  const state = stateAt(row, now);
  if (state === "issued") return;
  throw new Problem(
    "state_conflict",
    state === "claimed" || state === "redeemed"
      ? "Nothing to do: this is already claimed."
      : `Ask the sender of the code for another: this claim is ${state}.`,
  );
}

function takeAddress(tx: Tx, row: ClaimRow, walletAddress: string | null): ClaimRow {
  if (walletAddress === null) throw invalidPayload("wallet_address", "is required");
  if (walletAddress === row.mint || walletAddress === SYSTEM_PROGRAM)
    throw invalidPayload("wallet_address", "must be a wallet of yours: payments to this address are lost");
  const claimed: ClaimRow = { ...row, state: "claimed", wallet_address: walletAddress, claimed_at: tx.now };
  updateClaim(tx, claimed);
  emitClaim(tx, "donation.claimed", claimed);
  return claimed;
}

function redeemSalutes(
  tx: Tx,
  row: ClaimRow,
  { user, salutes }: { user: UserRow; salutes: Hundredths },
): ClaimRow {
  const { entryId } = postEntry(tx, {
    user,
    partnerId: row.partner_id,
    delta: salutes,
    reason: "donation_claim",
    source: "system",
    reference: { origin: "system", key: `claim:${row.id}` },
  });
  const claimed: ClaimRow = { ...row, state: "claimed", claimed_at: tx.now };
  emitClaim(tx, "donation.claimed", claimed);
  const redeemed: ClaimRow = { ...claimed, state: "redeemed", ledger_entry_id: entryId, resolved_at: tx.now };
  updateClaim(tx, redeemed);
  emitClaim(tx, "donation.claim_redeemed", redeemed);
  return redeemed;
}
