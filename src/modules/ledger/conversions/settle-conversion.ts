import type { Actor } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import {
  type DuePayment,
  payOnDemoChain,
  type SettlementParts,
  takePayment,
  type VerifiedPayment,
  verifyPayment,
} from "../settlements/index.ts";
import { requireUser } from "../users/index.ts";
import { emitConversion } from "./emit-conversion.ts";
import { requirePending } from "./find-conversion.ts";
import { type ConversionRow, updateConversion } from "./store.ts";

interface ConversionPayment {
  id: number;
  signature: string;
}

/** Proves that a transaction pays a pending conversion. @throws Problem as requirePending and verifyPayment */
export async function verifyConversion(
  parts: SettlementParts,
  { id, signature }: ConversionPayment,
): Promise<VerifiedPayment> {
  return verifyPayment(parts, dueFor(requirePending(parts.live.read, id)), signature);
}

/** Settles a conversion with the transaction that paid it. @throws Problem as verifyConversion */
export async function settleConversion(
  parts: SettlementParts,
  actor: Actor,
  { id, signature }: ConversionPayment,
): Promise<ConversionRow> {
  const payment = await verifyConversion(parts, { id, signature });
  return parts.live.writer.run((tx) => {
    const row = requirePending(tx, id);
    takePayment(tx, payment);
    const settled = {
      ...row,
      state: "settled",
      settlement_signature: signature,
      resolved_at: tx.now,
    } as const;
    updateConversion(tx, settled);
    recordAudit(tx, actor, {
      action: "conversion.settle",
      subject: payment.paysFor,
      details: { signature, slot: payment.slot.toString(), wallet_address: row.wallet_address },
    });
    const user = requireUser(tx, row.partner_id, row.user_id);
    emitConversion(tx, "salutes.conversion_settled", { row: settled, user });
    return settled;
  });
}

/**
 * On the demo chain: records the due transfer and settles with it.
 * @throws Problem state_conflict on any other chain; else as settleConversion
 */
export async function settleByDemoTransfer(
  parts: SettlementParts,
  actor: Actor,
  id: number,
): Promise<ConversionRow> {
  const { live, treasury } = parts;
  const signature = await payOnDemoChain(treasury, () => dueFor(requirePending(live.read, id)));
  return settleConversion(parts, actor, { id, signature });
}

function dueFor(row: ConversionRow): DuePayment {
  return {
    paysFor: `conversion:${row.id}`,
    mint: row.mint,
    decimals: row.decimals,
    amount: BigInt(row.token_amount),
    wallet: row.wallet_address,
    requestedAt: row.created_at,
  };
}
