import type { Tx } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { readMetadata } from "../../platform/metadata/index.ts";
import { emitEvent } from "../../webhooks/events/index.ts";
import { requireUserEvenDeleted } from "../users/index.ts";
import type { ClaimRow } from "./store.ts";

type ClaimEvent =
  | "donation.claim"
  | "donation.claimed"
  | "donation.claim_redeemed"
  | "donation.claim_expired"
  | "donation.claim_cancelled";

/**
 * Tells the partner of a claim's new state. No event holds the code: events are stored as plain text and sent to
 * others.
 */
export function emitClaim(tx: Tx, type: ClaimEvent, row: ClaimRow): void {
  const user = row.user_id === null ? null : requireUserEvenDeleted(tx, row.partner_id, row.user_id);
  emitEvent(tx, {
    partnerId: row.partner_id,
    type,
    data: {
      user_id: user === null ? null : String(user.id),
      external_id: user?.external_id ?? null,
      claim_id: row.id,
      status: row.state,
      campaign: row.campaign,
      claim_campaign_id: row.campaign_id,
      amount: row.amount,
      currency: row.currency,
      reference: row.reference,
      metadata: readMetadata(row.metadata),
      wallet_address: row.wallet_address,
      settlement_signature: row.settlement_signature,
      ledger_entry_id: row.ledger_entry_id,
      cancel_reason: row.cancel_reason,
      expires_at: isoUtc(row.expires_at),
    },
  });
}
