// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.

export interface ApiDeprecationEvent {
  event_id: string;
  event_type: "api.deprecation";
  data: ApiDeprecationEventData;
}

export interface ApiDeprecationEventData {
  /** As /developers/deprecations.json lists it. */
  deprecation_id: string;
  /** What is withdrawn, in a line. */
  title: string;
  /** The endpoints, as METHOD /path. */
  endpoints: string[];
  /** From when on answers bear the headers. */
  deprecated_at: string;
  /** From when on the endpoints answer 410. */
  sunset_at: string;
  /** Days until the sunset: 7 or 1. */
  days_left: number;
  /** Your calls of the last 30 days. */
  calls: number;
  /** What to call instead; null where nothing is. */
  replacement: string | null;
  /** The page that says how to migrate. */
  help: string;
}

export interface CancelDonationClaimAnswer {
  success: true;
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Names the claim in events and to the operators. */
  claim_id: number;
  /** Whoever has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  currency: string;
  recipient: CancelDonationClaimRecipient;
  reference: string | null;
  email_sent: boolean;
  /**
   * Null where no address was given; not_configured where the service sends no mail; dropped where
   * the claim was claimed or ended first.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** The key that issued it. */
  partner_key_id: string;
  /** The address that the recipient gave. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  cancel_reason: string | null;
  expires_at: string;
  created_at: string;
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

export interface CancelDonationClaimRecipient {
  user_id: string | null;
  email: string | null;
  name: string | null;
}

export interface ConvertSalutesAnswer {
  success: true;
  conversion_id: number;
  state: "pending_settlement";
  /** Salutes taken. */
  amount: number;
  /** Tokens to be paid, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens kept, as a decimal. */
  fee: string;
  wallet_address: string;
  /** Salutes left. */
  balance: number;
  ledger_entry_id: number;
  /** demo: an embedded demo chain fed this, none is configured. */
  chain_mode: "demo" | "rpc";
}

