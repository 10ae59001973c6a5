/** The values that examples are made of, by the names that the interface uses. They agree with each other. */

export const EXAMPLE_TIME = "2026-11-21T10:00:00.000Z";
/** The mint of wrapped SOL: an address that everybody may name. */
export const EXAMPLE_ADDRESS = "So11111111111111111111111111111111111111112";
export const EXAMPLE_KEY_ID = "pk_live_4fVqNn3yBzR8";
export const EXAMPLE_REQUEST_ID = "req_5f0c1e8a9b7d4c3e2f1a0b9c";
export const EXAMPLE_EVENT_UID = "evt_01KAK2TJ00ZQ8V7M3D9C4X5R1B";
export const EXAMPLE_SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
/** A SHA-256 or an HMAC of it. */
export const EXAMPLE_DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
export const EXAMPLE_SIGNATURE =
  "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";

export const FORMAT_EXAMPLES: Record<string, string> = {
  "date-time": EXAMPLE_TIME,
  date: EXAMPLE_TIME.slice(0, 10),
  email: "zoe@partner.example",
  "external-id": "zoe",
  "solana-address": EXAMPLE_ADDRESS,
  uri: "https://partner.example/hooks/salute",
};

/** Candidates by property name, in the order of preference; the first that fits the shape is taken. */
export const NAMED_EXAMPLES: Record<string, unknown[]> = {
  amount: [25, "25"],
  balance: [125.5],
  balance_after: [125.5],
  blockchain: ["solana"],
  challenge_id: [7, "7"],
  changed_field: ["display_name"],
  claim_code: ["7Q4M-9XKD-2PTV-H8RC"],
  claim_url: ["https://salute.example/claim/7Q4M-9XKD-2PTV-H8RC"],
  count: [1],
  cursor: ["eyJpZCI6NDJ9"],
  decimals: [9],
  daily_limit_per_user: [10_000],
  delta: [25, "25"],
  display_name: ["Zoe"],
  docs_links: [{ openapi: "/api/openapi.yaml", docs: "/docs" }],
  docs: [{ openapi: "/api/openapi.yaml", docs: "/docs" }],
  email: ["zoe@partner.example"],
  error: [null],
  error_requests: [0],
  event_id: [42],
  event_uid: [EXAMPLE_EVENT_UID],
  event_type: ["salutes.credit"],
  external_id: ["zoe"],
  failed_count: [0],
  fee: ["0.00125"],
  has_more: [false],
  hidden: [false],
  http_status: [200],
  id: [42, "42"],
  idempotency_key: ["order-1001"],
  is_dead_letter: [false, 0],
  is_hidden: [false, 0],
  is_primary: [true, 1],
  key_id: [EXAMPLE_KEY_ID],
  key_mode: ["live"],
  label: ["main wallet"],
  last_error: [null],
  ledger_entry_id: [1001],
  links: [{ docs: "/docs" }],
  limit: [50],
  lp_amount: [0],
  lp_mint: [EXAMPLE_ADDRESS],
  max_amount: [100_000],
  message: ["hello"],
  min_amount: [100],
  native_balance: [1.25],
  next_cursor: [null],
  next_offset: [null],
  offset: [0],
  overall: ["ok"],
  partner: ["acme"],
  partner_key_id: [EXAMPLE_KEY_ID],
  path: ["/api/salutes/credit"],
  reason: ["quest"],
  request_id: [EXAMPLE_REQUEST_ID],
  reverify_days: [90],
  salutes_per_token: [100],
  secret: [EXAMPLE_SECRET],
  sha256: [EXAMPLE_DIGEST],
  signature: [EXAMPLE_DIGEST, EXAMPLE_SIGNATURE],
  slot: [378_200_000],
  source: ["campaign-7", "api"],
  stale_verification: [false],
  state_model: [["linked", "connected_session", "verified", "stale_verification", "hidden"]],
  status: ["ok", "active", "issued", "delivered"],
  status_text: ["Verified 12 days ago."],
  target_url: ["https://partner.example/hooks/salute"],
  title: ["Title"],
  token_amount: ["0.24875"],
  token_balance: [1250.5],
  url: ["https://partner.example/hooks/salute"],
  user_id: ["42", 42],
  username: ["zoe"],
  verification_age_days: [12],
  verified: [true, 1],
  wallet: [EXAMPLE_ADDRESS],
  wallet_address: [EXAMPLE_ADDRESS],
  webhook_id: [7, "7"],
};
