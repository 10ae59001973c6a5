// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.

export interface AdvanceSandboxClockAnswer {
  success: true;
  /** Seconds between the two times. */
  advanced_seconds: number;
  /** The sandbox clock after the change. */
  practice_time_utc: string;
  /** Donation claims that expired in between. */
  expired_claims: number;
  /** live or sandbox. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
  /** Nothing live was touched, and nothing was sent. */
  live_side_effects_performed: false;
}

export interface ApiDeprecationEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "api.deprecation";
  /** What happened. */
  data: ApiDeprecationEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface ApiDeprecationEventData {
  /** As in /developers/deprecations.json. */
  deprecation_id: string;
  /** What is withdrawn, in one line. */
  title: string;
  /** The endpoints, as METHOD /path. */
  endpoints: string[];
  /** When answers start to carry the headers. */
  deprecated_at: string;
  /** When the endpoints start to answer 410. */
  sunset_at: string;
  /** Days until the sunset. */
  days_left: number;
  /** Your calls of the last 30 days. */
  calls: number;
  /** What to call instead; null if there is no replacement. */
  replacement: string | null;
  /** The page that explains the migration. */
  help: string;
}

export interface BatchSalutesAnswer {
  success: true;
  /** As requested; in the sandbox see batch_mode. */
  mode: "atomic" | "each";
  /** Number of items. */
  count: number;
  /** Items applied by this request. */
  applied: number;
  /** Items with the status refused. */
  refused: number;
  /** One for each item, in the order of items. */
  results: LedgerBatchItemResult[];
}

export interface CancelDonationClaimAnswer {
  success: true;
  /** Its state. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** The claim's state; the same as status. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Identifies the claim in events and to the operators. */
  claim_id: number;
  /** Anyone who has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  /** What the claim was issued for. */
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or what is paid by hand. */
  currency: string;
  /** Who the claim is for. */
  recipient: CancelDonationClaimRecipient;
  /** Your own name for the claim; null where none was given. */
  reference: string | null;
  /** Whether a mail was sent. */
  email_sent: boolean;
  /**
   * Null if no address was given; not_configured if the service sends no mail; dropped if the claim
   * was claimed or ended first.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** The key that issued it. */
  partner_key_id: string;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why it was cancelled; null where it was not. */
  cancel_reason: string | null;
  /** When it ends; null where it does not. */
  expires_at: string;
  /** When it was made. */
  created_at: string;
  /** When the recipient claimed; null before. */
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

/** Who the claim is for. */
export interface CancelDonationClaimRecipient {
  /** The service's id of the user; null where there is none. */
  user_id: string | null;
  /** Mail address; null where none is set. */
  email: string | null;
  /** What it is called. */
  name: string | null;
}

export interface ConvertSalutesAnswer {
  success: true;
  /** Names the conversion. */
  conversion_id: number;
  /** How far it has come. */
  state: "pending_settlement";
  /** Salutes taken. */
  amount: number;
  /** Tokens to be paid, net of the fee, as a decimal. */
  token_amount: string;
  /** Fee in tokens, as a decimal. */
  fee: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Salutes left. */
  balance: number;
  /** Names the entry in the ledger; null where there is none. */
  ledger_entry_id: number;
  /** demo: from the embedded demo chain, because no other is configured. */
  chain_mode: "demo" | "rpc";
}

export interface CreateUserAnswer {
  success: true;
  /** Your own id of the user; null where none is set. */
  external_id: string;
  /** The user. */
  user: User;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

export interface CreateWebhookAnswer {
  success: true;
  /** The webhook. */
  webhook: CreateWebhookWebhook;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** The webhook. */
export interface CreateWebhookWebhook {
  /** Names the row. */
  id: number;
  /** The first of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Where deliveries go. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second: number | null;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Whether it is on: true or false about one webhook; lists show the stored 1 or 0. */
  is_active: boolean;
  /** Shown only this once. */
  secret: string;
  /** Until then webhook-signature also carries the previous secret's signature. */
  previous_secret_expires_at: string | null;
}

export interface CreditSalutesAnswer {
  success: true;
  /** The service's id of the user; null where there is none. */
  user_id: string;
  /** After this entry. */
  balance: number;
  /** Negative for a debit. */
  delta: number;
  /** Names the entry in the ledger; null where there is none. */
  ledger_entry_id: number;
  /** The Idempotency-Key of the request that made it. */
  idempotency_key: string;
}

export interface DebitSalutesAnswer {
  success: true;
  /** The service's id of the user; null where there is none. */
  user_id: string;
  /** After this entry. */
  balance: number;
  /** Negative for a debit. */
  delta: number;
  /** Names the entry in the ledger; null where there is none. */
  ledger_entry_id: number;
  /** The Idempotency-Key of the request that made it. */
  idempotency_key: string;
}

export interface DeleteUserAnswer {
  success: true;
  /** True: it is gone. */
  deleted: boolean;
  /** Still identifies the user's ledger entries. */
  user_id: number;
}

export interface DeleteWebhookAnswer {
  success: true;
  /** True: it is gone. */
  deleted: true;
  /** Names the webhook. */
  webhook_id: number;
}

export interface DescribeWebhookSimulatorAnswer {
  success: true;
  /** HTTP method. */
  method: "POST";
  /** Path template. */
  path: string;
  /** Fields that must be sent. */
  required_fields: string[];
  /** Fields that may be sent. */
  optional_fields: string[];
  /** Scenarios that can be run. */
  scenario_ids: string[];
  /**
   * The signing secret unless the body gives another; the seed's webhooks have it too. It is
   * public.
   */
  fixture_secret: string;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
  /** live or sandbox. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the sandbox file holds. */
  source: "fixture";
}

export interface DonationClaim {
  /** Its state. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** The claim's state; the same as status. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Identifies the claim in events and to the operators. */
  claim_id: number;
  /** Anyone who has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  /** What the claim was issued for. */
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or what is paid by hand. */
  currency: string;
  /** Who the claim is for. */
  recipient: DonationClaimRecipient;
  /** Your own name for the claim; null where none was given. */
  reference: string | null;
  /** Whether a mail was sent. */
  email_sent: boolean;
  /**
   * Null if no address was given; not_configured if the service sends no mail; dropped if the claim
   * was claimed or ended first.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** The key that issued it. */
  partner_key_id: string;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why it was cancelled; null where it was not. */
  cancel_reason: string | null;
  /** When it ends; null where it does not. */
  expires_at: string;
  /** When it was made. */
  created_at: string;
  /** When the recipient claimed; null before. */
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

export interface DonationClaimCancelledEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "donation.claim_cancelled";
  /** What happened. */
  data: DonationClaimCancelledEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface DonationClaimCancelledEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Names the claim. */
  claim_id: number;
  /** Its state. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** What the claim was issued for. */
  campaign: string;
  /** Names the campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or what is paid by hand. */
  currency: string;
  /** Your reference, as given when the claim was issued. */
  reference: string | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why it was cancelled; null where it was not. */
  cancel_reason: string | null;
  /** When it ends; null where it does not. */
  expires_at: string;
}

export interface DonationClaimEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "donation.claim";
  /** What happened. */
  data: DonationClaimEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface DonationClaimEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Names the claim. */
  claim_id: number;
  /** Its state. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** What the claim was issued for. */
  campaign: string;
  /** Names the campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or what is paid by hand. */
  currency: string;
  /** Your reference, as given when the claim was issued. */
  reference: string | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why it was cancelled; null where it was not. */
  cancel_reason: string | null;
  /** When it ends; null where it does not. */
  expires_at: string;
}

export interface DonationClaimExpiredEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "donation.claim_expired";
  /** What happened. */
  data: DonationClaimExpiredEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface DonationClaimExpiredEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Names the claim. */
  claim_id: number;
  /** Its state. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** What the claim was issued for. */
  campaign: string;
  /** Names the campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or what is paid by hand. */
  currency: string;
  /** Your reference, as given when the claim was issued. */
  reference: string | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why it was cancelled; null where it was not. */
  cancel_reason: string | null;
  /** When it ends; null where it does not. */
  expires_at: string;
}

/** Who the claim is for. */
export interface DonationClaimRecipient {
  /** The service's id of the user; null where there is none. */
  user_id: string | null;
  /** Mail address; null where none is set. */
  email: string | null;
  /** What it is called. */
  name: string | null;
}

export interface DonationClaimRedeemedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "donation.claim_redeemed";
  /** What happened. */
  data: DonationClaimRedeemedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface DonationClaimRedeemedEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Names the claim. */
  claim_id: number;
  /** Its state. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** What the claim was issued for. */
  campaign: string;
  /** Names the campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or what is paid by hand. */
  currency: string;
  /** Your reference, as given when the claim was issued. */
  reference: string | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why it was cancelled; null where it was not. */
  cancel_reason: string | null;
  /** When it ends; null where it does not. */
  expires_at: string;
}