export interface CreateUserAnswer {
  success: true;
  external_id: string;
  user: User;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface CreateWebhookAnswer {
  success: true;
  webhook: CreateWebhookWebhook;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface CreateWebhookWebhook {
  id: number;
  /** What it subscribes to. */
  event_type: string;
  target_url: string;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Attempts that failed since the last that succeeded. */
  consecutive_failures: number;
  created_at: string;
  updated_at: string;
  is_active: boolean;
  /** Shown this once. */
  secret: string;
  /** Until then webhook-signature carries the secret before, too. */
  previous_secret_expires_at: string | null;
}

export interface CreditSalutesAnswer {
  success: true;
  user_id: string;
  /** After this entry. */
  balance: number;
  /** Negative for a debit. */
  delta: number;
  ledger_entry_id: number;
  idempotency_key: string;
}

export interface DebitSalutesAnswer {
  success: true;
  user_id: string;
  /** After this entry. */
  balance: number;
  /** Negative for a debit. */
  delta: number;
  ledger_entry_id: number;
  idempotency_key: string;
}

export interface DeleteUserAnswer {
  success: true;
  deleted: boolean;
  /** Still names the user's entries in the ledger. */
  user_id: number;
}

export interface DeleteWebhookAnswer {
  success: true;
  deleted: true;
  webhook_id: number;
}

export interface DescribeWebhookSimulatorAnswer {
  success: true;
  method: "POST";
  path: string;
  required_fields: string[];
  optional_fields: string[];
  scenario_ids: string[];
  /**
   * Signed with unless the body gives another; the seed's webhooks have it too. Everybody knows it.
   */
  fixture_secret: string;
  docs_links: Record<string, string>;
  links: Record<string, string>;
  mode: "sandbox";
  /** The state that practice begins with: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the practice file holds. */
  source: "fixture";
}

export interface DonationClaim {
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Names the claim in events and to the operators. */
  claim_id: number;
  /** Whoever has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  currency: string;
  recipient: DonationClaimRecipient;
  reference: string | null;
  email_sent: boolean;
  /**
   * Null where no address was given; not_configured where the service sends no mail; dropped where
   * the claim was claimed or ended first.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** The key that issued it. */
  partner_key_id: string;
  /** The address that the recipient gave. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  cancel_reason: string | null;
  expires_at: string;
  created_at: string;
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

export interface DonationClaimCancelledEvent {
  event_id: string;
  event_type: "donation.claim_cancelled";
  data: DonationClaimCancelledEventData;
}

export interface DonationClaimCancelledEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  external_id: string | null;
  claim_id: number;
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  campaign: string;
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  currency: string;
  /** Yours, as the claim was issued with it. */
  reference: string | null;
  /** The address that the recipient gave. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  cancel_reason: string | null;
  expires_at: string;
}

export interface DonationClaimEvent {
  event_id: string;
  event_type: "donation.claim";
  data: DonationClaimEventData;
}

export interface DonationClaimEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  external_id: string | null;
  claim_id: number;
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  campaign: string;
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  currency: string;
  /** Yours, as the claim was issued with it. */
  reference: string | null;
  /** The address that the recipient gave. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  cancel_reason: string | null;
  expires_at: string;
}

export interface DonationClaimExpiredEvent {
  event_id: string;
  event_type: "donation.claim_expired";
  data: DonationClaimExpiredEventData;
}

export interface DonationClaimExpiredEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  external_id: string | null;
  claim_id: number;
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  campaign: string;
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  currency: string;
  /** Yours, as the claim was issued with it. */
  reference: string | null;
  /** The address that the recipient gave. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  cancel_reason: string | null;
  expires_at: string;
}

export interface DonationClaimRecipient {
  user_id: string | null;
  email: string | null;
  name: string | null;
}

export interface DonationClaimRedeemedEvent {
  event_id: string;
  event_type: "donation.claim_redeemed";
  data: DonationClaimRedeemedEventData;
}

export interface DonationClaimRedeemedEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  external_id: string | null;
  claim_id: number;
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  campaign: string;
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  currency: string;
  /** Yours, as the claim was issued with it. */
  reference: string | null;
  /** The address that the recipient gave. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  cancel_reason: string | null;
  expires_at: string;
}

export interface DonationClaimedEvent {
  event_id: string;
  event_type: "donation.claimed";
  data: DonationClaimedEventData;
}

export interface DonationClaimedEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  external_id: string | null;
  claim_id: number;
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  campaign: string;
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  currency: string;
  /** Yours, as the claim was issued with it. */
  reference: string | null;
  /** The address that the recipient gave. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  cancel_reason: string | null;
  expires_at: string;
}

export interface GetCapabilitiesAnswer {
  success: true;
  partner: string;
  key_id: string;
  key_mode: "live" | "sandbox";
  /** What the key may do. */
  scopes: string[];
  /** Null, false and empty where this build has no such part. */
  sandbox: GetCapabilitiesSandbox;
  query_support: GetCapabilitiesQuerySupport;
  docs: Record<string, string>;
  links: Record<string, string>;
}

export interface GetCapabilitiesQuerySupport {
  include_meta: boolean;
}

/** Null, false and empty where this build has no such part. */
export interface GetCapabilitiesSandbox {
  enabled_for_key: boolean;
  verify_endpoint: string | null;
  promotion_report_endpoint: string | null;
  supports_deterministic_fixtures: boolean;
  fixture_endpoints: string[];
}

export interface GetConversionPolicyAnswer {
  success: true;
  enabled: boolean;
  /** What one whole token costs, before the fee. */
  salutes_per_token: number;
  /** Least salutes of one conversion. */
  min_amount: number;
  /** Most salutes of one conversion. */
  max_amount: number;
  /** Most salutes that a user may convert in a UTC day; failed conversions do not count. */
  daily_limit_per_user: number;
  /** Per cent of the tokens that is kept. */
  fee_pct: number;
  rounding: "down";
  settlement: "manual";
  /** Null while nobody has set the policy. */
  updated_at: string | null;
}

export interface GetDonationClaimAnswer {
  success: true;
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Names the claim in events and to the operators. */
  claim_id: number;
  /** Whoever has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  currency: string;
  recipient: GetDonationClaimRecipient;
  reference: string | null;
  email_sent: boolean;
  /**
   * Null where no address was given; not_configured where the service sends no mail; dropped where
   * the claim was claimed or ended first.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** The key that issued it. */
  partner_key_id: string;
  /** The address that the recipient gave. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  cancel_reason: string | null;
  expires_at: string;
  created_at: string;
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

export interface GetDonationClaimRecipient {
  user_id: string | null;
  email: string | null;
  name: string | null;
}

export interface GetPartnerStatusAnswer {
  success: true;
  /** As GET /api/public/system-status says; warn at least while the service takes no changes. */
  overall_status: "ok" | "warn" | "bad";
  key_mode: "live" | "sandbox";
  /** Requests are counted by the minute; the minute that the window begins in counts whole. */
  window: GetPartnerStatusWindow;
  endpoint_percentiles_available: boolean;
  endpoint_percentiles_ms: GetPartnerStatusEndpointPercentilesMs;
  request_metrics: GetPartnerStatusRequestMetrics;
  webhook_delivery_health: GetPartnerStatusWebhookDeliveryHealth;
  delivery_slo_controls: GetPartnerStatusDeliverySloControls;
  links: Record<string, string>;
}

export interface GetPartnerStatusDeliverySloControls {
  max_attempts: number;
  timeout_seconds: number;
  /** From the first failed attempt to the second; then twice as long. */
  retry_base_seconds: number;
  retry_max_seconds: number;
  /** Share of a wait by which it is shortened or lengthened at random. */
  retry_jitter: number;
}

export interface GetPartnerStatusEndpointPercentilesMs {
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p50_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p95_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p99_ms: number | null;
}

export interface GetPartnerStatusRequestMetrics {
  total_requests: number;
  error_requests: number;
}

export interface GetPartnerStatusWebhookDeliveryHealth {
  dead_letter_events: number;
  /** Waiting for a retry. */
  failed_events: number;
  /** Due, on their way, or held while their webhook is off. */
  pending_events: number;
  delivered_events: number;
}

/** Requests are counted by the minute; the minute that the window begins in counts whole. */
export interface GetPartnerStatusWindow {
  hours: number;
  start_utc: string;
  end_utc: string;
}

export interface GetPromotionReportAnswer {
  success: true;
  partner: string;
  key_id: string;
  promotion_policy: "sandbox_to_live_manual_approval";
  /** Whether every check is passed; an operator decides. */
  ready: boolean;
  passed_count: number;
  checks_count: number;
  checks: PromotionCheck[];
  error_rate: GetPromotionReportErrorRate;
  /** How long evidence counts. */
  evidence_days: number;
  /** The newest of the practice ledger; of one user where user_id is given. */
  recent_entries: LedgerEntry[];
  query: GetPromotionReportQuery;
  docs_links: Record<string, string>;
  links: Record<string, string>;
  mode: "sandbox";
  /** The state that practice begins with: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Your practice file, which begins as the fixture profile says. */
  source: "practice_state";
}

export interface GetPromotionReportErrorRate {
  /** Of the key's last 100. */
  requests: number;
  errors: number;
  error_rate_pct: number;
  max_error_rate_pct: number;
}

export interface GetPromotionReportQuery {
  user_id: string | null;
  limit: number;
}

export interface GetSalutesBalanceAnswer {
  success: true;
  user_id: string;
  balance: number;
  partner_key_id: string;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface GetTokenStatusAnswer {
  success: true;
  mint: string;
  decimals: number;
  /** Scheme and host of the first RPC address; demo: for the demo chain. */
  rpc_url: string;
  chain: GetTokenStatusChain;
  /** Holders, counted three ways. */
  holders_detail: GetTokenStatusHoldersDetail | null;
  /** Finalized; the oldest that the figures stand on. */
  slot: number;
  /** Time of the data, that of its oldest source. */
  as_of_utc: string;
  age_hours: number;
  is_stale: boolean;
  /** demo: an embedded demo chain fed this, none is configured. */
  chain_mode: "demo" | "rpc";
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface GetTokenStatusChain {
  /** What is minted and not burned. Whole tokens, exact. */
  total_supply: string;
  /** total_supply − treasury − reserve − burn wallets. Whole tokens, exact. */
  circulating_supply: string;
  /** What the treasury wallets hold. Whole tokens, exact. */
  treasury_balance: string;
  /** What the reserve wallets hold. Whole tokens, exact. */
  reserve_balance: string;
  /** treasury_balance + reserve_balance. Whole tokens, exact. */
  tracked_treasury_balance: string;
  /** What the burn wallets hold. Whole tokens, exact. */
  burn_balance: string;
  /** Unique owners above zero; null before they were counted. */
  holders: number | null;
  /**
   * holder_cache: every account was counted; largest_accounts: a lower bound, until then; none:
   * neither could be read.
   */
  holders_source: "holder_cache" | "largest_accounts" | "none";
}

/** Holders, counted three ways. */
export interface GetTokenStatusHoldersDetail {
  token_accounts: number;
  non_zero_accounts: number;
  /** Owners with more than zero. */
  unique_owners: number;
  /** The same without the project's own wallets. */
  excluding: GetTokenStatusHoldersDetailExcluding;
}

/** The same without the project's own wallets. */
export interface GetTokenStatusHoldersDetailExcluding {
  wallets: string[];
  token_accounts: number;
  non_zero_accounts: number;
  /** Owners with more than zero. */
  unique_owners: number;
}

export interface GetUsageAnswer {
  success: true;
  /** Requests are counted by the minute; the minute that the window begins in counts whole. */
  window: GetUsageWindow;
  request_metrics: GetUsageRequestMetrics;
  latency_metrics_ms: GetUsageLatencyMetricsMs;
}

export interface GetUsageLatencyMetricsMs {
  available: boolean;
  overall: GetUsageLatencyMetricsMsOverall;
  endpoint_breakdown: GetUsageLatencyMetricsMsEndpointBreakdown[];
}

export interface GetUsageLatencyMetricsMsEndpointBreakdown {
  method: string;
  /** Its template. */
  path: string;
  samples: number;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p50_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p95_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p99_ms: number | null;
}

export interface GetUsageLatencyMetricsMsOverall {
  samples: number;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p50_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p95_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p99_ms: number | null;
}

export interface GetUsageRequestMetrics {
  total_requests: number;
  /** Answered under 400. */
  success_requests: number;
  /** Answered with 400 or more, rate-limited ones too. */
  error_requests: number;
  rate_limited_requests: number;
  /** Most requested first. */
  endpoint_breakdown: GetUsageRequestMetricsEndpointBreakdown[];
}

export interface GetUsageRequestMetricsEndpointBreakdown {
  method: string;
  /** Its template. */
  path: string;
  requests: number;
  errors: number;
  /** With two decimals. */
  error_rate_pct: number;
}

/** Requests are counted by the minute; the minute that the window begins in counts whole. */
export interface GetUsageWindow {
  hours: number;
  start_utc: string;
  end_utc: string;
}

export interface GetUserAnswer {
  success: true;
  user: User;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface GetWalletInfoAnswer {
  success: true;
  wallet: string;
  /** SOL. */
  native_balance: number;
  /** Whole tokens of the mint, over all the wallet's accounts. */
  token_balance: number;
  /** Null where no liquidity-pool mint is configured. */
  lp_mint: string | null;
  lp_amount: number;
  /** demo: an embedded chain, not the real one. */
  chain_mode: "demo" | "rpc";
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface GetWalletVerificationAnswer {
  success: true;
  wallet: string;
  /** Whether a user of yours has it. */
  linked: boolean;
  wallet_states: GetWalletVerificationWalletStates;
  verification: GetWalletVerificationVerification;
  owner: GetWalletVerificationOwner | null;
  /** The names of the states. */
  state_model: string[];
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface GetWalletVerificationOwner {
  user_id: number;
  external_id: string;
  is_primary: boolean;
  is_hidden: boolean;
}

export interface GetWalletVerificationVerification {
  verified: boolean;
  verified_at_utc: string | null;
  verification_age_days: number | null;
  freshness: "fresh" | "aging" | "stale" | "never";
  status_text: string;
  reverify_days: number;
}

export interface GetWalletVerificationWalletStates {
  linked: boolean;
  /** Proved in the last 24 h. */
  connected_session: boolean;
  /** Proved at least once; stale_verification says if that is too long ago. */
  verified: boolean;
  stale_verification: boolean;
  hidden: boolean;
}

export interface IssueDonationClaimAnswer {
  success: true;
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Names the claim in events and to the operators. */
  claim_id: number;
  /** Whoever has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  currency: string;
  recipient: IssueDonationClaimRecipient;
  reference: string | null;
  email_sent: boolean;
  /**
   * Null where no address was given; not_configured where the service sends no mail; dropped where
   * the claim was claimed or ended first.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** The key that issued it. */
  partner_key_id: string;
  /** The address that the recipient gave. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  cancel_reason: string | null;
  expires_at: string;
  created_at: string;
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

/** At least one of the three; SALUTES need a user_id. */
export interface IssueDonationClaimInputRecipient {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id?: number | string;
  /** Where the code is mailed to, if the service sends mail. */
  email?: string;
  /** For your own records; it is shown to nobody else. */
  name?: string;
}

export interface IssueDonationClaimRecipient {
  user_id: string | null;
  email: string | null;
  name: string | null;
}

export interface IssueWalletChallengeAnswer {
  success: true;
  challenge_id: string;
  /** To be signed as it stands (Sign-In-With-Solana). */
  text: string;
  expires_at: string;
}

export interface LedgerEntry {
  id: number;
  user_id: string;
  delta: number;
  balance_after: number;
  reason: string;
  source: string;
  idempotency_key: string;
  /** Null for entries of the system. */
  partner_key_id: string | null;
  created_at: string;
}

export interface LinkWalletAnswer {
  success: true;
  wallet: Wallet;
  /** All of the user's wallets, oldest first. */
  wallets: Wallet[];
}

/** Shows that the user holds the wallet's key: a signature over a challenge's text. */
export interface LinkWalletInputProof {
  challenge_id: string;
  /** 64 bytes as base58, base64, base64url or hex. */
  signature: string;
}

export interface ListDeadLettersAnswer {
  success: true;
  window_hours: number;
  dead_letter_count: number;
  max_attempts: number;
  by_event_type: ListDeadLettersByEventType[];
  by_reason_tag: ListDeadLettersByReasonTag[];
  /** The 200 that died last; webhook-events with status=dead_letter lists all. */
  events: ListDeadLettersEvent[];
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface ListDeadLettersByEventType {
  event_type: string;
  count: number;
}

export interface ListDeadLettersByReasonTag {
  reason_tag: string;
  count: number;
}

export interface ListDeadLettersEvent {
  event_id: number;
  event_uid: string;
  webhook_id: number;
  event_type: string;
  target_url: string;
  attempts: number;
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  last_error: string | null;
  created_at: string;
  updated_at: string;
}

export interface ListDonationClaimsAnswer {
  success: true;
  claims: DonationClaim[];
  count: number;
  query: ListDonationClaimsQuery;
  pagination: Pagination;
}

export interface ListDonationClaimsQuery {
  limit: number;
  offset: number;
  cursor: string | null;
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled" | null;
  campaign: string | null;
  reference: string | null;
  user_id: string | null;
}

export interface ListErrorsAnswer {
  success: true;
  count: number;
  /** By status, then by code. */
  entries: ListErrorsEntry[];
}

export interface ListErrorsEntry {
  error_code: string;
  title: string;
  category: string;
  http_status: number;
  retry_class: "retry_after" | "retryable" | "new_nonce" | "safe_no_op" | "fail_fast";
  retry_behavior: string;
  /** How long to wait where the answer has no Retry-After; null where waiting does not help. */
  retry_after_seconds: number | null;
  /** Keys of which mode can meet it. */
  available_in_modes: ("live" | "sandbox")[];
  /** Tags of the OpenAPI document. */
  endpoint_groups: string[];
  recovery_links: Record<string, string>;
}

export interface ListLedgerAnswer {
  success: true;
  user_id: string | null;
  balance: number | null;
  ledger: LedgerEntry[];
  count: number;
  query: ListLedgerQuery;
  pagination: Pagination;
}

export interface ListLedgerQuery {
  user_id: string | null;
  limit: number;
  offset: number;
  cursor: string | null;
  order: "desc" | "asc";
  reason: string | null;
  source: string | null;
  idempotency_key: string | null;
  from: string | null;
  to: string | null;
}

export interface ListUsersAnswer {
  success: true;
  users: User[];
  count: number;
  query: ListUsersQuery;
  pagination: Pagination;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface ListUsersQuery {
  limit: number;
  offset: number;
  cursor: string | null;
  status: "active" | "suspended" | null;
  q: string | null;
  include_wallets: boolean;
}

export interface ListWebhookAttemptsAnswer {
  success: true;
  event_id: number;
  event_uid: string;
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  attempts: ListWebhookAttemptsAttempt[];
  count: number;
  query: ListWebhookAttemptsQuery;
  pagination: Pagination;
}

export interface ListWebhookAttemptsAttempt {
  /** Counts on over rounds. A probe bears the number of the next attempt. */
  attempt: number;
  attempted_at: string;
  http_status: number | null;
  duration_ms: number;
  /** At most 4 KiB of the answer's body. */
  response_excerpt: string | null;
  error: string | null;
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  next_attempt_at: string | null;
  /** Sent to see whether a failing receiver is back: neither counts nor moves the schedule. */
  probe: boolean;
  /** Of the sandbox: nothing was sent. */
  simulated: boolean;
}

export interface ListWebhookAttemptsQuery {
  limit: number;
  offset: number;
  cursor: string | null;
}

export interface ListWebhookEventsAnswer {
  success: true;
  events: ListWebhookEventsEvent[];
  count: number;
  query: ListWebhookEventsQuery;
  pagination: Pagination;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface ListWebhookEventsEvent {
  /** The record's id: event_id in paths and replays. */
  id: number;
  /** The event's id, as X-Webhook-Id bears it. */
  event_uid: string;
  webhook_id: number;
  event_type: string;
  /**
   * pending: due now. failed: to be tried again at next_attempt_at. held: the webhook is off; sent
   * once it is on again. cancelled: the webhook is deleted.
   */
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  /** Of all rounds; probes are not counted. */
  attempts: number;
  is_dead_letter: boolean;
  /** Why the last attempt failed, or the reason of a replay. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  last_error: string | null;
  target_url: string;
  created_at: string;
  updated_at: string;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  delivered_at: string | null;
}

export interface ListWebhookEventsQuery {
  status: string | null;
  reason_tag: string | null;
  from: string | null;
  to: string | null;
  webhook_id: number | null;
  limit: number;
  offset: number;
  cursor: string | null;
}

export interface ListWebhookScenariosAnswer {
  success: true;
  scenarios_count: number;
  scenarios: ListWebhookScenariosScenario[];
  docs_links: Record<string, string>;
  links: Record<string, string>;
  mode: "sandbox";
  /** The state that practice begins with: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the practice file holds. */
  source: "fixture";
}

export interface ListWebhookScenariosScenario {
  id: string;
  title: string;
  event_type: string;
}

export interface ListWebhooksAnswer {
  success: true;
  webhooks: ListWebhooksWebhook[];
  count: number;
  query: ListWebhooksQuery;
  pagination: Pagination;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface ListWebhooksQuery {
  /** As it was given: one, several as a list, or null. */
  event_type: string | string[] | null;
  is_active: boolean | null;
  limit: number;
  offset: number;
  cursor: string | null;
}

export interface ListWebhooksWebhook {
  id: number;
  /** What it subscribes to. */
  event_type: string;
  target_url: string;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Attempts that failed since the last that succeeded. */
  consecutive_failures: number;
  created_at: string;
  updated_at: string;
  is_active: number;
}

export interface LookUpUsersAnswer {
  success: true;
  users: User[];
  count: number;
  query: LookUpUsersQuery;
  pagination: Pagination;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface LookUpUsersQuery {
  limit: number;
  offset: number;
  cursor: string | null;
  status: "active" | "suspended" | null;
  q: string | null;
  include_wallets: boolean;
  email: string | null;
  username: string | null;
  wallet: string | null;
}

export interface Pagination {
  has_more: boolean;
  next_offset: number | null;
  next_cursor: string | null;
}

export interface PromotionCheck {
  name: string;
  title: string;
  passed: boolean;
  /** Null where nothing was seen in the last 30 days. */
  evidence: PromotionCheckEvidence | null;
  how_to_pass: string;
}

/** Null where nothing was seen in the last 30 days. */
export interface PromotionCheckEvidence {
  /** In words. */
  summary: string;
  /** The last time; by the real clock. */
  seen_at: string | null;
  request_id: string | null;
  method: string | null;
  /** Its template. */
  path: string | null;
  /** How often it was seen; of the error rate, in how many requests. */
  count: number;
}

export interface ReplayWebhookEventsAnswer {
  success: true;
  count: number;
  replayed_count: number;
  failed_count: number;
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  note: string | null;
  results: ReplayWebhookEventsResult[];
}

export interface ReplayWebhookEventsResult {
  event_id: number;
  replayed: boolean;
  error: "not_found" | "in_progress" | "webhook_deleted" | null;
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
}

export interface RotateWebhookSecretAnswer {
  success: true;
  webhook: RotateWebhookSecretWebhook;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface RotateWebhookSecretWebhook {
  id: number;
  /** What it subscribes to. */
  event_type: string;
  target_url: string;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Attempts that failed since the last that succeeded. */
  consecutive_failures: number;
  created_at: string;
  updated_at: string;
  is_active: boolean;
  /** Shown this once. */
  secret: string;
  /** Until then webhook-signature carries the secret before, too. */
  previous_secret_expires_at: string | null;
}

export interface RunWebhookScenarioAnswer {
  success: true;
  selected_scenario_id: string;
  scenario: RunWebhookScenarioScenario;
  /** What would have been sent. */
  simulation: Simulation;
  /** What it was signed with; null for a secret of yours. */
  fixture_secret: string | null;
  docs_links: Record<string, string>;
  links: Record<string, string>;
  mode: "sandbox";
  /** The state that practice begins with: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the practice file holds. */
  source: "fixture";
  /** Nothing live was touched, and nothing was sent. */
  live_side_effects_performed: false;
}

export interface RunWebhookScenarioScenario {
  id: string;
  title: string;
  event_type: string;
}

export interface SalutesConversionFailedEvent {
  event_id: string;
  event_type: "salutes.conversion_failed";
  data: SalutesConversionFailedEventData;
}

export interface SalutesConversionFailedEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  conversion_id: number;
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes. */
  amount: number;
  /** Tokens, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens, as a decimal. */
  fee: string;
  wallet_address: string;
  ledger_entry_id: number;
  settlement_signature: string | null;
  failure_reason: string | null;
}

export interface SalutesConversionSettledEvent {
  event_id: string;
  event_type: "salutes.conversion_settled";
  data: SalutesConversionSettledEventData;
}

export interface SalutesConversionSettledEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  conversion_id: number;
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes. */
  amount: number;
  /** Tokens, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens, as a decimal. */
  fee: string;
  wallet_address: string;
  ledger_entry_id: number;
  settlement_signature: string | null;
  failure_reason: string | null;
}

export interface SalutesConvertedEvent {
  event_id: string;
  event_type: "salutes.converted";
  data: SalutesConvertedEventData;
}

export interface SalutesConvertedEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  conversion_id: number;
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes. */
  amount: number;
  /** Tokens, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens, as a decimal. */
  fee: string;
  wallet_address: string;
  ledger_entry_id: number;
  settlement_signature: string | null;
  failure_reason: string | null;
}

export interface SalutesCreditEvent {
  event_id: string;
  event_type: "salutes.credit";
  data: SalutesCreditEventData;
}

export interface SalutesCreditEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  /** Salutes; negative for a debit. */
  delta: number;
  /** Salutes after this entry. */
  balance: number;
  reason: string;
  source: string;
  ledger_entry_id: number;
}

export interface SalutesDebitEvent {
  event_id: string;
  event_type: "salutes.debit";
  data: SalutesDebitEventData;
}

export interface SalutesDebitEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  /** Salutes; negative for a debit. */
  delta: number;
  /** Salutes after this entry. */
  balance: number;
  reason: string;
  source: string;
  ledger_entry_id: number;
}

/** What would have been sent. */
export interface Simulation {
  /** With the signatures. */
  headers: Record<string, string>;
  /** The exact text that is signed. */
  body: string;
}

export interface TestWebhookAnswer {
  success: true;
  queued: true;
  /** The record's id. */
  event_id: number;
  /** As X-Webhook-Id will bear it. */
  event_uid: string;
  event_type: "webhook.test";
  webhook_id: number;
}

export interface UnlinkWalletAnswer {
  success: true;
  deleted: boolean;
  wallet_address: string;
  /** What remains, oldest first. */
  wallets: Wallet[];
}

export interface UpdateUserAnswer {
  success: true;
  user: User;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface UpdateWebhookAnswer {
  success: true;
  webhook: UpdateWebhookWebhook;
  docs_links: Record<string, string>;
  links: Record<string, string>;
}

export interface UpdateWebhookWebhook {
  id: number;
  /** What it subscribes to. */
  event_type: string;
  target_url: string;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Attempts that failed since the last that succeeded. */
  consecutive_failures: number;
  created_at: string;
  updated_at: string;
  is_active: boolean;
}

export interface User {
  id: number;
  external_id: string;
  username: string | null;
  display_name: string | null;
  email: string | null;
  status: "active" | "suspended";
  /** Whether the primary wallet is verified. */
  is_verified: boolean;
  /** The primary wallet. */
  wallet_address: string | null;
  created_at: string;
  updated_at: string;
  /** Where include_wallets asks for them; oldest first. */
  wallets?: Wallet[];
}

export interface UsersCreatedEvent {
  event_id: string;
  event_type: "users.created";
  data: UsersCreatedEventData;
}

export interface UsersCreatedEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  username: string | null;
  display_name: string | null;
  status: "active" | "suspended";
  is_verified: boolean;
}

export interface UsersDeletedEvent {
  event_id: string;
  event_type: "users.deleted";
  data: UsersDeletedEventData;
}

export interface UsersDeletedEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
}

export interface UsersUpdatedEvent {
  event_id: string;
  event_type: "users.updated";
  data: UsersUpdatedEventData;
}

export interface UsersUpdatedEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  username: string | null;
  display_name: string | null;
  status: "active" | "suspended";
  is_verified: boolean;
  /** Names of the fields that changed. */
  changed_fields: string[];
}

export interface VerifySandboxKeyAnswer {
  success: true;
  verified: true;
  partner: string;
  key_id: string;
  key_mode: "sandbox";
  scopes: string[];
  /** The practice clock: it moves one second with each mutation. */
  practice_time_utc: string;
  docs_links: Record<string, string>;
  links: Record<string, string>;
  mode: "sandbox";
  /** The state that practice begins with: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Your practice file, which begins as the fixture profile says. */
  source: "practice_state";
}

export interface VerifyWebhookSignatureAnswer {
  success: true;
  valid: boolean;
  provided_signature: string;
  expected_signature: string;
  timestamp: number;
  /** What is signed: the timestamp, a full stop, the payload. */
  canonical_body: string;
  /** The same check as code. */
  validator_example: string;
}

export interface Wallet {
  blockchain: string;
  wallet_address: string;
  label: string | null;
  /** 1 for the user's primary wallet. */
  is_primary: number;
  /** 1 where the user keeps it to himself. */
  is_hidden: number;
  /** 1 once its ownership was proved. */
  verified: number;
  /** The last proof. */
  verified_at: string | null;
  /** What the wallet signed: the text itself, or one of Solana's off-chain envelopes. */
  proof_format: "raw" | "offchain_v1" | "offchain_v0" | "offchain_legacy" | null;
  created_at: string;
}

export interface WalletsLinkedEvent {
  event_id: string;
  event_type: "wallets.linked";
  data: WalletsLinkedEventData;
}

export interface WalletsLinkedEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  wallet: WalletsLinkedEventDataWallet;
}

export interface WalletsLinkedEventDataWallet {
  blockchain: string;
  wallet_address: string;
  label: string | null;
  is_primary: number;
  is_hidden: number;
  verified: number;
}

export interface WalletsUnlinkedEvent {
  event_id: string;
  event_type: "wallets.unlinked";
  data: WalletsUnlinkedEventData;
}

export interface WalletsUnlinkedEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  wallet: WalletsUnlinkedEventDataWallet;
}

export interface WalletsUnlinkedEventDataWallet {
  blockchain: string;
  wallet_address: string;
  label: string | null;
  is_primary: number;
  is_hidden: number;
  verified: number;
}

export interface WalletsUpdatedEvent {
  event_id: string;
  event_type: "wallets.updated";
  data: WalletsUpdatedEventData;
}

export interface WalletsUpdatedEventData {
  /** The service's id. */
  user_id: string;
  external_id: string | null;
  wallet: WalletsUpdatedEventDataWallet;
}

export interface WalletsUpdatedEventDataWallet {
  blockchain: string;
  wallet_address: string;
  label: string | null;
  is_primary: number;
  is_hidden: number;
  verified: number;
}

export interface WebhookDeliveryFailedEvent {
  event_id: string;
  event_type: "webhook.delivery_failed";
  data: WebhookDeliveryFailedEventData;
}

export interface WebhookDeliveryFailedEventData {
  /** The record's id, as the API lists and replays it. */
  event_id: number;
  /** The X-Webhook-Id of what was not delivered. */
  event_uid: string;
  /** The type of what was not delivered. */
  event_type: string;
  webhook_id: number;
  target_url: string;
  attempts: number;
  reason_tag: string | null;
  last_error: string | null;
  created_at: string;
}

export interface WebhookTestEvent {
  event_id: string;
  event_type: "webhook.test";
  data: WebhookTestEventData;
}

export interface WebhookTestEventData {
  /** The webhook that was tested. */
  webhook_id: number;
  message: string;
}

/** Whatever a webhook may be sent, told apart by `event_type`. */
export type WebhookEvent =
  | SalutesCreditEvent
  | SalutesDebitEvent
  | SalutesConvertedEvent
  | SalutesConversionSettledEvent
  | SalutesConversionFailedEvent
  | DonationClaimEvent
  | DonationClaimedEvent
  | DonationClaimRedeemedEvent
  | DonationClaimExpiredEvent
  | DonationClaimCancelledEvent
  | UsersCreatedEvent
  | UsersUpdatedEvent
  | UsersDeletedEvent
  | WalletsLinkedEvent
  | WalletsUpdatedEvent
  | WalletsUnlinkedEvent
  | WebhookTestEvent
  | WebhookDeliveryFailedEvent
  | ApiDeprecationEvent;
