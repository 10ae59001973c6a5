/** A newly issued claim, as shown in the API document. */
export const ISSUED_EXAMPLE = {
  status: "issued",
  claim_status: "issued",
  claim_id: 42,
  claim_code: "7Q4M-9XKD-2PTV-H8R4",
  claim_url: "https://salute.example/claim/7Q4M-9XKD-2PTV-H8R4",
  campaign: "Autumn drive",
  claim_campaign_id: 7,
  amount: "25",
  currency: "SALUTES",
  recipient: { user_id: "42", email: null, name: null },
  reference: "order-1001",
  email_sent: false,
  email_status: null,
  partner_key_id: "pk_live_3f9c1b7a5d2e4860",
  wallet_address: null,
  settlement_signature: null,
  ledger_entry_id: null,
  cancel_reason: null,
  expires_at: "2026-12-21T10:00:00.000Z",
  created_at: "2026-11-21T10:00:00.000Z",
  claimed_at: null,
  resolved_at: null,
} as const;

export const CANCELLED_EXAMPLE = {
  ...ISSUED_EXAMPLE,
  status: "cancelled",
  claim_status: "cancelled",
  resolved_at: "2026-11-22T09:30:00.000Z",
} as const;