export interface DonationClaimedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "donation.claimed";
  /** What happened. */
  data: DonationClaimedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface DonationClaimedEventData {
  /** The service's id; null where the claim names no user. */
  user_id: string | null;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Names the claim. */
  claim_id: number;
  /** Its state. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** What the claim was issued for. */
  campaign: string;
  /** Names the campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or what is paid by hand. */
  currency: string;
  /** Your reference, as given when the claim was issued. */
  reference: string | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why it was cancelled; null where it was not. */
  cancel_reason: string | null;
  /** When it ends; null where it does not. */
  expires_at: string;
}

export interface GetCapabilitiesAnswer {
  success: true;
  /** The partner that the key belongs to. */
  partner: string;
  /** Names the key. */
  key_id: string;
  /** live or sandbox. */
  key_mode: "live" | "sandbox";
  /** Scopes of the key. */
  scopes: string[];
  /** Null, false or empty for parts that this build lacks. */
  sandbox: GetCapabilitiesSandbox;
  /** Query parameters that are understood. */
  query_support: GetCapabilitiesQuerySupport;
  /** Documents, by name. */
  docs: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** Query parameters that are understood. */
export interface GetCapabilitiesQuerySupport {
  /** Whether include_meta is understood. */
  include_meta: boolean;
}

/** Null, false or empty for parts that this build lacks. */
export interface GetCapabilitiesSandbox {
  /** Whether this key may use it. */
  enabled_for_key: boolean;
  /** Where the key is verified. */
  verify_endpoint: string | null;
  /** Where the promotion report is. */
  promotion_report_endpoint: string | null;
  /** Whether the same calls give the same answers. */
  supports_deterministic_fixtures: boolean;
  /** Sandbox routes that this key may call. */
  fixture_endpoints: string[];
}

export interface GetConversionPolicyAnswer {
  success: true;
  /** Whether it is switched on. */
  enabled: boolean;
  /** Price of one whole token, before the fee. */
  salutes_per_token: number;
  /** Minimum of one conversion (salutes). */
  min_amount: number;
  /** Maximum of one conversion (salutes). */
  max_amount: number;
  /** Daily limit per user (salutes), by UTC day; failed conversions do not count. */
  daily_limit_per_user: number;
  /** Fee, in per cent of the tokens. */
  fee_pct: number;
  /** How amounts are rounded. */
  rounding: "down";
  /** How conversions are paid. */
  settlement: "manual";
  /** Null until the policy is first set. */
  updated_at: string | null;
}

export interface GetDonationClaimAnswer {
  success: true;
  /** Its state. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** The claim's state; the same as status. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Identifies the claim in events and to the operators. */
  claim_id: number;
  /** Anyone who has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  /** What the claim was issued for. */
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or what is paid by hand. */
  currency: string;
  /** Who the claim is for. */
  recipient: GetDonationClaimRecipient;
  /** Your own name for the claim; null where none was given. */
  reference: string | null;
  /** Whether a mail was sent. */
  email_sent: boolean;
  /**
   * Null if no address was given; not_configured if the service sends no mail; dropped if the claim
   * was claimed or ended first.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** The key that issued it. */
  partner_key_id: string;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why it was cancelled; null where it was not. */
  cancel_reason: string | null;
  /** When it ends; null where it does not. */
  expires_at: string;
  /** When it was made. */
  created_at: string;
  /** When the recipient claimed; null before. */
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

/** Who the claim is for. */
export interface GetDonationClaimRecipient {
  /** The service's id of the user; null where there is none. */
  user_id: string | null;
  /** Mail address; null where none is set. */
  email: string | null;
  /** What it is called. */
  name: string | null;
}

export interface GetPartnerStatusAnswer {
  success: true;
  /** As in GET /api/public/system-status; at least warn while the service accepts no changes. */
  overall_status: "ok" | "warn" | "bad";
  /** live or sandbox. */
  key_mode: "live" | "sandbox";
  /** Requests are counted by the minute; the window's first minute counts in full. */
  window: GetPartnerStatusWindow;
  /** Whether endpoints were measured in the window. */
  endpoint_percentiles_available: boolean;
  /** Latency of each endpoint, in milliseconds. */
  endpoint_percentiles_ms: GetPartnerStatusEndpointPercentilesMs;
  /** How much was asked for. */
  request_metrics: GetPartnerStatusRequestMetrics;
  /** How deliveries to you do. */
  webhook_delivery_health: GetPartnerStatusWebhookDeliveryHealth;
  /** How deliveries are tried. */
  delivery_slo_controls: GetPartnerStatusDeliverySloControls;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** How deliveries are tried. */
export interface GetPartnerStatusDeliverySloControls {
  /** Attempts before a delivery is given up. */
  max_attempts: number;
  /** Seconds that an attempt may take. */
  timeout_seconds: number;
  /** Seconds between the first and second attempt; doubled for each further one. */
  retry_base_seconds: number;
  /** Longest wait between attempts, in seconds. */
  retry_max_seconds: number;
  /** Fraction of each delay by which it is randomly shortened or lengthened. */
  retry_jitter: number;
}

/** Latency of each endpoint, in milliseconds. */
export interface GetPartnerStatusEndpointPercentilesMs {
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p50_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p95_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p99_ms: number | null;
}

/** How much was asked for. */
export interface GetPartnerStatusRequestMetrics {
  /** Number of requests. */
  total_requests: number;
  /** Requests answered with 400 or more. */
  error_requests: number;
}

/** How deliveries to you do. */
export interface GetPartnerStatusWebhookDeliveryHealth {
  /** Deliveries that were given up. */
  dead_letter_events: number;
  /** Waiting for a retry. */
  failed_events: number;
  /** Due, being sent, or held while their webhook is off. */
  pending_events: number;
  /** Deliveries that arrived. */
  delivered_events: number;
}

/** Requests are counted by the minute; the window's first minute counts in full. */
export interface GetPartnerStatusWindow {
  /** Length of the window, in hours. */
  hours: number;
  /** Start of the window. */
  start_utc: string;
  /** End of the window. */
  end_utc: string;
}

export interface GetPromotionReportAnswer {
  success: true;
  /** The partner that the key belongs to. */
  partner: string;
  /** Names the key. */
  key_id: string;
  /** What a key has to show. */
  promotion_policy: "sandbox_to_live_manual_approval";
  /** Whether every check is passed; an operator decides. */
  ready: boolean;
  /** Number of checks that were passed. */
  passed_count: number;
  /** Number of checks. */
  checks_count: number;
  /** Checks that the key's scopes allow it to pass. */
  checks: PromotionCheck[];
  /** Checks that none of the key's scopes allows it to pass. */
  not_judged: GetPromotionReportNotJudged[];
  /** Share of requests that failed. */
  error_rate: GetPromotionReportErrorRate;
  /** Days for which evidence counts. */
  evidence_days: number;
  /** The newest entries of the sandbox ledger; of one user if user_id is given. */
  recent_entries: LedgerEntry[];
  /** What was asked for, defaults filled in. */
  query: GetPromotionReportQuery;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
  /** live or sandbox. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
}

/** Share of requests that failed. */
export interface GetPromotionReportErrorRate {
  /**
   * The key's last ones, at most 100, without refusals of their own input and of routes that the
   * sandbox lacks.
   */
  requests: number;
  /** Requests that failed. */
  errors: number;
  /** Different operations among them that succeeded. */
  operations: number;
  /** Different operations that must have succeeded. */
  min_operations: number;
  /** Failed requests in percent, with two decimals. */
  error_rate_pct: number;
  /** Most that may fail, in percent. */
  max_error_rate_pct: number;
}

export interface GetPromotionReportNotJudged {
  /** What it is called. */
  name: string;
  /** Any one of these scopes allows it. */
  scopes: string[];
}

/** What was asked for, defaults filled in. */
export interface GetPromotionReportQuery {
  /** As asked for; null where it was not. */
  user_id: string | null;
  /** As asked for; null where it was not. */
  limit: number;
}

export interface GetSalutesBalanceAnswer {
  success: true;
  /** The service's id of the user; null where there is none. */
  user_id: string;
  /** Salutes that the user has. */
  balance: number;
  /** The key that did it. */
  partner_key_id: string;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

export interface GetTokenStatusAnswer {
  success: true;
  /** The token's mint address. */
  mint: string;
  /** Decimals of the token. */
  decimals: number;
  /** Scheme and host of the first RPC address; demo: for the demo chain. */
  rpc_url: string;
  /** What the chain says of the token. */
  chain: GetTokenStatusChain;
  /** Holders, counted three ways. */
  holders_detail: GetTokenStatusHoldersDetail | null;
  /** Finalized; the oldest slot of the sources. */
  slot: number;
  /** Time of the data, that of its oldest source. */
  as_of_utc: string;
  /** Age of the figures, in hours. */
  age_hours: number;
  /** Whether the figures are older than they should be. */
  is_stale: boolean;
  /** demo: from the embedded demo chain, because no other is configured. */
  chain_mode: "demo" | "rpc";
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** What the chain says of the token. */
export interface GetTokenStatusChain {
  /** Minted and not burned. Whole tokens, exact. */
  total_supply: string;
  /** total_supply − treasury − reserve − burn wallets. Whole tokens, exact. */
  circulating_supply: string;
  /** Balance of the treasury wallets. Whole tokens, exact. */
  treasury_balance: string;
  /** Balance of the reserve wallets. Whole tokens, exact. */
  reserve_balance: string;
  /** treasury_balance + reserve_balance. Whole tokens, exact. */
  tracked_treasury_balance: string;
  /** Balance of the burn wallets. Whole tokens, exact. */
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
  /** Number of token accounts. */
  token_accounts: number;
  /** Token accounts that hold something. */
  non_zero_accounts: number;
  /** Owners with more than zero. */
  unique_owners: number;
  /** The same without the project's own wallets. */
  excluding: GetTokenStatusHoldersDetailExcluding;
}

/** The same without the project's own wallets. */
export interface GetTokenStatusHoldersDetailExcluding {
  /** Number of wallets. */
  wallets: string[];
  /** Number of token accounts. */
  token_accounts: number;
  /** Token accounts that hold something. */
  non_zero_accounts: number;
  /** Owners with more than zero. */
  unique_owners: number;
}

export interface GetUsageAnswer {
  success: true;
  /** Requests are counted by the minute; the window's first minute counts in full. */
  window: GetUsageWindow;
  /** How much was asked for. */
  request_metrics: GetUsageRequestMetrics;
  /** How fast it was answered, in milliseconds. */
  latency_metrics_ms: GetUsageLatencyMetricsMs;
}

/** How fast it was answered, in milliseconds. */
export interface GetUsageLatencyMetricsMs {
  /** Whether there is anything to show. */
  available: boolean;
  /** All of it together. */
  overall: GetUsageLatencyMetricsMsOverall;
  /** The same for each endpoint, most requested first. */
  endpoint_breakdown: GetUsageLatencyMetricsMsEndpointBreakdown[];
}

export interface GetUsageLatencyMetricsMsEndpointBreakdown {
  /** HTTP method. */
  method: string;
  /** Its template. */
  path: string;
  /** Number of measurements. */
  samples: number;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p50_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p95_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p99_ms: number | null;
}

/** All of it together. */
export interface GetUsageLatencyMetricsMsOverall {
  /** Number of measurements. */
  samples: number;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p50_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p95_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p99_ms: number | null;
}

/** How much was asked for. */
export interface GetUsageRequestMetrics {
  /** Number of requests. */
  total_requests: number;
  /** Answered under 400. */
  success_requests: number;
  /** Answers of 400 and above, including rate-limited ones. */
  error_requests: number;
  /** Requests refused with 429. */
  rate_limited_requests: number;
  /** Most requested first. */
  endpoint_breakdown: GetUsageRequestMetricsEndpointBreakdown[];
}

export interface GetUsageRequestMetricsEndpointBreakdown {
  /** HTTP method. */
  method: string;
  /** Its template. */
  path: string;
  /** Number of requests. */
  requests: number;
  /** Requests that failed. */
  errors: number;
  /** With two decimals. */
  error_rate_pct: number;
}

/** Requests are counted by the minute; the window's first minute counts in full. */
export interface GetUsageWindow {
  /** Length of the window, in hours. */
  hours: number;
  /** Start of the window. */
  start_utc: string;
  /** End of the window. */
  end_utc: string;
}

export interface GetUserAnswer {
  success: true;
  /** The user. */
  user: User;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

export interface GetWalletInfoAnswer {
  success: true;
  /** The address. */
  wallet: string;
  /** SOL. */
  native_balance: number;
  /** Whole tokens of the mint, over all the wallet's accounts. */
  token_balance: number;
  /** Mint of the liquidity pool; empty if none is configured. */
  lp_mint: string;
  /** Tokens of the liquidity pool that the wallet holds; null where none is configured. */
  lp_amount: number;
  /** demo: from the embedded demo chain, because no other is configured. */
  chain_mode: "demo" | "rpc";
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

export interface GetWalletVerificationAnswer {
  success: true;
  /** The address. */
  wallet: string;
  /** Whether one of your users has it. */
  linked: boolean;
  /** What is true of the wallet. */
  wallet_states: GetWalletVerificationWalletStates;
  /** Whether and when ownership was proved. */
  verification: GetWalletVerificationVerification;
  /** The user that the wallet is linked to; null where none is yours. */
  owner: GetWalletVerificationOwner | null;
  /** Names of the states. */
  state_model: string[];
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** The user that the wallet is linked to; null where none is yours. */
export interface GetWalletVerificationOwner {
  /** The service's id of the user; null where there is none. */
  user_id: number;
  /** Your own id of the user; null where none is set. */
  external_id: string;
  /** 1 for the user's main wallet. */
  is_primary: boolean;
  /** 1 where the wallet is hidden. */
  is_hidden: boolean;
}

/** Whether and when ownership was proved. */
export interface GetWalletVerificationVerification {
  /** Whether it is proved. */
  verified: boolean;
  /** When ownership was proved; null before. */
  verified_at_utc: string | null;
  /** Days since ownership was proved; null before. */
  verification_age_days: number | null;
  /** How old the verification is: fresh or stale. */
  freshness: "fresh" | "aging" | "stale" | "never";
  /** The state in words. */
  status_text: string;
  /** Days after which a verification is stale. */
  reverify_days: number;
}

/** What is true of the wallet. */
export interface GetWalletVerificationWalletStates {
  /** Whether the address is linked to a user. */
  linked: boolean;
  /** Proved in the last 24 h. */
  connected_session: boolean;
  /** Proved at least once; stale_verification says whether that is too long ago. */
  verified: boolean;
  /** Whether its verification is too old. */
  stale_verification: boolean;
  /** Whether the partner hides the wallet. */
  hidden: boolean;
}

export interface GetWebhookEventAnswer {
  success: true;
  /** The delivery record. */
  event: GetWebhookEventEvent;
  /** The request of the last attempt; null before the first. */
  request: SentRequest | null;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** The delivery record. */
export interface GetWebhookEventEvent {
  /** The record's id: event_id in paths and replays. */
  id: number;
  /** The event's id: event_id of the delivered body. */
  event_uid: string;
  /** Names the webhook. */
  webhook_id: number;
  /** Type of the event. */
  event_type: string;
  /**
   * pending: due now. failed: retried at next_attempt_at. held: the webhook is off; sent once it is
   * on again. cancelled: the webhook is deleted, or an operator discarded it; last_error then says
   * why.
   */
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  /** Over all rounds; probes do not count. */
  attempts: number;
  /** Whether it was given up. */
  is_dead_letter: boolean;
  /** Why the last attempt failed, or the reason of a replay. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** What the last attempt met; null where nothing did. */
  last_error: string | null;
  /** Where the webhook's deliveries go now. */
  target_url: string;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it was last tried; null before. */
  last_attempt_at: string | null;
  /** When it is tried next; null where it is not. */
  next_attempt_at: string | null;
  /** When it was delivered; null before. */
  delivered_at: string | null;
}

export interface IssueDonationClaimAnswer {
  success: true;
  /** Its state. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** The claim's state; the same as status. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Identifies the claim in events and to the operators. */
  claim_id: number;
  /** Anyone who has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  /** What the claim was issued for. */
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or what is paid by hand. */
  currency: string;
  /** Who the claim is for. */
  recipient: IssueDonationClaimRecipient;
  /** Your own name for the claim; null where none was given. */
  reference: string | null;
  /** Whether a mail was sent. */
  email_sent: boolean;
  /**
   * Null if no address was given; not_configured if the service sends no mail; dropped if the claim
   * was claimed or ended first.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** The key that issued it. */
  partner_key_id: string;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why it was cancelled; null where it was not. */
  cancel_reason: string | null;
  /** When it ends; null where it does not. */
  expires_at: string;
  /** When it was made. */
  created_at: string;
  /** When the recipient claimed; null before. */
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

/** At least one of the three; SALUTES need a user_id. */
export interface IssueDonationClaimInputRecipient {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id?: string | number;
  /** The recipient's e-mail address for the code, if the service sends mail. */
  email?: string;
  /** For your own records; nobody else sees it. */
  name?: string;
}

/** Who the claim is for. */
export interface IssueDonationClaimRecipient {
  /** The service's id of the user; null where there is none. */
  user_id: string | null;
  /** Mail address; null where none is set. */
  email: string | null;
  /** What it is called. */
  name: string | null;
}

export interface IssueWalletChallengeAnswer {
  success: true;
  /** Names the challenge; send it with the proof. */
  challenge_id: string;
  /** To be signed unchanged (Sign-In-With-Solana). */
  text: string;
  /** When it ends; null where it does not. */
  expires_at: string;
}

/** An object. */
export interface LedgerBatchItem {
  operation: "credit" | "debit";
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  /** A positive number with at most 2 decimals and 17 digits, at most 1000000000000. */
  amount: number;
  /** The reason: 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason: string;
  /**
   * The origin; api by default. 1 to 64 of A-Z a-z 0-9 . _ : - 1 to 64 characters of A-Z a-z 0-9 .
   * _ : -.
   */
  source?: string;
  /**
   * The item's own Idempotency-Key, as if the item were a call of its own: an item applied before,
   * by a batch or by a call, is replayed.
   */
  idempotency_key?: string;
}

export interface LedgerBatchItemResult {
  /** The item's place in items, from 0. */
  index: number;
  /** replayed: an earlier request with the item's key applied it. */
  status: "applied" | "refused" | "replayed";
  /**
   * The code of the refusal, as a call of its own would get it; batch_refused for an item that only
   * others kept from being applied.
   */
  error: string | null;
  /** What to do about the refusal, in one sentence. */
  message: string | null;
  /** The service's id; of a refused item the user_id as sent. */
  user_id: string | null;
  /** Negative for a debit; null for a refused item. */
  delta: number | null;
  /** After the item; with insufficient_balance the present one, otherwise null if refused. */
  balance: number | null;
  /** Null for a refused item. */
  ledger_entry_id: number | null;
}

export interface LedgerEntry {
  /** Names the row. */
  id: number;
  /** The service's id of the user; null where there is none. */
  user_id: string;
  /** Salutes; negative for a debit. */
  delta: number;
  /** The user's salutes after this entry. */
  balance_after: number;
  /** Why, in the caller's words. */
  reason: string;
  /** Where it comes from. */
  source: string;
  /** The Idempotency-Key of the request that made it. */
  idempotency_key: string;
  /** Null for the system's entries. */
  partner_key_id: string | null;
  /** When it was made. */
  created_at: string;
}

export interface LinkWalletAnswer {
  success: true;
  /** The wallet. */
  wallet: Wallet;
  /** All of the user's wallets, oldest first. */
  wallets: Wallet[];
}

/** Proves that the user holds the wallet's key: a signature over a challenge's text. */
export interface LinkWalletInputProof {
  challenge_id: string;
  /** 64 bytes as base58, base64, base64url or hex. */
  signature: string;
}

export interface ListDeadLettersAnswer {
  success: true;
  /** Length of the window, in hours. */
  window_hours: number;
  /** Number of dead letters. */
  dead_letter_count: number;
  /** Attempts before a delivery is given up. */
  max_attempts: number;
  /** Dead letters by event type. */
  by_event_type: ListDeadLettersByEventType[];
  /** Dead letters by reason. */
  by_reason_tag: ListDeadLettersByReasonTag[];
  /** The 200 that died last; webhook-events with status=dead_letter lists all. */
  events: ListDeadLettersEvent[];
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

export interface ListDeadLettersByEventType {
  /** Type of the event. */
  event_type: string;
  /** Number of dead letters of this type. */
  count: number;
}

export interface ListDeadLettersByReasonTag {
  /** Why it failed, as a code; null where it did not. */
  reason_tag: string;
  /** Number of dead letters for this reason. */
  count: number;
}

export interface ListDeadLettersEvent {
  /** The delivery record's id, as webhook-events lists it. */
  event_id: number;
  /** The event's id at the receiver: event_id of the delivered body. */
  event_uid: string;
  /** Names the webhook. */
  webhook_id: number;
  /** Type of the event. */
  event_type: string;
  /** Where deliveries go. */
  target_url: string;
  /** Attempts so far. */
  attempts: number;
  /** Why it failed, as a code; null where it did not. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** What the last attempt met; null where nothing did. */
  last_error: string | null;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
}

export interface ListDonationClaimsAnswer {
  success: true;
  /** Claims, newest first. */
  claims: DonationClaim[];
  /** Number of rows in this answer. */
  count: number;
  /** What was asked for, defaults filled in. */
  query: ListDonationClaimsQuery;
  /** How to go on. */
  pagination: Pagination;
}

/** What was asked for, defaults filled in. */
export interface ListDonationClaimsQuery {
  /** As asked for; null where it was not. */
  limit: number;
  /** As asked for; null where it was not. */
  offset: number;
  /** As asked for; null where it was not. */
  cursor: string | null;
  /** As asked for; null where it was not. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled" | null;
  /** As asked for; null where it was not. */
  campaign: string | null;
  /** As asked for; null where it was not. */
  reference: string | null;
  /** As asked for; null where it was not. */
  user_id: string | null;
}

export interface ListErrorsAnswer {
  success: true;
  /** Number of rows in this answer. */
  count: number;
  /** Sorted by status, then code. */
  entries: ListErrorsEntry[];
}

export interface ListErrorsEntry {
  /** The code that `error` holds. */
  error_code: string;
  /** What it is called, in a line. */
  title: string;
  /** What kind of thing it is. */
  category: string;
  /** HTTP status. */
  http_status: number;
  /** What a client does with it. */
  retry_class: "retry_after" | "retryable" | "safe_no_op" | "fail_fast";
  /** What to do about it. */
  retry_behavior: string;
  /** Seconds to wait if the answer has no Retry-After; 0 if waiting does not help. */
  retry_after_seconds: number;
  /** Key modes in which the code can occur. */
  available_in_modes: ("live" | "sandbox")[];
  /** Tags of the OpenAPI document. */
  endpoint_groups: string[];
  /** Where to look next, by name. */
  recovery_links: Record<string, string>;
}

export interface ListEventsAnswer {
  success: true;
  /** Oldest first. */
  events: ListEventsEvent[];
  /** Number of events on this page. */
  count: number;
  /** What was asked for, defaults filled in. */
  query: ListEventsQuery;
  /** How to go on. */
  pagination: ListEventsPagination;
}

export interface ListEventsEvent {
  /** evt_ and 26 characters, as in deliveries. */
  event_id: string;
  /** Its number among your events: each is one above the one before. */
  sequence: number;
  /** A type of the catalogue. */
  event_type: string;
  /** When the change was made. */
  occurred_at: string;
  /** The key of the request that caused it. */
  idempotency_key: string | null;
  /** As in the delivered body. */
  data: Record<string, unknown>;
}

/** How to go on. */
export interface ListEventsPagination {
  /** Whether there are more rows. */
  has_more: boolean;
  /** Send it as offset for the next page; null on the last, and when paging by cursor. */
  next_offset: number | null;
  /** The after of the next page; null on the last. */
  next_cursor: string | null;
  /** The after of the next request, on the last page too. */
  next_after: number;
}

/** What was asked for, defaults filled in. */
export interface ListEventsQuery {
  /** As given. */
  after: number | null;
  /** As given. */
  types: string | null;
  /** Events per page. */
  limit: number;
}

export interface ListLedgerAnswer {
  success: true;
  /** The service's id of the user; null where there is none. */
  user_id: string | null;
  /** Salutes that the user has. */
  balance: number | null;
  /** Entries of the ledger. */
  ledger: LedgerEntry[];
  /** Number of rows in this answer. */
  count: number;
  /** What was asked for, defaults filled in. */
  query: ListLedgerQuery;
  /** How to go on. */
  pagination: Pagination;
}

/** What was asked for, defaults filled in. */
export interface ListLedgerQuery {
  /** As asked for; null where it was not. */
  user_id: string | null;
  /** As asked for; null where it was not. */
  limit: number;
  /** As asked for; null where it was not. */
  offset: number;
  /** As asked for; null where it was not. */
  cursor: string | null;
  /** As asked for; null where it was not. */
  order: "desc" | "asc";
  /** As asked for; null where it was not. */
  reason: string | null;
  /** As asked for; null where it was not. */
  source: string | null;
  /** As asked for; null where it was not. */
  idempotency_key: string | null;
  /** As asked for; null where it was not. */
  from: string | null;
  /** As asked for; null where it was not. */
  to: string | null;
}

export interface ListUsersAnswer {
  success: true;
  /** Users, by id. */
  users: User[];
  /** Number of rows in this answer. */
  count: number;
  /** What was asked for, defaults filled in. */
  query: ListUsersQuery;
  /** How to go on. */
  pagination: Pagination;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** What was asked for, defaults filled in. */
export interface ListUsersQuery {
  /** As asked for; null where it was not. */
  limit: number;
  /** As asked for; null where it was not. */
  offset: number;
  /** As asked for; null where it was not. */
  cursor: string | null;
  /** As asked for; null where it was not. */
  status: "active" | "suspended" | null;
  /** As asked for; null where it was not. */
  q: string | null;
  /** As asked for; null where it was not. */
  include_wallets: boolean;
}

export interface ListWalletsAnswer {
  success: true;
  /** Newest first. */
  wallets: Wallet[];
  /** Number of rows in this answer. */
  count: number;
  /** What was asked for, defaults filled in. */
  query: ListWalletsQuery;
  /** How to go on. */
  pagination: Pagination;
}

/** What was asked for, defaults filled in. */
export interface ListWalletsQuery {
  /** As asked for; null where it was not. */
  limit: number;
  /** As asked for; null where it was not. */
  offset: number;
  /** As asked for; null where it was not. */
  cursor: string | null;
}

export interface ListWebhookAttemptsAnswer {
  success: true;
  /** The delivery record's id, as webhook-events lists it. */
  event_id: number;
  /** The event's id at the receiver: event_id of the delivered body. */
  event_uid: string;
  /** Its state. */
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  /** Attempts, newest first. */
  attempts: ListWebhookAttemptsAttempt[];
  /** Number of rows in this answer. */
  count: number;
  /** What was asked for, defaults filled in. */
  query: ListWebhookAttemptsQuery;
  /** How to go on. */
  pagination: Pagination;
}

export interface ListWebhookAttemptsAttempt {
  /** Continues over rounds. A probe has the number of the next attempt. */
  attempt: number;
  /** When the attempt was made. */
  attempted_at: string;
  /** HTTP status. */
  http_status: number | null;
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** At most 4 KiB of the answer's body. */
  response_excerpt: string | null;
  /** What went wrong; null where nothing did. */
  error: string | null;
  /** Why it failed, as a code; null where it did not. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** When it is tried next; null where it is not. */
  next_attempt_at: string | null;
  /**
   * Sent to test whether a failing receiver is back: does not count and does not change the
   * schedule.
   */
  probe: boolean;
  /** Sandbox only: nothing was sent. */
  simulated: boolean;
}

/** What was asked for, defaults filled in. */
export interface ListWebhookAttemptsQuery {
  /** As asked for; null where it was not. */
  webhook_id: number | null;
  /** As asked for; null where it was not. */
  limit: number;
  /** As asked for; null where it was not. */
  offset: number;
  /** As asked for; null where it was not. */
  cursor: string | null;
}

export interface ListWebhookEventsAnswer {
  success: true;
  /** Delivery records, newest first. */
  events: ListWebhookEventsEvent[];
  /** Number of rows in this answer. */
  count: number;
  /** What was asked for, defaults filled in. */
  query: ListWebhookEventsQuery;
  /** How to go on. */
  pagination: Pagination;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

export interface ListWebhookEventsEvent {
  /** The record's id: event_id in paths and replays. */
  id: number;
  /** The event's id: event_id of the delivered body. */
  event_uid: string;
  /** Names the webhook. */
  webhook_id: number;
  /** Type of the event. */
  event_type: string;
  /**
   * pending: due now. failed: retried at next_attempt_at. held: the webhook is off; sent once it is
   * on again. cancelled: the webhook is deleted, or an operator discarded it; last_error then says
   * why.
   */
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  /** Over all rounds; probes do not count. */
  attempts: number;
  /** Whether it was given up. */
  is_dead_letter: boolean;
  /** Why the last attempt failed, or the reason of a replay. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** What the last attempt met; null where nothing did. */
  last_error: string | null;
  /** Where the webhook's deliveries go now. */
  target_url: string;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** When it was last tried; null before. */
  last_attempt_at: string | null;
  /** When it is tried next; null where it is not. */
  next_attempt_at: string | null;
  /** When it was delivered; null before. */
  delivered_at: string | null;
}

/** What was asked for, defaults filled in. */
export interface ListWebhookEventsQuery {
  /** As asked for; null where it was not. */
  status: string | null;
  /** As asked for; null where it was not. */
  reason_tag: string | null;
  /** As asked for; null where it was not. */
  from: string | null;
  /** As asked for; null where it was not. */
  to: string | null;
  /** As asked for; null where it was not. */
  webhook_id: number | null;
  /** As asked for; null where it was not. */
  event_id: string | null;
  /** As asked for; null where it was not. */
  limit: number;
  /** As asked for; null where it was not. */
  offset: number;
  /** As asked for; null where it was not. */
  cursor: string | null;
}

export interface ListWebhookScenariosAnswer {
  success: true;
  /** Number of scenarios. */
  scenarios_count: number;
  /** Scenarios that can be run. */
  scenarios: ListWebhookScenariosScenario[];
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
  /** live or sandbox. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the sandbox file holds. */
  source: "fixture";
}

export interface ListWebhookScenariosScenario {
  /** Names the row. */
  id: string;
  /** What it is called, in a line. */
  title: string;
  /** Type of the event. */
  event_type: string;
}

export interface ListWebhooksAnswer {
  success: true;
  /** Your webhooks, newest first. */
  webhooks: ListWebhooksWebhook[];
  /** Number of rows in this answer. */
  count: number;
  /** What was asked for, defaults filled in. */
  query: ListWebhooksQuery;
  /** How to go on. */
  pagination: Pagination;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** What was asked for, defaults filled in. */
export interface ListWebhooksQuery {
  /** As given: one, several as a list, or null. */
  event_type: string | string[] | null;
  /** As asked for; null where it was not. */
  is_active: boolean | null;
  /** As asked for; null where it was not. */
  limit: number;
  /** As asked for; null where it was not. */
  offset: number;
  /** As asked for; null where it was not. */
  cursor: string | null;
}

export interface ListWebhooksWebhook {
  /** Names the row. */
  id: number;
  /** The first of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Where deliveries go. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second: number | null;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /**
   * 1 if it is on, 0 if off: lists show the stored number, answers about one webhook true or false.
   */
  is_active: number;
}

export interface LookUpUsersAnswer {
  success: true;
  /** Users, by id. */
  users: User[];
  /** Number of rows in this answer. */
  count: number;
  /** What was asked for, defaults filled in. */
  query: LookUpUsersQuery;
  /** How to go on. */
  pagination: Pagination;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** What was asked for, defaults filled in. */
export interface LookUpUsersQuery {
  /** As asked for; null where it was not. */
  limit: number;
  /** As asked for; null where it was not. */
  offset: number;
  /** As asked for; null where it was not. */
  cursor: string | null;
  /** As asked for; null where it was not. */
  status: "active" | "suspended" | null;
  /** As asked for; null where it was not. */
  q: string | null;
  /** As asked for; null where it was not. */
  include_wallets: boolean;
  /** As asked for; null where it was not. */
  email: string | null;
  /** As asked for; null where it was not. */
  username: string | null;
  /** As asked for; null where it was not. */
  wallet: string | null;
}

export interface Pagination {
  /** Whether there are more rows. */
  has_more: boolean;
  /** Send it as offset for the next page; null on the last, and when paging by cursor. */
  next_offset: number | null;
  /** Send it as cursor for the next page; null on the last. */
  next_cursor: string | null;
}

export interface PromotionCheck {
  /** What it is called. */
  name: string;
  /** What it is called, in a line. */
  title: string;
  /** Whether it was passed. */
  passed: boolean;
  /** Null if nothing was seen in the last 30 days. */
  evidence: PromotionCheckEvidence | null;
  /** What to do to pass it. */
  how_to_pass: string;
}

/** Null if nothing was seen in the last 30 days. */
export interface PromotionCheckEvidence {
  /** In words. */
  summary: string;
  /** The last time, by the real clock. */
  seen_at: string | null;
  /** Names the request in the server's log. */
  request_id: string | null;
  /** HTTP method. */
  method: string | null;
  /** Its template. */
  path: string | null;
  /** How often it was seen; for the error rate, the number of requests. */
  count: number;
}

export interface RecoverWebhookAnswer {
  success: true;
  /** The webhook's id. */
  webhook_id: number;
  /** Deliveries that this request queued, 5,000 at most. */
  queued: number;
  /** Start of the examined time, as given. */
  since: string;
  /** End of the examined time, not included. */
  until: string;
  /** Whether to call again with since = next_since. */
  has_more: boolean;
  /** The since of the next request; null if all events were examined. */
  next_since: string | null;
}

export interface ReplayWebhookEventsAnswer {
  success: true;
  /** Number of rows in this answer. */
  count: number;
  /** How many are sent again. */
  replayed_count: number;
  /** How many could not be replayed. */
  failed_count: number;
  /** Why it failed, as a code; null where it did not. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** A remark. */
  note: string | null;
  /** A row for each thing that was asked for. */
  results: ReplayWebhookEventsResult[];
}

export interface ReplayWebhookEventsResult {
  /** Null for an unknown evt_… */
  event_id: number | null;
  /** Null for an unknown id. */
  event_uid: string | null;
  /** Whether it is sent again. */
  replayed: boolean;
  /**
   * Why it was not sent again. in_progress: it is being sent or held. discarded: an operator
   * cancelled it.
   */
  error: "not_found" | "in_progress" | "webhook_deleted" | "discarded" | null;
  /** Why it failed, as a code; null where it did not. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
}

export interface RotateWebhookSecretAnswer {
  success: true;
  /** The webhook. */
  webhook: RotateWebhookSecretWebhook;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** The webhook. */
export interface RotateWebhookSecretWebhook {
  /** Names the row. */
  id: number;
  /** The first of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Where deliveries go. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second: number | null;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Whether it is on: true or false about one webhook; lists show the stored 1 or 0. */
  is_active: boolean;
  /** Shown only this once. */
  secret: string;
  /** Until then webhook-signature also carries the previous secret's signature. */
  previous_secret_expires_at: string | null;
}

export interface RunWebhookScenarioAnswer {
  success: true;
  /** The scenario that was run. */
  selected_scenario_id: string;
  /** What was simulated. */
  scenario: RunWebhookScenarioScenario;
  /** The request that a live delivery would send. */
  simulation: Simulation;
  /** The signing secret; null for a secret of yours. */
  fixture_secret: string | null;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
  /** live or sandbox. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the sandbox file holds. */
  source: "fixture";
  /** Nothing live was touched, and nothing was sent. */
  live_side_effects_performed: false;
}

/** What was simulated. */
export interface RunWebhookScenarioScenario {
  /** Names the row. */
  id: string;
  /** What it is called, in a line. */
  title: string;
  /** Type of the event. */
  event_type: string;
}

export interface SalutesConversionFailedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "salutes.conversion_failed";
  /** What happened. */
  data: SalutesConversionFailedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface SalutesConversionFailedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Names the conversion. */
  conversion_id: number;
  /** How far it has come. */
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes. */
  amount: number;
  /** Tokens, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens, as a decimal. */
  fee: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Names the entry in the ledger; null where there is none. */
  ledger_entry_id: number;
  /** The transaction that paid it; null before. */
  settlement_signature: string | null;
  /** Why it failed; null where it did not. */
  failure_reason: string | null;
}

export interface SalutesConversionSettledEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "salutes.conversion_settled";
  /** What happened. */
  data: SalutesConversionSettledEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface SalutesConversionSettledEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Names the conversion. */
  conversion_id: number;
  /** How far it has come. */
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes. */
  amount: number;
  /** Tokens, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens, as a decimal. */
  fee: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Names the entry in the ledger; null where there is none. */
  ledger_entry_id: number;
  /** The transaction that paid it; null before. */
  settlement_signature: string | null;
  /** Why it failed; null where it did not. */
  failure_reason: string | null;
}

export interface SalutesConvertedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "salutes.converted";
  /** What happened. */
  data: SalutesConvertedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface SalutesConvertedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Names the conversion. */
  conversion_id: number;
  /** How far it has come. */
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes. */
  amount: number;
  /** Tokens, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens, as a decimal. */
  fee: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Names the entry in the ledger; null where there is none. */
  ledger_entry_id: number;
  /** The transaction that paid it; null before. */
  settlement_signature: string | null;
  /** Why it failed; null where it did not. */
  failure_reason: string | null;
}

export interface SalutesCreditEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "salutes.credit";
  /** What happened. */
  data: SalutesCreditEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface SalutesCreditEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Salutes; negative for a debit. */
  delta: number;
  /** Salutes after this entry. */
  balance: number;
  /** Why, in the caller's words. */
  reason: string;
  /** Where it comes from. */
  source: string;
  /** Names the entry in the ledger; null where there is none. */
  ledger_entry_id: number;
}

export interface SalutesDebitEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "salutes.debit";
  /** What happened. */
  data: SalutesDebitEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface SalutesDebitEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** Salutes; negative for a debit. */
  delta: number;
  /** Salutes after this entry. */
  balance: number;
  /** Why, in the caller's words. */
  reason: string;
  /** Where it comes from. */
  source: string;
  /** Names the entry in the ledger; null where there is none. */
  ledger_entry_id: number;
}

/** The request of the last attempt. */
export interface SentRequest {
  /**
   * As salute set them, signatures included; Host and Content-Length are not listed. *** stands for
   * values of your own headers, and for signatures with a secret that was replaced since.
   * user-agent names the version that runs now.
   */
  headers: Record<string, string>;
  /** Byte for byte, as it was signed. */
  body: string;
}

/** The request that a live delivery would send. */
export interface Simulation {
  /** Including the signatures. */
  headers: Record<string, string>;
  /** The exact text that is signed. */
  body: string;
}

export interface TestWebhookAnswer {
  success: true;
  /** True: it is on its way. */
  queued: true;
  /** The record's id. */
  event_id: number;
  /** event_id of the delivered body. */
  event_uid: string;
  /** Type of the event. */
  event_type: "webhook.test";
  /** Names the webhook. */
  webhook_id: number;
}

export interface UnlinkWalletAnswer {
  success: true;
  /** True: it is gone. */
  deleted: boolean;
  /** The wallet's address. */
  wallet_address: string;
  /** The remaining wallets, oldest first. */
  wallets: Wallet[];
}

export interface UpdateUserAnswer {
  success: true;
  /** The user. */
  user: User;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

export interface UpdateWebhookAnswer {
  success: true;
  /** The webhook. */
  webhook: UpdateWebhookWebhook;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** The webhook. */
export interface UpdateWebhookWebhook {
  /** Names the row. */
  id: number;
  /** The first of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Where deliveries go. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second: number | null;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Whether it is on: true or false about one webhook; lists show the stored 1 or 0. */
  is_active: boolean;
}

export interface User {
  /** Names the row. */
  id: number;
  /** Your own id of the user; null where none is set. */
  external_id: string;
  /** The user's name; null where none is set. */
  username: string | null;
  /** The user's name for people; null where none is set. */
  display_name: string | null;
  /** Mail address; null where none is set. */
  email: string | null;
  /** Its state. */
  status: "active" | "suspended";
  /** Whether the primary wallet is verified. */
  is_verified: boolean;
  /** The primary wallet. */
  wallet_address: string | null;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Only with include_wallets; oldest first. */
  wallets?: Wallet[];
}

export interface UsersCreatedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "users.created";
  /** What happened. */
  data: UsersCreatedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface UsersCreatedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** The user's name; null where none is set. */
  username: string | null;
  /** The user's name for people; null where none is set. */
  display_name: string | null;
  /** Its state. */
  status: "active" | "suspended";
  /** Whether the partner knows who it is. */
  is_verified: boolean;
}

export interface UsersDeletedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "users.deleted";
  /** What happened. */
  data: UsersDeletedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface UsersDeletedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
}

export interface UsersUpdatedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "users.updated";
  /** What happened. */
  data: UsersUpdatedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface UsersUpdatedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** The user's name; null where none is set. */
  username: string | null;
  /** The user's name for people; null where none is set. */
  display_name: string | null;
  /** Its state. */
  status: "active" | "suspended";
  /** Whether the partner knows who it is. */
  is_verified: boolean;
  /** Names of the changed fields. */
  changed_fields: string[];
}

export interface VerifySandboxKeyAnswer {
  success: true;
  /** Whether it is proved. */
  verified: true;
  /** The partner that the key belongs to. */
  partner: string;
  /** Names the key. */
  key_id: string;
  /** live or sandbox. */
  key_mode: "sandbox";
  /** What the key may do. */
  scopes: string[];
  /** The sandbox clock: it advances one second with each mutation. */
  practice_time_utc: string;
  /** Documents about it, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
  /** live or sandbox. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
}

export interface VerifyWebhookSignatureAnswer {
  success: true;
  /** Whether it is right. */
  valid: boolean;
  /** The signature that was sent. */
  provided_signature: string;
  /** The signature that the secret gives. */
  expected_signature: string;
  /** Unix seconds that were signed. */
  timestamp: number;
  /** The signed text: the timestamp, a full stop, the payload. */
  canonical_body: string;
  /** The same check as code. */
  validator_example: string;
}

export interface Wallet {
  /** The chain that the address is on. */
  blockchain: string;
  /** The wallet's address. */
  wallet_address: string;
  /** How people call it. */
  label: string | null;
  /** 1 for the user's primary wallet. */
  is_primary: number;
  /** 1 if the user keeps it private. */
  is_hidden: number;
  /** 1 once its ownership was proved. */
  verified: number;
  /** Time of the last proof. */
  verified_at: string | null;
  /** The signed form: the text itself, or one of Solana's off-chain envelopes. */
  proof_format: "raw" | "offchain_v1" | "offchain_v0" | "offchain_legacy" | null;
  /** When it was made. */
  created_at: string;
}

export interface WalletsLinkedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "wallets.linked";
  /** What happened. */
  data: WalletsLinkedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface WalletsLinkedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** The wallet. */
  wallet: WalletsLinkedEventDataWallet;
}

/** The wallet. */
export interface WalletsLinkedEventDataWallet {
  /** The chain that the address is on. */
  blockchain: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Your name for the wallet; null where none is set. */
  label: string | null;
  /** 1 for the user's main wallet. */
  is_primary: number;
  /** 1 where the wallet is hidden. */
  is_hidden: number;
  /** Whether it is proved. */
  verified: number;
}

export interface WalletsUnlinkedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "wallets.unlinked";
  /** What happened. */
  data: WalletsUnlinkedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface WalletsUnlinkedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** The wallet. */
  wallet: WalletsUnlinkedEventDataWallet;
}

/** The wallet. */
export interface WalletsUnlinkedEventDataWallet {
  /** The chain that the address is on. */
  blockchain: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Your name for the wallet; null where none is set. */
  label: string | null;
  /** 1 for the user's main wallet. */
  is_primary: number;
  /** 1 where the wallet is hidden. */
  is_hidden: number;
  /** Whether it is proved. */
  verified: number;
}

export interface WalletsUpdatedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "wallets.updated";
  /** What happened. */
  data: WalletsUpdatedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface WalletsUpdatedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null where none is set. */
  external_id: string | null;
  /** The wallet. */
  wallet: WalletsUpdatedEventDataWallet;
}

/** The wallet. */
export interface WalletsUpdatedEventDataWallet {
  /** The chain that the address is on. */
  blockchain: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Your name for the wallet; null where none is set. */
  label: string | null;
  /** 1 for the user's main wallet. */
  is_primary: number;
  /** 1 where the wallet is hidden. */
  is_hidden: number;
  /** Whether it is proved. */
  verified: number;
}

export interface WebhookDeliveryFailedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "webhook.delivery_failed";
  /** What happened. */
  data: WebhookDeliveryFailedEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface WebhookDeliveryFailedEventData {
  /** The record's id, as listed and replayed by the API. */
  event_id: number;
  /** event_id of the undelivered body. */
  event_uid: string;
  /** The type of the undelivered event. */
  event_type: string;
  /** Names the webhook. */
  webhook_id: number;
  /** Where deliveries go. */
  target_url: string;
  /** Attempts so far. */
  attempts: number;
  /** Why it failed, as a code; null where it did not. */
  reason_tag: string | null;
  /** What the last attempt met; null where nothing did. */
  last_error: string | null;
  /** When it was made. */
  created_at: string;
}

export interface WebhookTestEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "webhook.test";
  /** What happened. */
  data: WebhookTestEventData;
  /** When the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** The Idempotency-Key of the request that caused it. */
  idempotency_key: string | null;
}

/** What happened. */
export interface WebhookTestEventData {
  /** The webhook under test. */
  webhook_id: number;
  /** What was found, in a sentence. */
  message: string;
}

/** All webhook events, distinguished by `event_type`. */
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
