import type { Static } from "@sinclair/typebox";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { readMetadata } from "../../platform/metadata/index.ts";
import type { Claim } from "./model.ts";
import { stateAt } from "./rules.ts";
import type { ClaimRow } from "./store.ts";

export function claimPath(code: string): string {
  return `/claim/${code}`;
}

interface ShownClaim {
  row: ClaimRow;
  code: string;
  baseUrl: string;
  /** Unix milliseconds. */
  now: number;
}

/** A claim as shown to its partner. */
export function claimView({ row, code, baseUrl, now }: ShownClaim): Static<typeof Claim> {
  const status = stateAt(row, now);
  return {
    status,
    claim_status: status,
    claim_id: row.id,
    claim_code: code,
    claim_url: `${baseUrl}${claimPath(code)}`,
    campaign: row.campaign,
    claim_campaign_id: row.campaign_id,
    amount: row.amount,
    currency: row.currency,
    recipient: { user_id: userIdOf(row), email: row.recipient_email, name: row.recipient_name },
    reference: row.reference,
    metadata: readMetadata(row.metadata),
    email_sent: row.email_status === "sent",
    email_status: row.email_status,
    partner_key_id: row.partner_key_id,
    wallet_address: row.wallet_address,
    settlement_signature: row.settlement_signature,
    ledger_entry_id: row.ledger_entry_id,
    cancel_reason: row.cancel_reason,
    expires_at: isoUtc(row.expires_at),
    created_at: isoUtc(row.created_at),
    claimed_at: isoUtcOrNull(row.claimed_at),
    resolved_at: isoUtcOrNull(row.resolved_at),
  };
}

/**
 * A claim as shown to operators: without its code, which they do not need, and without the recipient's e-mail
 * address.
 */
export function operatorView(row: ClaimRow & { partner: string }, now: number) {
  return {
    claim_id: row.id,
    status: stateAt(row, now),
    partner: row.partner,
    campaign: row.campaign,
    amount: row.amount,
    currency: row.currency,
    user_id: userIdOf(row),
    reference: row.reference,
    metadata: readMetadata(row.metadata),
    mint: row.mint,
    wallet_address: row.wallet_address,
    settlement_signature: row.settlement_signature,
    ledger_entry_id: row.ledger_entry_id,
    email_status: row.email_status,
    cancel_reason: row.cancel_reason,
    expires_at: isoUtc(row.expires_at),
    created_at: isoUtc(row.created_at),
    claimed_at: isoUtcOrNull(row.claimed_at),
    resolved_at: isoUtcOrNull(row.resolved_at),
  };
}

function userIdOf({ user_id }: ClaimRow): string | null {
  return user_id === null ? null : String(user_id);
}
