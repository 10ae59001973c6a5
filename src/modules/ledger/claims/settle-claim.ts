import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { parseDecimal } from "../../../kit/money.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { reading, requireChain } from "../../platform/chain-access/index.ts";
import {
  type DuePayment,
  payOnDemoChain,
  type SettlementParts,
  type Treasury,
  takePayment,
  type VerifiedPayment,
  verifyPayment,
} from "../settlements/index.ts";
import { emitClaim } from "./emit-claim.ts";
import { requireOpen } from "./find-claim.ts";
import { AMOUNT_DECIMALS } from "./rules.ts";
import { type ClaimRow, updateClaim } from "./store.ts";

interface ClaimPayment {
  id: number;
  signature: string;
  /** Unix milliseconds. */
  now: number;
}

/** Proves that a transaction pays a claimed claim. @throws Problem as requireOpen and verifyPayment */
export async function verifyClaim(
  parts: SettlementParts,
  { id, signature, now }: ClaimPayment,
): Promise<VerifiedPayment> {
  const due = await dueFor(requirePayable(parts.live.read, id, now), parts.treasury);
  return verifyPayment(parts, due, signature);
}

/** Redeems a claimed claim with the transaction that paid it. @throws Problem as verifyClaim */
export async function settleClaim(
  parts: SettlementParts,
  actor: Actor,
  { id, signature, now }: ClaimPayment,
): Promise<ClaimRow> {
  const payment = await verifyClaim(parts, { id, signature, now });
  return parts.live.writer.run((tx) => {
    const row = requirePayable(tx, id, tx.now);
    takePayment(tx, payment);
    const redeemed: ClaimRow = {
      ...row,
      state: "redeemed",
      settlement_signature: signature,
      resolved_at: tx.now,
    };
    updateClaim(tx, redeemed);
    recordAudit(tx, actor, {
      action: "claim.settle",
      subject: payment.paysFor,
      details: { signature, slot: payment.slot.toString(), wallet_address: row.wallet_address },
    });
    emitClaim(tx, "donation.claim_redeemed", redeemed);
    return redeemed;
  });
}

/**
 * On the demo chain: records the due transfer and settles with it.
 * @throws Problem state_conflict on any other chain; else as settleClaim
 */
export async function settleClaimByDemoTransfer(
  parts: SettlementParts,
  actor: Actor,
  { id, now }: { id: number; now: number },
): Promise<ClaimRow> {
  const { live, treasury } = parts;
  const signature = await payOnDemoChain(treasury, () =>
    dueFor(requirePayable(live.read, id, now), treasury),
  );
  return settleClaim(parts, actor, { id, signature, now });
}

type PayableRow = ClaimRow & { wallet_address: string; claimed_at: number };

function requirePayable(sql: Sql, id: number, now: number): PayableRow {
  const row = requireOpen(sql, id, now);
  const { wallet_address, claimed_at } = row;
  if (row.state !== "claimed" || wallet_address === null || claimed_at === null)
    throw new Problem("state_conflict", `Wait until the recipient has claimed: claim ${id} is ${row.state}.`);
  return { ...row, wallet_address, claimed_at };
}

/**
 * The payment due, in the claim's currency; only payments after the recipient gave the address count. A claim issued
 * before a mint was configured is due in the present mint, but never in the demo's.
 */
async function dueFor(row: PayableRow, { chain }: Treasury): Promise<DuePayment> {
  const reader = requireChain(chain);
  if (row.mint === null && reader.mode === "demo")
    throw new Problem(
      "state_conflict",
      `Set TOKEN_MINT first: claim ${row.id} is not due on the demo chain.`,
    );
  return {
    paysFor: `claim:${row.id}`,
    mint: row.mint ?? (await reading(() => reader.getMint())).address,
    decimals: AMOUNT_DECIMALS,
    amount: parseDecimal(row.amount, AMOUNT_DECIMALS) ?? 0n,
    wallet: row.wallet_address,
    requestedAt: row.claimed_at,
  };
}
