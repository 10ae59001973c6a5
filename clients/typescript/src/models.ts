// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.

export interface AdvanceSandboxClockAnswer {
  success: true;
  /** Seconds between the two times. */
  advanced_seconds: number;
  /** The sandbox clock after the change. */
  practice_time_utc: string;
  /** Donation claims that expired in between. */
  expired_claims: number;
  /** Sandbox answers have no live effect. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
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
  /** Fields of the event. */
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

/** Fields of the event. */
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
  /** The operation to call instead; null if there is no replacement. */
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
  /** The status. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Status of the claim. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Identifies the claim in events and to the operators. */
  claim_id: number;
  /** Anyone who has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  /** Purpose of the claim. */
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Recipient of the claim. */
  recipient: CancelDonationClaimRecipient;
  /** Your own reference of the claim; null if none was given. */
  reference: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Whether the mail was sent. */
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
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** Time of expiry. */
  expires_at: string;
  /** Time of creation. */
  created_at: string;
  /** Time at which the recipient claimed; null before. */
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

/** Recipient of the claim. */
export interface CancelDonationClaimRecipient {
  /** The service's id of the user; null if there is none. */
  user_id: string | null;
  /** E-mail address; null if none is set. */
  email: string | null;
  /** The name; null if none is given. */
  name: string | null;
}

export interface ConvertSalutesAnswer {
  success: true;
  /** Id of the conversion. */
  conversion_id: number;
  /** The state. */
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
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** demo: from the embedded demo chain, because no other is configured. */
  chain_mode: "demo" | "rpc";
}

export interface CreatePortalLinkAnswer {
  success: true;
  /** The link, shown only once: null if the request is repeated. It opens one session. */
  url: string | null;
  /** As requested. */
  access: "read" | "manage";
  /** From then on the link opens nothing. */
  expires_at: string;
}

export interface CreateUserAnswer {
  success: true;
  /** Your own id of the user. */
  external_id: string;
  /** The user. */
  user: User;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

export interface CreateWebhookAnswer {
  success: true;
  /** The webhook. */
  webhook: CreateWebhookWebhook;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The webhook. */
export interface CreateWebhookWebhook {
  /** Unique id. */
  id: number;
  /** The first of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Address of the receiver. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second: number | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
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
  /** The service's id of the user. */
  user_id: string;
  /** After this entry. */
  balance: number;
  /** Negative for a debit. */
  delta: number;
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** Idempotency-Key of the request that made the entry. */
  idempotency_key: string;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
}

export interface DebitSalutesAnswer {
  success: true;
  /** The service's id of the user. */
  user_id: string;
  /** After this entry. */
  balance: number;
  /** Negative for a debit. */
  delta: number;
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** Idempotency-Key of the request that made the entry. */
  idempotency_key: string;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
}

export interface DeleteUserAnswer {
  success: true;
  /** Always true. */
  deleted: boolean;
  /** Still identifies the user's ledger entries. */
  user_id: number;
}

export interface DeleteWebhookAnswer {
  success: true;
  /** Always true. */
  deleted: true;
  /** Id of the webhook. */
  webhook_id: number;
}

export interface DescribeWebhookSimulatorAnswer {
  success: true;
  /** HTTP method. */
  method: "POST";
  /** Path template. */
  path: string;
  /** Required members of the body. */
  required_fields: string[];
  /** Optional members of the body. */
  optional_fields: string[];
  /** Scenarios that can be run. */
  scenario_ids: string[];
  /**
   * The signing secret unless the body gives another; the seed's webhooks have it too. It is
   * public.
   */
  fixture_secret: string;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
  /** Sandbox answers have no live effect. */
  mode: "sandbox";
  /** The state that has this fixture. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the sandbox file holds. */
  source: "fixture";
}

export interface DonationClaim {
  /** The status. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Status of the claim. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Identifies the claim in events and to the operators. */
  claim_id: number;
  /** Anyone who has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  /** Purpose of the claim. */
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Recipient of the claim. */
  recipient: DonationClaimRecipient;
  /** Your own reference of the claim; null if none was given. */
  reference: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Whether the mail was sent. */
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
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** Time of expiry. */
  expires_at: string;
  /** Time of creation. */
  created_at: string;
  /** Time at which the recipient claimed; null before. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface DonationClaimCancelledEventData {
  /** The service's id; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the claim. */
  claim_id: number;
  /** State of the claim. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your reference, as given at the issue. */
  reference: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** Time of expiry. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface DonationClaimEventData {
  /** The service's id; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the claim. */
  claim_id: number;
  /** State of the claim. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your reference, as given at the issue. */
  reference: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** Time of expiry. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface DonationClaimExpiredEventData {
  /** The service's id; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the claim. */
  claim_id: number;
  /** State of the claim. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your reference, as given at the issue. */
  reference: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** Time of expiry. */
  expires_at: string;
}

/** Recipient of the claim. */
export interface DonationClaimRecipient {
  /** The service's id of the user; null if there is none. */
  user_id: string | null;
  /** E-mail address; null if none is set. */
  email: string | null;
  /** The name; null if none is given. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface DonationClaimRedeemedEventData {
  /** The service's id; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the claim. */
  claim_id: number;
  /** State of the claim. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your reference, as given at the issue. */
  reference: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** Time of expiry. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface DonationClaimedEventData {
  /** The service's id; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the claim. */
  claim_id: number;
  /** State of the claim. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your reference, as given at the issue. */
  reference: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** The address given by the recipient. */
  wallet_address: string | null;
  /** The transaction that paid it. */
  settlement_signature: string | null;
  /** The entry that credited it. */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** Time of expiry. */
  expires_at: string;
}

export interface GetCapabilitiesAnswer {
  success: true;
  /** Name of the partner. */
  partner: string;
  /** Id of the key. */
  key_id: string;
  /** live or sandbox. */
  key_mode: "live" | "sandbox";
  /** Scopes of the key. */
  scopes: string[];
  /** Null, false or empty for parts that this build lacks. */
  sandbox: GetCapabilitiesSandbox;
  /** Supported query parameters. */
  query_support: GetCapabilitiesQuerySupport;
  /** Relative addresses, by name. */
  docs: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** Supported query parameters. */
export interface GetCapabilitiesQuerySupport {
  /** Whether the query parameter include_meta is supported. */
  include_meta: boolean;
}

/** Null, false or empty for parts that this build lacks. */
export interface GetCapabilitiesSandbox {
  /** Whether this key may use the sandbox. */
  enabled_for_key: boolean;
  /** Path that verifies the key's signature; null if this build lacks it. */
  verify_endpoint: string | null;
  /** Path of the promotion report; null if this build lacks it. */
  promotion_report_endpoint: string | null;
  /** Whether equal calls on a fresh state give equal answers. */
  supports_deterministic_fixtures: boolean;
  /** Sandbox routes for fixtures that this key may call. */
  fixture_endpoints: string[];
}

export interface GetConversionPolicyAnswer {
  success: true;
  /** Whether it is enabled. */
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
  /** Rule by which amounts are rounded. */
  rounding: "down";
  /** How conversions are paid. */
  settlement: "manual";
  /** Null until the policy is first set. */
  updated_at: string | null;
}

export interface GetDonationClaimAnswer {
  success: true;
  /** The status. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Status of the claim. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Identifies the claim in events and to the operators. */
  claim_id: number;
  /** Anyone who has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  /** Purpose of the claim. */
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Recipient of the claim. */
  recipient: GetDonationClaimRecipient;
  /** Your own reference of the claim; null if none was given. */
  reference: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Whether the mail was sent. */
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
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** Time of expiry. */
  expires_at: string;
  /** Time of creation. */
  created_at: string;
  /** Time at which the recipient claimed; null before. */
  claimed_at: string | null;
  /** When it was redeemed, expired or cancelled. */
  resolved_at: string | null;
}

/** Recipient of the claim. */
export interface GetDonationClaimRecipient {
  /** The service's id of the user; null if there is none. */
  user_id: string | null;
  /** E-mail address; null if none is set. */
  email: string | null;
  /** The name; null if none is given. */
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
  /** Whether the window has measurements. */
  endpoint_percentiles_available: boolean;
  /** Latency of all requests of the window, in milliseconds. */
  endpoint_percentiles_ms: GetPartnerStatusEndpointPercentilesMs;
  /** Number of requests. */
  request_metrics: GetPartnerStatusRequestMetrics;
  /** Health of your webhook deliveries. */
  webhook_delivery_health: GetPartnerStatusWebhookDeliveryHealth;
  /** Retry settings of deliveries. */
  delivery_slo_controls: GetPartnerStatusDeliverySloControls;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** Retry settings of deliveries. */
export interface GetPartnerStatusDeliverySloControls {
  /** Attempts before a delivery becomes a dead letter. */
  max_attempts: number;
  /** Time limit of an attempt, in seconds. */
  timeout_seconds: number;
  /** Seconds between the first and second attempt; doubled for each further one. */
  retry_base_seconds: number;
  /** Longest delay between two attempts, in seconds. */
  retry_max_seconds: number;
  /** Fraction of each delay by which it is randomly shortened or lengthened. */
  retry_jitter: number;
}

/** Latency of all requests of the window, in milliseconds. */
export interface GetPartnerStatusEndpointPercentilesMs {
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p50_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p95_ms: number | null;
  /** Milliseconds, at most 9 % above the true value; null without samples. */
  p99_ms: number | null;
}

/** Number of requests. */
export interface GetPartnerStatusRequestMetrics {
  /** Number of requests. */
  total_requests: number;
  /** Requests answered with 400 or more. */
  error_requests: number;
}

/** Health of your webhook deliveries. */
export interface GetPartnerStatusWebhookDeliveryHealth {
  /** Number of deliveries that became dead letters. */
  dead_letter_events: number;
  /** Waiting for a retry. */
  failed_events: number;
  /** Due, being sent, or held while their webhook is off. */
  pending_events: number;
  /** Number of completed deliveries. */
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
  /** Name of the partner. */
  partner: string;
  /** Id of the key. */
  key_id: string;
  /** Name of the policy behind the report. */
  promotion_policy: "sandbox_to_live_manual_approval";
  /** Whether every check is passed; an operator decides. */
  ready: boolean;
  /** Number of passed checks. */
  passed_count: number;
  /** Number of checks. */
  checks_count: number;
  /** Checks that the key's scopes allow it to pass. */
  checks: PromotionCheck[];
  /** Checks that none of the key's scopes allows it to pass. */
  not_judged: GetPromotionReportNotJudged[];
  /** Share of failed requests, with its limit. */
  error_rate: GetPromotionReportErrorRate;
  /** Days for which evidence counts. */
  evidence_days: number;
  /** The newest entries of the sandbox ledger; of one user if user_id is given. */
  recent_entries: LedgerEntry[];
  /** The parameters in effect, with their defaults. */
  query: GetPromotionReportQuery;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
  /** Sandbox answers have no live effect. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
}

/** Share of failed requests, with its limit. */
export interface GetPromotionReportErrorRate {
  /**
   * The key's last ones, at most 100, without refusals of their own input and of routes that the
   * sandbox lacks.
   */
  requests: number;
  /** Number of failed requests. */
  errors: number;
  /** Different operations among them that succeeded. */
  operations: number;
  /** Different operations that must have succeeded. */
  min_operations: number;
  /** Failed requests in percent, with two decimals. */
  error_rate_pct: number;
  /** Highest error rate that passes, in per cent. */
  max_error_rate_pct: number;
}

export interface GetPromotionReportNotJudged {
  /** The name. */
  name: string;
  /** Any one of these scopes allows it. */
  scopes: string[];
}

/** The parameters in effect, with their defaults. */
export interface GetPromotionReportQuery {
  /** As requested; null if not requested. */
  user_id: string | null;
  /** As requested, or the default. */
  limit: number;
}

export interface GetSalutesBalanceAnswer {
  success: true;
  /** The service's id of the user. */
  user_id: string;
  /** The user's balance in salutes. */
  balance: number;
  /** Id of the calling key. */
  partner_key_id: string;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
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
  /** The token's figures from the chain. */
  chain: GetTokenStatusChain;
  /** Holders, counted three ways. */
  holders_detail: GetTokenStatusHoldersDetail | null;
  /** Finalized; the oldest slot of the sources. */
  slot: number;
  /** Time of the data, that of its oldest source. */
  as_of_utc: string;
  /** Age of the figures, in hours. */
  age_hours: number;
  /** Whether the figures are older than their limit. */
  is_stale: boolean;
  /** demo: from the embedded demo chain, because no other is configured. */
  chain_mode: "demo" | "rpc";
  /** Documentation, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** The token's figures from the chain. */
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
  /** Token accounts with a balance above zero. */
  non_zero_accounts: number;
  /** Owners with more than zero. */
  unique_owners: number;
  /** The same without the project's own wallets. */
  excluding: GetTokenStatusHoldersDetailExcluding;
}

/** The same without the project's own wallets. */
export interface GetTokenStatusHoldersDetailExcluding {
  /** The wallets. */
  wallets: string[];
  /** Number of token accounts. */
  token_accounts: number;
  /** Token accounts with a balance above zero. */
  non_zero_accounts: number;
  /** Owners with more than zero. */
  unique_owners: number;
}

export interface GetUsageAnswer {
  success: true;
  /** Requests are counted by the minute; the window's first minute counts in full. */
  window: GetUsageWindow;
  /** Number of requests. */
  request_metrics: GetUsageRequestMetrics;
  /** Latency of your requests in milliseconds. */
  latency_metrics_ms: GetUsageLatencyMetricsMs;
}

/** Latency of your requests in milliseconds. */
export interface GetUsageLatencyMetricsMs {
  /** Whether there are figures. */
  available: boolean;
  /** All endpoints together. */
  overall: GetUsageLatencyMetricsMsOverall;
  /** Figures of each endpoint, most requested first. */
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

/** All endpoints together. */
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

/** Number of requests. */
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
  /** Number of failed requests. */
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
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

export interface GetUserInclusionAnswer {
  success: true;
  /** The user reference in the leaf: the service's id of the user. */
  user_id: string;
  /** The counted balance in salutes; it may have changed since. */
  balance: number;
  /** The same in hundredths, as in the leaf. */
  balance_hundredths: string;
  /** Secret salt of this user's leaf in this count. Without it the balance cannot be guessed. */
  salt: string;
  /** SHA-256 of the lines leaf, salt, user_id, balance_hundredths, each ended by a line feed. */
  leaf: string;
  /**
   * From the leaf to the root. Each node is the SHA-256 of the lines node, left hash, left sum,
   * right hash, right sum.
   */
  path: GetUserInclusionPath[];
  /** Root of the tree, as published and logged. */
  root: string;
  /** Sum at the root: all balances, in hundredths. */
  liabilities_hundredths: string;
  /** Number of users in the tree. */
  leaves: number;
  /** Time of the count. */
  taken_at: string;
  /** The public proof with this root; null in the sandbox, whose tree is not published. */
  proof: string | null;
}

export interface GetUserInclusionPath {
  /** Side on which this neighbour stands. */
  side: "left" | "right";
  /** Hash of the neighbour. */
  hash: string;
  /** Sum of the balances below the neighbour, in hundredths. */
  sum: string;
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
  /** The wallet's tokens of the liquidity pool; 0 if no pool is configured. */
  lp_amount: number;
  /** demo: from the embedded demo chain, because no other is configured. */
  chain_mode: "demo" | "rpc";
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

export interface GetWalletVerificationAnswer {
  success: true;
  /** The address. */
  wallet: string;
  /** Whether one of your users has it. */
  linked: boolean;
  /** States of the wallet. */
  wallet_states: GetWalletVerificationWalletStates;
  /** Time and age of the last proof of ownership. */
  verification: GetWalletVerificationVerification;
  /** The user of yours to whom the wallet is linked; null if there is none. */
  owner: GetWalletVerificationOwner | null;
  /** Names of the states. */
  state_model: string[];
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The user of yours to whom the wallet is linked; null if there is none. */
export interface GetWalletVerificationOwner {
  /** The service's id of the user. */
  user_id: number;
  /** Your own id of the user. */
  external_id: string;
  /** Whether it is the user's primary wallet. */
  is_primary: boolean;
  /** Whether the wallet is hidden. */
  is_hidden: boolean;
}

/** Time and age of the last proof of ownership. */
export interface GetWalletVerificationVerification {
  /** Whether ownership of the wallet was proved. */
  verified: boolean;
  /** Time of the last proof of ownership; null before the first. */
  verified_at_utc: string | null;
  /** Days since the last proof of ownership; null before the first. */
  verification_age_days: number | null;
  /** Age of the verification: fresh, aging or stale; never without one. */
  freshness: "fresh" | "aging" | "stale" | "never";
  /** The state in a sentence. */
  status_text: string;
  /** Days after which a verification is stale. */
  reverify_days: number;
}

/** States of the wallet. */
export interface GetWalletVerificationWalletStates {
  /** Whether the wallet is linked to one of your users. */
  linked: boolean;
  /** Proved in the last 24 h. */
  connected_session: boolean;
  /** Proved at least once; stale_verification says whether that is too long ago. */
  verified: boolean;
  /** Whether the last proof of ownership is too old. */
  stale_verification: boolean;
  /** Whether the wallet is hidden. */
  hidden: boolean;
}

export interface GetWebhookEventAnswer {
  success: true;
  /** The delivery record. */
  event: GetWebhookEventEvent;
  /** The request of the last attempt; null before the first. */
  request: SentRequest | null;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The delivery record. */
export interface GetWebhookEventEvent {
  /** The record's id: event_id in paths and replays. */
  id: number;
  /** The event's id: event_id of the delivered body. */
  event_uid: string;
  /** Id of the webhook. */
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
  /** Whether the delivery has become a dead letter. */
  is_dead_letter: boolean;
  /** Why the last attempt failed, or the reason of a replay. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** Error of the last attempt; null if there was none. */
  last_error: string | null;
  /** Where the webhook's deliveries go now. */
  target_url: string;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Time of the last attempt; null before the first. */
  last_attempt_at: string | null;
  /** Time of the next attempt; null if none is due. */
  next_attempt_at: string | null;
  /** Time of delivery; null before. */
  delivered_at: string | null;
}

export interface IssueDonationClaimAnswer {
  success: true;
  /** The status. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Status of the claim. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Identifies the claim in events and to the operators. */
  claim_id: number;
  /** Anyone who has it can claim. */
  claim_code: string;
  /** The recipient's page. */
  claim_url: string;
  /** Purpose of the claim. */
  campaign: string;
  /** The same for all your claims of this campaign. */
  claim_campaign_id: number;
  /** As a decimal. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Recipient of the claim. */
  recipient: IssueDonationClaimRecipient;
  /** Your own reference of the claim; null if none was given. */
  reference: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Whether the mail was sent. */
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
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** Time of expiry. */
  expires_at: string;
  /** Time of creation. */
  created_at: string;
  /** Time at which the recipient claimed; null before. */
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

/** Recipient of the claim. */
export interface IssueDonationClaimRecipient {
  /** The service's id of the user; null if there is none. */
  user_id: string | null;
  /** E-mail address; null if none is set. */
  email: string | null;
  /** The name; null if none is given. */
  name: string | null;
}

export interface IssueWalletChallengeAnswer {
  success: true;
  /** Id of the challenge, to be sent with the proof. */
  challenge_id: string;
  /** To be signed unchanged (Sign-In-With-Solana). */
  text: string;
  /** Time of expiry. */
  expires_at: string;
}

/** An object. */
export interface LedgerBatchItem {
  /** Whether salutes are added or taken. */
  operation: "credit" | "debit";
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  /** A positive number with at most 2 decimals and 17 digits, at most 1000000000000. */
  amount: number;
  /** Reason of the entry. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  reason: string;
  /** Source of the entry; api by default. 1 to 64 characters of A-Z a-z 0-9 . _ : -. */
  source?: string;
  /**
   * Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most 40)
   * and texts of at most 200 characters. It replaces the former object as a whole.
   */
  metadata?: Record<string, string> | null;
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
  /** Unique id. */
  id: number;
  /** The service's id of the user. */
  user_id: string;
  /** Change in salutes; negative for a debit. */
  delta: number;
  /** The user's balance after the entry, in salutes. */
  balance_after: number;
  /** The reason. */
  reason: string;
  /** The origin. */
  source: string;
  /** Idempotency-Key of the request that made the entry. */
  idempotency_key: string;
  /** Null for the system's entries. */
  partner_key_id: string | null;
  /** Time of creation. */
  created_at: string;
  /** Id of the entry that reverses this one. */
  reversed_by: number | null;
  /** Id of the entry that this one reverses. */
  reverses: number | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
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
  /** Attempts before a delivery becomes a dead letter. */
  max_attempts: number;
  /** Number of dead letters by event type. */
  by_event_type: ListDeadLettersByEventType[];
  /** Number of dead letters by reason. */
  by_reason_tag: ListDeadLettersByReasonTag[];
  /** The 200 that died last; webhook-events with status=dead_letter lists all. */
  events: ListDeadLettersEvent[];
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

export interface ListDeadLettersByEventType {
  /** Type of the event. */
  event_type: string;
  /** Number of dead letters of this type. */
  count: number;
}

export interface ListDeadLettersByReasonTag {
  /** Reason of the failure as a code. */
  reason_tag: string;
  /** Number of dead letters for this reason. */
  count: number;
}

export interface ListDeadLettersEvent {
  /** The delivery record's id, as webhook-events lists it. */
  event_id: number;
  /** The event's id at the receiver: event_id of the delivered body. */
  event_uid: string;
  /** Id of the webhook. */
  webhook_id: number;
  /** Type of the event. */
  event_type: string;
  /** Address of the receiver. */
  target_url: string;
  /** Number of attempts so far. */
  attempts: number;
  /** Reason of the failure as a code; null if there is none. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** Error of the last attempt; null if there was none. */
  last_error: string | null;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

export interface ListDonationClaimsAnswer {
  success: true;
  /** Claims, newest first. */
  claims: DonationClaim[];
  /** Number of rows in this answer. */
  count: number;
  /** The parameters in effect, with their defaults. */
  query: ListDonationClaimsQuery;
  /** Where the list continues. */
  pagination: Pagination;
}

/** The parameters in effect, with their defaults. */
export interface ListDonationClaimsQuery {
  /** As requested, or the default. */
  limit: number;
  /** As requested, or the default. */
  offset: number;
  /** As requested; null if not requested. */
  cursor: string | null;
  /** As requested; null if not requested. */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled" | null;
  /** As requested; null if not requested. */
  campaign: string | null;
  /** As requested; null if not requested. */
  reference: string | null;
  /** As requested; null if not requested. */
  user_id: string | null;
  /** The notes that were asked for; null if none were. */
  metadata: Record<string, string> | null;
}

export interface ListErrorsAnswer {
  success: true;
  /** Number of rows in this answer. */
  count: number;
  /** Sorted by status, then code. */
  entries: ListErrorsEntry[];
}

export interface ListErrorsEntry {
  /** The value of `error` in answers. */
  error_code: string;
  /** Title in one line. */
  title: string;
  /** Group of the error. */
  category: string;
  /** HTTP status. */
  http_status: number;
  /** How a client should retry. */
  retry_class: "retry_after" | "retryable" | "safe_no_op" | "fail_fast";
  /** What a client should do. */
  retry_behavior: string;
  /** Seconds to wait if the answer has no Retry-After; 0 if waiting does not help. */
  retry_after_seconds: number;
  /** Key modes in which the code can occur. */
  available_in_modes: ("live" | "sandbox")[];
  /** Tags of the OpenAPI document. */
  endpoint_groups: string[];
  /** Relative addresses, by name. */
  recovery_links: Record<string, string>;
}

export interface ListEventsAnswer {
  success: true;
  /** Oldest first. */
  events: ListEventsEvent[];
  /** Number of events on this page. */
  count: number;
  /** The parameters in effect, with their defaults. */
  query: ListEventsQuery;
  /** Parameters of the next page. */
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

/** Parameters of the next page. */
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

/** The parameters in effect, with their defaults. */
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
  /** The service's id of the user; null if there is none. */
  user_id: string | null;
  /** The user's balance in salutes. */
  balance: number | null;
  /** Ledger entries. */
  ledger: LedgerEntry[];
  /** Number of rows in this answer. */
  count: number;
  /** The parameters in effect, with their defaults. */
  query: ListLedgerQuery;
  /** Where the list continues. */
  pagination: Pagination;
}

/** The parameters in effect, with their defaults. */
export interface ListLedgerQuery {
  /** As requested; null if not requested. */
  user_id: string | null;
  /** As requested, or the default. */
  limit: number;
  /** As requested, or the default. */
  offset: number;
  /** As requested; null if not requested. */
  cursor: string | null;
  /** As requested, or the default. */
  order: "desc" | "asc";
  /** As requested; null if not requested. */
  reason: string | null;
  /** As requested; null if not requested. */
  source: string | null;
  /** As requested; null if not requested. */
  idempotency_key: string | null;
  /** The notes that were asked for; null if none were. */
  metadata: Record<string, string> | null;
  /** As requested; null if not requested. */
  from: string | null;
  /** As requested; null if not requested. */
  to: string | null;
}

export interface ListUsersAnswer {
  success: true;
  /** Users, by id. */
  users: User[];
  /** Number of rows in this answer. */
  count: number;
  /** The parameters in effect, with their defaults. */
  query: ListUsersQuery;
  /** Where the list continues. */
  pagination: Pagination;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The parameters in effect, with their defaults. */
export interface ListUsersQuery {
  /** As requested, or the default. */
  limit: number;
  /** As requested, or the default. */
  offset: number;
  /** As requested; null if not requested. */
  cursor: string | null;
  /** As requested; null if not requested. */
  status: "active" | "suspended" | null;
  /** As requested; null if not requested. */
  q: string | null;
  /** The notes that were asked for; null if none were. */
  metadata: Record<string, string> | null;
  /** As requested, or the default. */
  include_wallets: boolean;
}

export interface ListWalletsAnswer {
  success: true;
  /** Newest first. */
  wallets: Wallet[];
  /** Number of rows in this answer. */
  count: number;
  /** The parameters in effect, with their defaults. */
  query: ListWalletsQuery;
  /** Where the list continues. */
  pagination: Pagination;
}

/** The parameters in effect, with their defaults. */
export interface ListWalletsQuery {
  /** As requested, or the default. */
  limit: number;
  /** As requested, or the default. */
  offset: number;
  /** As requested; null if not requested. */
  cursor: string | null;
}

export interface ListWebhookAttemptsAnswer {
  success: true;
  /** The delivery record's id, as webhook-events lists it. */
  event_id: number;
  /** The event's id at the receiver: event_id of the delivered body. */
  event_uid: string;
  /** The status. */
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  /** Attempts, newest first. */
  attempts: ListWebhookAttemptsAttempt[];
  /** Number of rows in this answer. */
  count: number;
  /** The parameters in effect, with their defaults. */
  query: ListWebhookAttemptsQuery;
  /** Where the list continues. */
  pagination: Pagination;
}

export interface ListWebhookAttemptsAttempt {
  /** Continues over rounds. A probe has the number of the next attempt. */
  attempt: number;
  /** Time of the attempt. */
  attempted_at: string;
  /** HTTP status; null without an answer. */
  http_status: number | null;
  /** Duration in milliseconds. */
  duration_ms: number;
  /** At most 4 KiB of the answer's body. */
  response_excerpt: string | null;
  /** What went wrong; null if nothing did. */
  error: string | null;
  /** Reason of the failure as a code; null if there is none. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** Time of the next attempt; null if none is due. */
  next_attempt_at: string | null;
  /**
   * Sent to test whether a failing receiver is back: does not count and does not change the
   * schedule.
   */
  probe: boolean;
  /** Sandbox only: nothing was sent. */
  simulated: boolean;
}

/** The parameters in effect, with their defaults. */
export interface ListWebhookAttemptsQuery {
  /** As requested; null if not requested. */
  webhook_id: number | null;
  /** As requested, or the default. */
  limit: number;
  /** As requested, or the default. */
  offset: number;
  /** As requested; null if not requested. */
  cursor: string | null;
}

export interface ListWebhookEventsAnswer {
  success: true;
  /** Delivery records, newest first. */
  events: ListWebhookEventsEvent[];
  /** Number of rows in this answer. */
  count: number;
  /** The parameters in effect, with their defaults. */
  query: ListWebhookEventsQuery;
  /** Where the list continues. */
  pagination: Pagination;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

export interface ListWebhookEventsEvent {
  /** The record's id: event_id in paths and replays. */
  id: number;
  /** The event's id: event_id of the delivered body. */
  event_uid: string;
  /** Id of the webhook. */
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
  /** Whether the delivery has become a dead letter. */
  is_dead_letter: boolean;
  /** Why the last attempt failed, or the reason of a replay. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** Error of the last attempt; null if there was none. */
  last_error: string | null;
  /** Where the webhook's deliveries go now. */
  target_url: string;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Time of the last attempt; null before the first. */
  last_attempt_at: string | null;
  /** Time of the next attempt; null if none is due. */
  next_attempt_at: string | null;
  /** Time of delivery; null before. */
  delivered_at: string | null;
}

/** The parameters in effect, with their defaults. */
export interface ListWebhookEventsQuery {
  /** As requested; null if not requested. */
  status: string | null;
  /** As requested; null if not requested. */
  reason_tag: string | null;
  /** As requested; null if not requested. */
  from: string | null;
  /** As requested; null if not requested. */
  to: string | null;
  /** As requested; null if not requested. */
  webhook_id: number | null;
  /** As requested; null if not requested. */
  event_id: string | null;
  /** As requested, or the default. */
  limit: number;
  /** As requested, or the default. */
  offset: number;
  /** As requested; null if not requested. */
  cursor: string | null;
}

export interface ListWebhookScenariosAnswer {
  success: true;
  /** Number of scenarios. */
  scenarios_count: number;
  /** Scenarios that can be run. */
  scenarios: ListWebhookScenariosScenario[];
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
  /** Sandbox answers have no live effect. */
  mode: "sandbox";
  /** The state that has this fixture. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the sandbox file holds. */
  source: "fixture";
}

export interface ListWebhookScenariosScenario {
  /** Unique id. */
  id: string;
  /** Title in one line. */
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
  /** The parameters in effect, with their defaults. */
  query: ListWebhooksQuery;
  /** Where the list continues. */
  pagination: Pagination;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The parameters in effect, with their defaults. */
export interface ListWebhooksQuery {
  /** As given: one, several as a list, or null. */
  event_type: string | string[] | null;
  /** As requested; null if not requested. */
  is_active: boolean | null;
  /** The notes that were asked for; null if none were. */
  metadata: Record<string, string> | null;
  /** As requested, or the default. */
  limit: number;
  /** As requested, or the default. */
  offset: number;
  /** As requested; null if not requested. */
  cursor: string | null;
}

export interface ListWebhooksWebhook {
  /** Unique id. */
  id: number;
  /** The first of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Address of the receiver. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second: number | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
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
  /** The parameters in effect, with their defaults. */
  query: LookUpUsersQuery;
  /** Where the list continues. */
  pagination: Pagination;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The parameters in effect, with their defaults. */
export interface LookUpUsersQuery {
  /** As requested, or the default. */
  limit: number;
  /** As requested, or the default. */
  offset: number;
  /** As requested; null if not requested. */
  cursor: string | null;
  /** As requested; null if not requested. */
  status: "active" | "suspended" | null;
  /** As requested; null if not requested. */
  q: string | null;
  /** The notes that were asked for; null if none were. */
  metadata: Record<string, string> | null;
  /** As requested, or the default. */
  include_wallets: boolean;
  /** As requested; null if not requested. */
  email: string | null;
  /** As requested; null if not requested. */
  username: string | null;
  /** As requested; null if not requested. */
  wallet: string | null;
}

/** Where the list continues. */
export interface Pagination {
  /** Whether there are more rows. */
  has_more: boolean;
  /** Send it as offset for the next page; null on the last, and when paging by cursor. */
  next_offset: number | null;
  /** Send it as cursor for the next page; null on the last. */
  next_cursor: string | null;
}

export interface PromotionCheck {
  /** The name. */
  name: string;
  /** Title in one line. */
  title: string;
  /** Whether the check is passed. */
  passed: boolean;
  /** Null if nothing was seen in the last 30 days. */
  evidence: PromotionCheckEvidence | null;
  /** What to do to pass the check. */
  how_to_pass: string;
}

/** Null if nothing was seen in the last 30 days. */
export interface PromotionCheckEvidence {
  /** In words. */
  summary: string;
  /** The last time, by the real clock. */
  seen_at: string | null;
  /** Id of the request in the server's log; null if it is unknown. */
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
  /** Number of requested records. */
  count: number;
  /** Number of replayed records. */
  replayed_count: number;
  /** Number of records that were not replayed. */
  failed_count: number;
  /** Reason of the replay, kept with the record. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** A remark; null if there is none. */
  note: string | null;
  /** One row for each requested item. */
  results: ReplayWebhookEventsResult[];
}

export interface ReplayWebhookEventsResult {
  /** Null for an unknown evt_… */
  event_id: number | null;
  /** Null for an unknown id. */
  event_uid: string | null;
  /** Whether a new round of attempts begins. */
  replayed: boolean;
  /**
   * Why it was not sent again. in_progress: it is being sent or held. discarded: an operator
   * cancelled it.
   */
  error: "not_found" | "in_progress" | "webhook_deleted" | "discarded" | null;
  /** Reason of the failure as a code. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
}

export interface ResetSandboxAnswer {
  success: true;
  /** The sandbox that was reset; your own has no name. */
  sandbox: string | null;
  /** The state that it has now. */
  state: "standard-v1" | "empty" | "ten-thousand";
  /** The sandbox clock after the reset. */
  practice_time_utc: string;
  /** Sandbox answers have no live effect. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
  /** Nothing live was touched, and nothing was sent. */
  live_side_effects_performed: false;
}

export interface RotateWebhookSecretAnswer {
  success: true;
  /** The webhook. */
  webhook: RotateWebhookSecretWebhook;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The webhook. */
export interface RotateWebhookSecretWebhook {
  /** Unique id. */
  id: number;
  /** The first of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Address of the receiver. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second: number | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
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
  /** The scenario. */
  scenario: RunWebhookScenarioScenario;
  /** The request that a live delivery would send. */
  simulation: Simulation;
  /** The signing secret; null for a secret of yours. */
  fixture_secret: string | null;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
  /** Sandbox answers have no live effect. */
  mode: "sandbox";
  /** The state that has this fixture. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the sandbox file holds. */
  source: "fixture";
  /** Nothing live was touched, and nothing was sent. */
  live_side_effects_performed: false;
}

/** The scenario. */
export interface RunWebhookScenarioScenario {
  /** Unique id. */
  id: string;
  /** Title in one line. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface SalutesConversionFailedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Id of the conversion. */
  conversion_id: number;
  /** The state. */
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes. */
  amount: number;
  /** Tokens, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens, as a decimal. */
  fee: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** Signature of the transaction that paid; null before. */
  settlement_signature: string | null;
  /** Why the conversion failed; null if it did not. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface SalutesConversionSettledEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Id of the conversion. */
  conversion_id: number;
  /** The state. */
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes. */
  amount: number;
  /** Tokens, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens, as a decimal. */
  fee: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** Signature of the transaction that paid; null before. */
  settlement_signature: string | null;
  /** Why the conversion failed; null if it did not. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface SalutesConvertedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Id of the conversion. */
  conversion_id: number;
  /** The state. */
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes. */
  amount: number;
  /** Tokens, net of the fee, as a decimal. */
  token_amount: string;
  /** Tokens, as a decimal. */
  fee: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** Signature of the transaction that paid; null before. */
  settlement_signature: string | null;
  /** Why the conversion failed; null if it did not. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface SalutesCreditEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Salutes; negative for a debit. */
  delta: number;
  /** Salutes after this entry. */
  balance: number;
  /** The reason. */
  reason: string;
  /** The origin. */
  source: string;
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** Id of the entry that this one reverses. */
  reverses?: number;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
}

export interface SalutesDebitEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "salutes.debit";
  /** Fields of the event. */
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

/** Fields of the event. */
export interface SalutesDebitEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Salutes; negative for a debit. */
  delta: number;
  /** Salutes after this entry. */
  balance: number;
  /** The reason. */
  reason: string;
  /** The origin. */
  source: string;
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** Id of the entry that this one reverses. */
  reverses?: number;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
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
  /** Always true: a delivery record was made. */
  queued: true;
  /** The record's id. */
  event_id: number;
  /** event_id of the delivered body. */
  event_uid: string;
  /** Type of the event. */
  event_type: "webhook.test";
  /** Id of the webhook. */
  webhook_id: number;
}

export interface TriggerSandboxEventAnswer {
  success: true;
  /** Type of the event. */
  event: TriggerSandboxEventEvent;
  /** Sandbox answers have no live effect. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
  /** Nothing live was touched, and nothing was sent. */
  live_side_effects_performed: false;
}

/** Type of the event. */
export interface TriggerSandboxEventEvent {
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

export interface UnlinkWalletAnswer {
  success: true;
  /** Always true. */
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
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

export interface UpdateWebhookAnswer {
  success: true;
  /** The webhook. */
  webhook: UpdateWebhookWebhook;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The webhook. */
export interface UpdateWebhookWebhook {
  /** Unique id. */
  id: number;
  /** The first of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Address of the receiver. */
  target_url: string;
  /** Your own note. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Attempts that may start in any one second; null: no limit. */
  max_per_second: number | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Why it is off: you switched it off, or its receiver answered 410. Null while it is on. */
  off_reason: "partner" | "gone" | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Whether it is on: true or false about one webhook; lists show the stored 1 or 0. */
  is_active: boolean;
}

export interface User {
  /** Unique id. */
  id: number;
  /** Your own id of the user. */
  external_id: string;
  /** Username; null if none is set. */
  username: string | null;
  /** Name shown to people; null if none is set. */
  display_name: string | null;
  /** E-mail address; null if none is set. */
  email: string | null;
  /** The status. */
  status: "active" | "suspended";
  /** Whether the primary wallet is verified. */
  is_verified: boolean;
  /** The primary wallet. */
  wallet_address: string | null;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface UsersCreatedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Username; null if none is set. */
  username: string | null;
  /** Name shown to people; null if none is set. */
  display_name: string | null;
  /** The status. */
  status: "active" | "suspended";
  /** Whether the user's primary wallet is verified. */
  is_verified: boolean;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
}

export interface UsersDeletedEvent {
  /**
   * Unique id of the event, the same on every attempt and replay, and signed: drop duplicates by
   * it.
   */
  event_id: string;
  /** Type of the event. */
  event_type: "users.deleted";
  /** Fields of the event. */
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

/** Fields of the event. */
export interface UsersDeletedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface UsersUpdatedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Username; null if none is set. */
  username: string | null;
  /** Name shown to people; null if none is set. */
  display_name: string | null;
  /** The status. */
  status: "active" | "suspended";
  /** Whether the user's primary wallet is verified. */
  is_verified: boolean;
  /** Your own notes, as given. */
  metadata: Record<string, string> | null;
  /** Names of the changed fields. */
  changed_fields: string[];
}

export interface VerifySandboxKeyAnswer {
  success: true;
  /** Always true: key, signature and clock are right. */
  verified: true;
  /** Name of the partner. */
  partner: string;
  /** Id of the key. */
  key_id: string;
  /** live or sandbox. */
  key_mode: "sandbox";
  /** What the key may do. */
  scopes: string[];
  /** The named sandbox that X-Sandbox asks for. */
  sandbox: string | null;
  /** The sandbox clock: it advances one second with each mutation. */
  practice_time_utc: string;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
  /** Sandbox answers have no live effect. */
  mode: "sandbox";
  /** The sandbox's initial state: the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
}

export interface VerifyWebhookSignatureAnswer {
  success: true;
  /** Whether the signature is right. */
  valid: boolean;
  /** The signature of the request. */
  provided_signature: string;
  /** The right signature for this payload, timestamp and secret. */
  expected_signature: string;
  /** The signed Unix seconds. */
  timestamp: number;
  /** The signed text: the timestamp, a full stop, the payload. */
  canonical_body: string;
  /** The same check as code. */
  validator_example: string;
}

export interface Wallet {
  /** Blockchain of the address. */
  blockchain: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Label shown to people; null if there is none. */
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
  /** Time of creation. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface WalletsLinkedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** The wallet. */
  wallet: WalletsLinkedEventDataWallet;
}

/** The wallet. */
export interface WalletsLinkedEventDataWallet {
  /** Blockchain of the address. */
  blockchain: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Your label for the wallet; null if none is set. */
  label: string | null;
  /** 1 for the user's primary wallet, otherwise 0. */
  is_primary: number;
  /** 1 if the wallet is hidden, otherwise 0. */
  is_hidden: number;
  /** 1 if ownership was proved, otherwise 0. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface WalletsUnlinkedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** The wallet. */
  wallet: WalletsUnlinkedEventDataWallet;
}

/** The wallet. */
export interface WalletsUnlinkedEventDataWallet {
  /** Blockchain of the address. */
  blockchain: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Your label for the wallet; null if none is set. */
  label: string | null;
  /** 1 for the user's primary wallet, otherwise 0. */
  is_primary: number;
  /** 1 if the wallet is hidden, otherwise 0. */
  is_hidden: number;
  /** 1 if ownership was proved, otherwise 0. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface WalletsUpdatedEventData {
  /** The service's id. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** The wallet. */
  wallet: WalletsUpdatedEventDataWallet;
}

/** The wallet. */
export interface WalletsUpdatedEventDataWallet {
  /** Blockchain of the address. */
  blockchain: string;
  /** The wallet's address. */
  wallet_address: string;
  /** Your label for the wallet; null if none is set. */
  label: string | null;
  /** 1 for the user's primary wallet, otherwise 0. */
  is_primary: number;
  /** 1 if the wallet is hidden, otherwise 0. */
  is_hidden: number;
  /** 1 if ownership was proved, otherwise 0. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface WebhookDeliveryFailedEventData {
  /** The record's id, as listed and replayed by the API. */
  event_id: number;
  /** event_id of the undelivered body. */
  event_uid: string;
  /** The type of the undelivered event. */
  event_type: string;
  /** Id of the webhook. */
  webhook_id: number;
  /** Address of the receiver. */
  target_url: string;
  /** Number of attempts so far. */
  attempts: number;
  /** Reason of the failure as a code; null if there is none. */
  reason_tag: string | null;
  /** Error of the last attempt; null if there was none. */
  last_error: string | null;
  /** Time of creation. */
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
  /** Fields of the event. */
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

/** Fields of the event. */
export interface WebhookTestEventData {
  /** The webhook under test. */
  webhook_id: number;
  /** Explanation in a sentence. */
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
