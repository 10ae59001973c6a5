// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.

export interface AdvanceSandboxClockAnswer {
  success: true;
  /** Seconds by which the clock moved forward. */
  advanced_seconds: number;
  /** The sandbox clock after the change. */
  practice_time_utc: string;
  /** Number of donation claims that expired in between. */
  expired_claims: number;
  /** Always sandbox: answers have no live effect. */
  mode: "sandbox";
  /** Initial state of the sandbox, with the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
  /** Always false: nothing live was touched, and nothing was sent. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface ApiDeprecationEventData {
  /** Id of the deprecation, as in /developers/deprecations.json. */
  deprecation_id: string;
  /** What is withdrawn, in one line. */
  title: string;
  /** The endpoints, as METHOD /path. */
  endpoints: string[];
  /** Time from which the endpoints' answers carry the headers of a deprecation. */
  deprecated_at: string;
  /** Time from which the endpoints answer 410. */
  sunset_at: string;
  /** Days until the sunset. */
  days_left: number;
  /** Number of your calls of the endpoints in the last 30 days. */
  calls: number;
  /** The operation to call instead; null if there is no replacement. */
  replacement: string | null;
  /** The page that explains the migration. */
  help: string;
}

export interface BatchSalutesAnswer {
  success: true;
  /** The mode as requested; in the sandbox see batch_mode. */
  mode: "atomic" | "each";
  /** Number of items in the batch. */
  count: number;
  /** Number of items that this request applied. */
  applied: number;
  /** Number of items that were refused. */
  refused: number;
  /** Outcomes, one for each item, in the order of items. */
  results: LedgerBatchItemResult[];
}

export interface CancelDonationClaimAnswer {
  success: true;
  /**
   * State of the claim. issued: waits for the recipient. claimed: the recipient gave a payout
   * address and the operators have not paid yet. redeemed: credited, or paid. expired: nobody
   * claimed it in time. cancelled: you or an operator cancelled it.
   */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** The same as status. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Id of the claim, as events and operators name it. */
  claim_id: number;
  /** The code with which the recipient claims. Anyone who has it can claim: keep it secret. */
  claim_code: string;
  /** Address of the page on which the recipient claims. It holds the code: keep it secret. */
  claim_url: string;
  /** The purpose of the gift, as the recipient reads it. */
  campaign: string;
  /** Id of the campaign, the same for all your claims with this campaign text. */
  claim_campaign_id: number;
  /** The amount of the gift in its currency, as a decimal text. */
  amount: string;
  /** SALUTES, or the code of the currency that the operators pay. */
  currency: string;
  /** The recipient, as you named it. */
  recipient: CancelDonationClaimRecipient;
  /** Your own reference of the claim; null if none was given. */
  reference: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** Whether the mail with the code was sent to the recipient. */
  email_sent: boolean;
  /**
   * State of the mail with the code. queued: waits to be sent. sent, failed: the outcome. dropped:
   * the claim was claimed or ended first. not_configured: the service sends no mail. Null if no
   * address was given.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** Id of the key that issued the claim. */
  partner_key_id: string;
  /** The payout address that the recipient gave; null before, and for SALUTES. */
  wallet_address: string | null;
  /** Signature of the transaction that paid the claim; null before, and for SALUTES. */
  settlement_signature: string | null;
  /**
   * Id of the ledger entry that credited the claim; null before, and for currencies other than
   * SALUTES.
   */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** The time at which the claim expires if nobody claims it. */
  expires_at: string;
  /** Time at which the claim was issued. */
  created_at: string;
  /** Time at which the recipient claimed; null before. */
  claimed_at: string | null;
  /** Time at which the claim was redeemed, expired or cancelled; null before. */
  resolved_at: string | null;
}

/** The recipient, as you named it. */
export interface CancelDonationClaimRecipient {
  /** The service's id of the user; null if there is none. */
  user_id: string | null;
  /** The recipient's e-mail address; null if none was given. */
  email: string | null;
  /** The recipient's name, for your own records; null if none was given. */
  name: string | null;
}

export interface ConvertSalutesAnswer {
  success: true;
  /** Id of the conversion, as its events name it. */
  conversion_id: number;
  /**
   * Always pending_settlement: the salutes are debited, and the operators have not paid the tokens
   * yet. Events report the outcome.
   */
  state: "pending_settlement";
  /** Salutes that were debited. */
  amount: number;
  /** Tokens to be paid, net of the fee, as a decimal. */
  token_amount: string;
  /** Fee in tokens, as a decimal. */
  fee: string;
  /** Address of the wallet to which the tokens are paid. */
  wallet_address: string;
  /** The user's balance after the conversion, in salutes. */
  balance: number;
  /** Id of the ledger entry that debited the salutes. */
  ledger_entry_id: number;
  /** demo: from the embedded demo chain, because no other is configured. */
  chain_mode: "demo" | "rpc";
}

export interface CreatePortalLinkAnswer {
  success: true;
  /**
   * The link, shown only once: null if the request is repeated. It opens one session. If it is
   * lost, a request with a new Idempotency-Key makes another.
   */
  url: string | null;
  /**
   * Only in the answer to a repeated request: the first answer showed the link, and this one makes
   * none.
   */
  url_shown?: true;
  /** Access of the link, as requested. */
  access: "read" | "manage";
  /** From then on the link opens nothing. */
  expires_at: string;
}

export interface CreateUserAnswer {
  success: true;
  /** Your own id of the user. */
  external_id: string;
  /** The user as stored now. */
  user: User;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

export interface CreateWebhookAnswer {
  success: true;
  /** The webhook as stored now, with its secret. */
  webhook: CreateWebhookWebhook;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The webhook as stored now, with its secret. */
export interface CreateWebhookWebhook {
  /** Id of the webhook; paths and filters take it as webhook_id. */
  id: number;
  /** The first name of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Address of the receiver. */
  target_url: string;
  /** Your own note about this webhook; null if there is none. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Largest number of attempts that may start in any one second; null for no limit. */
  max_per_second: number | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /**
   * Why the webhook is off. partner: you switched it off. gone: its receiver answered 410. Null
   * while it is on.
   */
  off_reason: "partner" | "gone" | null;
  /** Your own words for switching it off; null if you gave none, and while it is on. */
  reason: string | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** Time at which the webhook was created. */
  created_at: string;
  /** Time of the webhook's last change. */
  updated_at: string;
  /** Whether it is on: true or false about one webhook; lists show the stored 1 or 0. */
  is_active: boolean;
  /** The secret that signs deliveries, shown only this once. */
  secret: string;
  /**
   * Time until which webhook-signature also carries the previous secret's signature; null if there
   * is no previous secret.
   */
  previous_secret_expires_at: string | null;
}

export interface CreditSalutesAnswer {
  success: true;
  /** The service's id of the user. */
  user_id: string;
  /** The user's balance after this entry, in salutes. */
  balance: number;
  /** Change of the balance in salutes; negative for a debit. */
  delta: number;
  /** Id of the ledger entry that was made. */
  ledger_entry_id: number;
  /** Idempotency-Key of the request that made the entry. */
  idempotency_key: string;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
}

export interface DebitSalutesAnswer {
  success: true;
  /** The service's id of the user. */
  user_id: string;
  /** The user's balance after this entry, in salutes. */
  balance: number;
  /** Change of the balance in salutes; negative for a debit. */
  delta: number;
  /** Id of the ledger entry that was made. */
  ledger_entry_id: number;
  /** Idempotency-Key of the request that made the entry. */
  idempotency_key: string;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
}

export interface DeleteUserAnswer {
  success: true;
  /** Always true: the user was deleted. */
  deleted: boolean;
  /** The service's id of the deleted user, which its ledger entries keep. */
  user_id: number;
}

export interface DeleteWebhookAnswer {
  success: true;
  /** Always true: the webhook was deleted. */
  deleted: true;
  /** Id of the deleted webhook. */
  webhook_id: number;
}

export interface DescribeWebhookSimulatorAnswer {
  success: true;
  /** HTTP method of a scenario run. */
  method: "POST";
  /** Path of a scenario run. */
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
  /** Always sandbox: answers have no live effect. */
  mode: "sandbox";
  /** Name of the initial state that has this fixture. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the sandbox file holds. */
  source: "fixture";
}

export interface DonationClaim {
  /**
   * State of the claim. issued: waits for the recipient. claimed: the recipient gave a payout
   * address and the operators have not paid yet. redeemed: credited, or paid. expired: nobody
   * claimed it in time. cancelled: you or an operator cancelled it.
   */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** The same as status. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Id of the claim, as events and operators name it. */
  claim_id: number;
  /** The code with which the recipient claims. Anyone who has it can claim: keep it secret. */
  claim_code: string;
  /** Address of the page on which the recipient claims. It holds the code: keep it secret. */
  claim_url: string;
  /** The purpose of the gift, as the recipient reads it. */
  campaign: string;
  /** Id of the campaign, the same for all your claims with this campaign text. */
  claim_campaign_id: number;
  /** The amount of the gift in its currency, as a decimal text. */
  amount: string;
  /** SALUTES, or the code of the currency that the operators pay. */
  currency: string;
  /** The recipient, as you named it. */
  recipient: DonationClaimRecipient;
  /** Your own reference of the claim; null if none was given. */
  reference: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** Whether the mail with the code was sent to the recipient. */
  email_sent: boolean;
  /**
   * State of the mail with the code. queued: waits to be sent. sent, failed: the outcome. dropped:
   * the claim was claimed or ended first. not_configured: the service sends no mail. Null if no
   * address was given.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** Id of the key that issued the claim. */
  partner_key_id: string;
  /** The payout address that the recipient gave; null before, and for SALUTES. */
  wallet_address: string | null;
  /** Signature of the transaction that paid the claim; null before, and for SALUTES. */
  settlement_signature: string | null;
  /**
   * Id of the ledger entry that credited the claim; null before, and for currencies other than
   * SALUTES.
   */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** The time at which the claim expires if nobody claims it. */
  expires_at: string;
  /** Time at which the claim was issued. */
  created_at: string;
  /** Time at which the recipient claimed; null before. */
  claimed_at: string | null;
  /** Time at which the claim was redeemed, expired or cancelled; null before. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface DonationClaimCancelledEventData {
  /** The service's id of the user; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the donation claim. */
  claim_id: number;
  /**
   * State of the claim. issued: waits for the recipient. claimed: waits for the payment. redeemed:
   * credited, or paid. expired: nobody claimed it in time. cancelled: you or an operator cancelled
   * it.
   */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** The amount of the gift in its currency, as a decimal text. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your own reference, as given at the issue; null if none was given. */
  reference: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** The payout address that the recipient gave; null before, and for SALUTES. */
  wallet_address: string | null;
  /** Signature of the transaction that paid the claim; null before, and for SALUTES. */
  settlement_signature: string | null;
  /**
   * Id of the ledger entry that credited the claim; null before, and for other currencies than
   * SALUTES.
   */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** The time at which the claim expires if nobody claims it. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface DonationClaimEventData {
  /** The service's id of the user; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the donation claim. */
  claim_id: number;
  /**
   * State of the claim. issued: waits for the recipient. claimed: waits for the payment. redeemed:
   * credited, or paid. expired: nobody claimed it in time. cancelled: you or an operator cancelled
   * it.
   */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** The amount of the gift in its currency, as a decimal text. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your own reference, as given at the issue; null if none was given. */
  reference: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** The payout address that the recipient gave; null before, and for SALUTES. */
  wallet_address: string | null;
  /** Signature of the transaction that paid the claim; null before, and for SALUTES. */
  settlement_signature: string | null;
  /**
   * Id of the ledger entry that credited the claim; null before, and for other currencies than
   * SALUTES.
   */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** The time at which the claim expires if nobody claims it. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface DonationClaimExpiredEventData {
  /** The service's id of the user; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the donation claim. */
  claim_id: number;
  /**
   * State of the claim. issued: waits for the recipient. claimed: waits for the payment. redeemed:
   * credited, or paid. expired: nobody claimed it in time. cancelled: you or an operator cancelled
   * it.
   */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** The amount of the gift in its currency, as a decimal text. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your own reference, as given at the issue; null if none was given. */
  reference: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** The payout address that the recipient gave; null before, and for SALUTES. */
  wallet_address: string | null;
  /** Signature of the transaction that paid the claim; null before, and for SALUTES. */
  settlement_signature: string | null;
  /**
   * Id of the ledger entry that credited the claim; null before, and for other currencies than
   * SALUTES.
   */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** The time at which the claim expires if nobody claims it. */
  expires_at: string;
}

/** The recipient, as you named it. */
export interface DonationClaimRecipient {
  /** The service's id of the user; null if there is none. */
  user_id: string | null;
  /** The recipient's e-mail address; null if none was given. */
  email: string | null;
  /** The recipient's name, for your own records; null if none was given. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface DonationClaimRedeemedEventData {
  /** The service's id of the user; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the donation claim. */
  claim_id: number;
  /**
   * State of the claim. issued: waits for the recipient. claimed: waits for the payment. redeemed:
   * credited, or paid. expired: nobody claimed it in time. cancelled: you or an operator cancelled
   * it.
   */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** The amount of the gift in its currency, as a decimal text. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your own reference, as given at the issue; null if none was given. */
  reference: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** The payout address that the recipient gave; null before, and for SALUTES. */
  wallet_address: string | null;
  /** Signature of the transaction that paid the claim; null before, and for SALUTES. */
  settlement_signature: string | null;
  /**
   * Id of the ledger entry that credited the claim; null before, and for other currencies than
   * SALUTES.
   */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** The time at which the claim expires if nobody claims it. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface DonationClaimedEventData {
  /** The service's id of the user; null if the claim names none. */
  user_id: string | null;
  /** Your own id of the user; null if there is none. */
  external_id: string | null;
  /** Id of the donation claim. */
  claim_id: number;
  /**
   * State of the claim. issued: waits for the recipient. claimed: waits for the payment. redeemed:
   * credited, or paid. expired: nobody claimed it in time. cancelled: you or an operator cancelled
   * it.
   */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Purpose of the claim. */
  campaign: string;
  /** Id of the campaign, the same for all its claims. */
  claim_campaign_id: number;
  /** The amount of the gift in its currency, as a decimal text. */
  amount: string;
  /** SALUTES, or the currency that the operators pay. */
  currency: string;
  /** Your own reference, as given at the issue; null if none was given. */
  reference: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** The payout address that the recipient gave; null before, and for SALUTES. */
  wallet_address: string | null;
  /** Signature of the transaction that paid the claim; null before, and for SALUTES. */
  settlement_signature: string | null;
  /**
   * Id of the ledger entry that credited the claim; null before, and for other currencies than
   * SALUTES.
   */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** The time at which the claim expires if nobody claims it. */
  expires_at: string;
}

export interface GetCapabilitiesAnswer {
  success: true;
  /** Name of the partner. */
  partner: string;
  /** Id of the calling key. */
  key_id: string;
  /** Mode of the key: live or sandbox. */
  key_mode: "live" | "sandbox";
  /** Scopes of the key: what it may do. */
  scopes: string[];
  /**
   * What the sandbox offers to this key; members are null, false or empty for parts that this build
   * lacks.
   */
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

/**
 * What the sandbox offers to this key; members are null, false or empty for parts that this build
 * lacks.
 */
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
  /** Whether users can convert salutes now. */
  enabled: boolean;
  /** Price of one whole token in salutes, before the fee. */
  salutes_per_token: number;
  /** Smallest amount of one conversion, in salutes. */
  min_amount: number;
  /** Largest amount of one conversion, in salutes. */
  max_amount: number;
  /** Most that a user can convert in one UTC day, in salutes; failed conversions do not count. */
  daily_limit_per_user: number;
  /** Fee in per cent of the tokens. */
  fee_pct: number;
  /** Always down: token amounts are rounded down to the mint's decimals. */
  rounding: "down";
  /** Always manual: the operators pay conversions by hand. */
  settlement: "manual";
  /** Time at which the policy was last set; null if it never was. */
  updated_at: string | null;
}

export interface GetDonationClaimAnswer {
  success: true;
  /**
   * State of the claim. issued: waits for the recipient. claimed: the recipient gave a payout
   * address and the operators have not paid yet. redeemed: credited, or paid. expired: nobody
   * claimed it in time. cancelled: you or an operator cancelled it.
   */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** The same as status. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Id of the claim, as events and operators name it. */
  claim_id: number;
  /** The code with which the recipient claims. Anyone who has it can claim: keep it secret. */
  claim_code: string;
  /** Address of the page on which the recipient claims. It holds the code: keep it secret. */
  claim_url: string;
  /** The purpose of the gift, as the recipient reads it. */
  campaign: string;
  /** Id of the campaign, the same for all your claims with this campaign text. */
  claim_campaign_id: number;
  /** The amount of the gift in its currency, as a decimal text. */
  amount: string;
  /** SALUTES, or the code of the currency that the operators pay. */
  currency: string;
  /** The recipient, as you named it. */
  recipient: GetDonationClaimRecipient;
  /** Your own reference of the claim; null if none was given. */
  reference: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** Whether the mail with the code was sent to the recipient. */
  email_sent: boolean;
  /**
   * State of the mail with the code. queued: waits to be sent. sent, failed: the outcome. dropped:
   * the claim was claimed or ended first. not_configured: the service sends no mail. Null if no
   * address was given.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** Id of the key that issued the claim. */
  partner_key_id: string;
  /** The payout address that the recipient gave; null before, and for SALUTES. */
  wallet_address: string | null;
  /** Signature of the transaction that paid the claim; null before, and for SALUTES. */
  settlement_signature: string | null;
  /**
   * Id of the ledger entry that credited the claim; null before, and for currencies other than
   * SALUTES.
   */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** The time at which the claim expires if nobody claims it. */
  expires_at: string;
  /** Time at which the claim was issued. */
  created_at: string;
  /** Time at which the recipient claimed; null before. */
  claimed_at: string | null;
  /** Time at which the claim was redeemed, expired or cancelled; null before. */
  resolved_at: string | null;
}

/** The recipient, as you named it. */
export interface GetDonationClaimRecipient {
  /** The service's id of the user; null if there is none. */
  user_id: string | null;
  /** The recipient's e-mail address; null if none was given. */
  email: string | null;
  /** The recipient's name, for your own records; null if none was given. */
  name: string | null;
}

export interface GetPartnerStatusAnswer {
  success: true;
  /** As in GET /api/public/system-status; at least warn while the service accepts no changes. */
  overall_status: "ok" | "warn" | "bad";
  /** Mode of the calling key: live or sandbox. */
  key_mode: "live" | "sandbox";
  /** Requests are counted by the minute; the window's first minute counts in full. */
  window: GetPartnerStatusWindow;
  /** Whether the window has measurements. */
  endpoint_percentiles_available: boolean;
  /** Latency of all requests of the window, in milliseconds. */
  endpoint_percentiles_ms: GetPartnerStatusEndpointPercentilesMs;
  /** Numbers of requests of the window, over all your keys of this mode. */
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

/** Numbers of requests of the window, over all your keys of this mode. */
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
  /** Number of deliveries that wait for a retry. */
  failed_events: number;
  /** Number of deliveries that are due, being sent, or held while their webhook is off. */
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
  /** Id of the calling key. */
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
  /** The newest entries of the sandbox's ledger, newest first; of one user if user_id is given. */
  recent_entries: LedgerEntry[];
  /** The parameters in effect, with their defaults. */
  query: GetPromotionReportQuery;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
  /** Always sandbox: answers have no live effect. */
  mode: "sandbox";
  /** Initial state of the sandbox, with the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
}

/** Share of failed requests, with its limit. */
export interface GetPromotionReportErrorRate {
  /**
   * Number of the key's last requests, at most 100, without refusals of their own input and of
   * routes that the sandbox lacks.
   */
  requests: number;
  /** Number of those requests that failed. */
  errors: number;
  /** Number of different operations among them that succeeded. */
  operations: number;
  /** Smallest number of different operations that must have succeeded. */
  min_operations: number;
  /** Share of failed requests in per cent, with two decimals. */
  error_rate_pct: number;
  /** Highest error rate that passes, in per cent. */
  max_error_rate_pct: number;
}

export interface GetPromotionReportNotJudged {
  /** Name of the check, the same in every report. */
  name: string;
  /** Scopes of which any one allows the key to pass it. */
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
  /** Decimals of the token's mint. */
  decimals: number;
  /** Scheme and host of the first RPC address; demo: for the demo chain. */
  rpc_url: string;
  /** The token's figures from the chain. */
  chain: GetTokenStatusChain;
  /** Holders, counted three ways. */
  holders_detail: GetTokenStatusHoldersDetail | null;
  /** Finalized slot of the chain from which the figures are; the oldest slot of the sources. */
  slot: number;
  /** Time of the data, that of its oldest source. */
  as_of_utc: string;
  /** Age of the figures, in hours. */
  age_hours: number;
  /** Whether the figures are older than their limit. */
  is_stale: boolean;
  /** demo: from the embedded demo chain, because no other is configured. */
  chain_mode: "demo" | "rpc";
  /** Addresses of the documentation, by name. */
  docs_links: Record<string, string>;
  /** Related addresses, by name. */
  links: Record<string, string>;
}

/** The token's figures from the chain. */
export interface GetTokenStatusChain {
  /** Supply that was minted and not burned. In whole tokens, exact, as a decimal text. */
  total_supply: string;
  /**
   * total_supply − treasury − reserve − burn wallets. In whole tokens, exact, as a decimal text.
   */
  circulating_supply: string;
  /** Balance of the treasury wallets. In whole tokens, exact, as a decimal text. */
  treasury_balance: string;
  /** Balance of the reserve wallets. In whole tokens, exact, as a decimal text. */
  reserve_balance: string;
  /** treasury_balance + reserve_balance. In whole tokens, exact, as a decimal text. */
  tracked_treasury_balance: string;
  /** Balance of the burn wallets. In whole tokens, exact, as a decimal text. */
  burn_balance: string;
  /** Unique owners of balances above zero; null before they were counted. */
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
  /** Owners of at least one account with a balance above zero. */
  unique_owners: number;
  /** The same without the project's own wallets. */
  excluding: GetTokenStatusHoldersDetailExcluding;
}

/** The same without the project's own wallets. */
export interface GetTokenStatusHoldersDetailExcluding {
  /** The project's wallets that are left out. */
  wallets: string[];
  /** Number of token accounts. */
  token_accounts: number;
  /** Token accounts with a balance above zero. */
  non_zero_accounts: number;
  /** Owners of at least one account with a balance above zero. */
  unique_owners: number;
}

export interface GetUsageAnswer {
  success: true;
  /** Requests are counted by the minute; the window's first minute counts in full. */
  window: GetUsageWindow;
  /** Numbers of requests in the window, in all and by endpoint. */
  request_metrics: GetUsageRequestMetrics;
  /** Latency of your requests in milliseconds. */
  latency_metrics_ms: GetUsageLatencyMetricsMs;
}

/** Latency of your requests in milliseconds. */
export interface GetUsageLatencyMetricsMs {
  /** Whether any request of the window was measured. */
  available: boolean;
  /** Latency over all endpoints together. */
  overall: GetUsageLatencyMetricsMsOverall;
  /** Figures of each endpoint, most requested first. */
  endpoint_breakdown: GetUsageLatencyMetricsMsEndpointBreakdown[];
}

export interface GetUsageLatencyMetricsMsEndpointBreakdown {
  /** HTTP method of the endpoint's requests. */
  method: string;
  /** Path template of the endpoint, with parameters in braces. */
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

/** Latency over all endpoints together. */
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

/** Numbers of requests in the window, in all and by endpoint. */
export interface GetUsageRequestMetrics {
  /** Number of correctly signed requests in the window. */
  total_requests: number;
  /** Number of requests answered with a status below 400. */
  success_requests: number;
  /** Number of requests answered with a status of 400 and above, including rate-limited ones. */
  error_requests: number;
  /** Requests refused with 429. */
  rate_limited_requests: number;
  /** Figures of each endpoint, most requested first. */
  endpoint_breakdown: GetUsageRequestMetricsEndpointBreakdown[];
}

export interface GetUsageRequestMetricsEndpointBreakdown {
  /** HTTP method of the endpoint's requests. */
  method: string;
  /** Path template of the endpoint, with parameters in braces. */
  path: string;
  /** Number of requests. */
  requests: number;
  /** Number of failed requests. */
  errors: number;
  /** Share of failed requests in per cent, with two decimals. */
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
  /** The user as stored now. */
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
  /** The same balance in hundredths of a salute, as in the leaf. */
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
  /** Hash of the neighbour, as lower-case hex. */
  hash: string;
  /** Sum of the balances below the neighbour, in hundredths. */
  sum: string;
}

export interface GetWalletInfoAnswer {
  success: true;
  /** The wallet's address, as asked for. */
  wallet: string;
  /** The wallet's balance in SOL. */
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
  /** The wallet's address, as asked for. */
  wallet: string;
  /** Whether the wallet is linked to one of your users. */
  linked: boolean;
  /** What is known of the wallet, one flag per state. */
  wallet_states: GetWalletVerificationWalletStates;
  /** Time and age of the last proof of ownership. */
  verification: GetWalletVerificationVerification;
  /** The user of yours to whom the wallet is linked; null if there is none. */
  owner: GetWalletVerificationOwner | null;
  /** Names of the members of wallet_states, in their order. */
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
  /** Whether the user keeps the wallet private. */
  is_hidden: boolean;
}

/** Time and age of the last proof of ownership. */
export interface GetWalletVerificationVerification {
  /** Whether ownership was proved at least once. */
  verified: boolean;
  /** Time of the last proof of ownership; null before the first. */
  verified_at_utc: string | null;
  /** Days since the last proof of ownership; null before the first. */
  verification_age_days: number | null;
  /**
   * Age of the last proof. fresh: recent. aging: due for renewal soon. stale: older than
   * reverify_days. never: no proof yet.
   */
  freshness: "fresh" | "aging" | "stale" | "never";
  /** The age of the last proof in a sentence, for people. */
  status_text: string;
  /** Days after which a verification is stale. */
  reverify_days: number;
}

/** What is known of the wallet, one flag per state. */
export interface GetWalletVerificationWalletStates {
  /** Whether the wallet is linked to one of your users. */
  linked: boolean;
  /** Whether ownership was proved in the last 24 hours. */
  connected_session: boolean;
  /**
   * Whether ownership was proved at least once; stale_verification says whether that is too long
   * ago.
   */
  verified: boolean;
  /** Whether the last proof of ownership is more than reverify_days old. */
  stale_verification: boolean;
  /** Whether the user keeps the wallet private. */
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
  /** Id of the delivery record; event_id in paths and replays. */
  id: number;
  /** The event's id: event_id of the delivered body. */
  event_uid: string;
  /** Id of the webhook that the event is delivered to. */
  webhook_id: number;
  /** Type of the event. */
  event_type: string;
  /**
   * State of the record. pending: due now. delivering: being sent. delivered: the receiver answered
   * 2xx. failed: retried at next_attempt_at. dead_letter: given up. held: the webhook is off; sent
   * once it is on again. cancelled: the webhook is deleted, or an operator discarded the record;
   * last_error then says why.
   */
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  /** Number of attempts over all rounds; probes do not count. */
  attempts: number;
  /** Whether the delivery has become a dead letter. */
  is_dead_letter: boolean;
  /** Why the last attempt failed, or the reason of a replay; null if there is neither. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** Error of the last attempt; null if there was none. */
  last_error: string | null;
  /** Address to which the webhook's deliveries go now. */
  target_url: string;
  /** Time at which the record was made. */
  created_at: string;
  /** Time of the record's last change. */
  updated_at: string;
  /** Time of the last attempt; null before the first. */
  last_attempt_at: string | null;
  /** Time of the next attempt; null if none is due. */
  next_attempt_at: string | null;
  /** Time at which the receiver accepted the delivery; null before. */
  delivered_at: string | null;
}

export interface IssueDonationClaimAnswer {
  success: true;
  /**
   * State of the claim. issued: waits for the recipient. claimed: the recipient gave a payout
   * address and the operators have not paid yet. redeemed: credited, or paid. expired: nobody
   * claimed it in time. cancelled: you or an operator cancelled it.
   */
  status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** The same as status. */
  claim_status: "issued" | "claimed" | "redeemed" | "expired" | "cancelled";
  /** Id of the claim, as events and operators name it. */
  claim_id: number;
  /** The code with which the recipient claims. Anyone who has it can claim: keep it secret. */
  claim_code: string;
  /** Address of the page on which the recipient claims. It holds the code: keep it secret. */
  claim_url: string;
  /** The purpose of the gift, as the recipient reads it. */
  campaign: string;
  /** Id of the campaign, the same for all your claims with this campaign text. */
  claim_campaign_id: number;
  /** The amount of the gift in its currency, as a decimal text. */
  amount: string;
  /** SALUTES, or the code of the currency that the operators pay. */
  currency: string;
  /** The recipient, as you named it. */
  recipient: IssueDonationClaimRecipient;
  /** Your own reference of the claim; null if none was given. */
  reference: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** Whether the mail with the code was sent to the recipient. */
  email_sent: boolean;
  /**
   * State of the mail with the code. queued: waits to be sent. sent, failed: the outcome. dropped:
   * the claim was claimed or ended first. not_configured: the service sends no mail. Null if no
   * address was given.
   */
  email_status: "queued" | "sent" | "failed" | "dropped" | "not_configured" | null;
  /** Id of the key that issued the claim. */
  partner_key_id: string;
  /** The payout address that the recipient gave; null before, and for SALUTES. */
  wallet_address: string | null;
  /** Signature of the transaction that paid the claim; null before, and for SALUTES. */
  settlement_signature: string | null;
  /**
   * Id of the ledger entry that credited the claim; null before, and for currencies other than
   * SALUTES.
   */
  ledger_entry_id: number | null;
  /** Why the claim was cancelled; null if it was not. */
  cancel_reason: string | null;
  /** The time at which the claim expires if nobody claims it. */
  expires_at: string;
  /** Time at which the claim was issued. */
  created_at: string;
  /** Time at which the recipient claimed; null before. */
  claimed_at: string | null;
  /** Time at which the claim was redeemed, expired or cancelled; null before. */
  resolved_at: string | null;
}

/** The recipient of the gift: at least one of the three members; SALUTES need a user_id. */
export interface IssueDonationClaimInputRecipient {
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id?: string | number;
  /** The recipient's e-mail address for the code, if the service sends mail. */
  email?: string;
  /** For your own records; nobody else sees it. */
  name?: string;
}

/** The recipient, as you named it. */
export interface IssueDonationClaimRecipient {
  /** The service's id of the user; null if there is none. */
  user_id: string | null;
  /** The recipient's e-mail address; null if none was given. */
  email: string | null;
  /** The recipient's name, for your own records; null if none was given. */
  name: string | null;
}

export interface IssueWalletChallengeAnswer {
  success: true;
  /** Id of the challenge, to be sent with the proof. */
  challenge_id: string;
  /** The text that the wallet must sign unchanged (Sign-In-With-Solana). */
  text: string;
  /** Time after which the challenge is refused. */
  expires_at: string;
}

/** A credit or debit of one user. An object. */
export interface LedgerBatchItem {
  /** Whether salutes are added or taken. */
  operation: "credit" | "debit";
  /** The service's id (42 or "42"), or ext: and your external_id. */
  user_id: string | number;
  /** A positive number with at most 2 decimals and 17 digits, at most 1000000000000. */
  amount: number;
  /**
   * Your purpose of the entry, such as quest or shop; lists can be filtered by it. 1 to 64
   * characters of A-Z a-z 0-9 . _ : -.
   */
  reason: string;
  /**
   * Your origin of the entry, such as a campaign; lists can be filtered by it. api by default. 1 to
   * 64 characters of A-Z a-z 0-9 . _ : -.
   */
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
  /**
   * Outcome of the item. applied: by this request. refused: nothing happened; error says why.
   * replayed: an earlier request with the item's key applied it.
   */
  status: "applied" | "refused" | "replayed";
  /**
   * Code of the refusal, as a call of its own would get it; batch_refused for an item that only
   * others kept from being applied. Null unless the item was refused.
   */
  error: string | null;
  /** What to do about the refusal, in one sentence; null unless the item was refused. */
  message: string | null;
  /** The service's id of the user; of a refused item the user_id as sent. */
  user_id: string | null;
  /** Change of the balance in salutes, negative for a debit; null for a refused item. */
  delta: number | null;
  /**
   * The user's balance after the item, in salutes. Of a refused item: the present balance with
   * insufficient_balance, otherwise null.
   */
  balance: number | null;
  /** Id of the item's ledger entry; null for a refused item. */
  ledger_entry_id: number | null;
}

export interface LedgerEntry {
  /** Id of the ledger entry; later entries have higher ids. */
  id: number;
  /** The service's id of the user. */
  user_id: string;
  /** Change of the balance in salutes; negative for a debit. */
  delta: number;
  /** The user's balance after the entry, in salutes. */
  balance_after: number;
  /**
   * Purpose of the entry: your reason, or the service's own for its entries, such as conversion.
   */
  reason: string;
  /**
   * Origin of the entry: your source, api if you gave none, or the service's own for its entries.
   */
  source: string;
  /** Idempotency-Key of the request that made the entry. */
  idempotency_key: string;
  /** Id of the key that made the entry; null for the service's own entries. */
  partner_key_id: string | null;
  /** Time at which the entry was made. */
  created_at: string;
  /** Id of the entry that reverses this one; null if none does. */
  reversed_by: number | null;
  /** Id of the entry that this one reverses; null if it reverses none. */
  reverses: number | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
}

export interface LinkWalletAnswer {
  success: true;
  /** The linked wallet as stored now. */
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
  /** Id of the delivery record, as webhook-events lists it. */
  event_id: number;
  /** The event's id at the receiver: event_id of the delivered body. */
  event_uid: string;
  /** Id of the webhook that did not get the event. */
  webhook_id: number;
  /** Type of the event. */
  event_type: string;
  /** Address to which the webhook's deliveries go now. */
  target_url: string;
  /** Number of attempts so far. */
  attempts: number;
  /** Reason of the failure as a code; null if there is none. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** Error of the last attempt; null if there was none. */
  last_error: string | null;
  /** Time at which the delivery record was made. */
  created_at: string;
  /** Time of the last change of the delivery record. */
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
  /** Error codes, sorted by status, then by code. */
  entries: ListErrorsEntry[];
}

export interface ListErrorsEntry {
  /** The value of `error` in answers. */
  error_code: string;
  /** Title of the error in one line. */
  title: string;
  /** Group of the error, such as auth or state. */
  category: string;
  /** HTTP status of answers with this code. */
  http_status: number;
  /** How a client should retry; retry_behavior says it in words. */
  retry_class: "retry_after" | "retryable" | "safe_no_op" | "fail_fast";
  /** What a client should do. */
  retry_behavior: string;
  /** Seconds to wait if the answer has no Retry-After; 0 if waiting does not help. */
  retry_after_seconds: number;
  /** Key modes in which the code can occur. */
  available_in_modes: ("live" | "sandbox")[];
  /** Groups of operations that can answer with it: tags of the OpenAPI document. */
  endpoint_groups: string[];
  /** Relative addresses, by name. */
  recovery_links: Record<string, string>;
}

export interface ListEventsAnswer {
  success: true;
  /** Events, oldest first. */
  events: ListEventsEvent[];
  /** Number of events on this page. */
  count: number;
  /** The parameters in effect, with their defaults. */
  query: ListEventsQuery;
  /** Parameters of the next page. */
  pagination: ListEventsPagination;
}

export interface ListEventsEvent {
  /** The event's id: evt_ and 26 characters, as in deliveries. */
  event_id: string;
  /** Its number among your events: each is one above the one before. */
  sequence: number;
  /** Type of the event, as the catalogue names it. */
  event_type: string;
  /** Time at which the change was made. */
  occurred_at: string;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
  /** The event's data, as in the delivered body. */
  data: Record<string, unknown>;
}

/** Parameters of the next page. */
export interface ListEventsPagination {
  /** Whether there are more rows. */
  has_more: boolean;
  /** Send it as offset for the next page; null on the last, and when paging by cursor. */
  next_offset: number | null;
  /** The same as next_after, as text; null on the last page. */
  next_cursor: string | null;
  /** Send it as after in the next request; present on the last page too. */
  next_after: number;
}

/** The parameters in effect, with their defaults. */
export interface ListEventsQuery {
  /** The after or cursor of the request; null without one. */
  after: number | null;
  /** The types of the request; null without them. */
  types: string | null;
  /** Largest number of events on this page. */
  limit: number;
}

export interface ListLedgerAnswer {
  success: true;
  /** The service's id of the user; null if entries of all your users are listed. */
  user_id: string | null;
  /** The user's present balance in salutes; null if entries of all your users are listed. */
  balance: number | null;
  /** Ledger entries in the requested order, newest first by default. */
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
  /** Users, ordered by the service's id. */
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
  /** The user's wallets, newest first. */
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
  /** State of the record, as in webhook-events. */
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
  /** Number of the attempt, from 1, over all rounds. A probe has the number of the next attempt. */
  attempt: number;
  /** Time of the attempt. */
  attempted_at: string;
  /** HTTP status of the receiver's answer; null without an answer. */
  http_status: number | null;
  /** Duration in milliseconds. */
  duration_ms: number;
  /** The first 4 KiB of the answer's body, at most; null without an answer. */
  response_excerpt: string | null;
  /** What went wrong, in words; null if nothing did. */
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
  /** Whether the sandbox recorded the attempt without sending anything. */
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
  /** Id of the delivery record; event_id in paths and replays. */
  id: number;
  /** The event's id: event_id of the delivered body. */
  event_uid: string;
  /** Id of the webhook that the event is delivered to. */
  webhook_id: number;
  /** Type of the event. */
  event_type: string;
  /**
   * State of the record. pending: due now. delivering: being sent. delivered: the receiver answered
   * 2xx. failed: retried at next_attempt_at. dead_letter: given up. held: the webhook is off; sent
   * once it is on again. cancelled: the webhook is deleted, or an operator discarded the record;
   * last_error then says why.
   */
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
  /** Number of attempts over all rounds; probes do not count. */
  attempts: number;
  /** Whether the delivery has become a dead letter. */
  is_dead_letter: boolean;
  /** Why the last attempt failed, or the reason of a replay; null if there is neither. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other" | null;
  /** Error of the last attempt; null if there was none. */
  last_error: string | null;
  /** Address to which the webhook's deliveries go now. */
  target_url: string;
  /** Time at which the record was made. */
  created_at: string;
  /** Time of the record's last change. */
  updated_at: string;
  /** Time of the last attempt; null before the first. */
  last_attempt_at: string | null;
  /** Time of the next attempt; null if none is due. */
  next_attempt_at: string | null;
  /** Time at which the receiver accepted the delivery; null before. */
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
  /** As given: one, several as a list, or null. */
  event_type: string | string[] | null;
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
  /** Always sandbox: answers have no live effect. */
  mode: "sandbox";
  /** Name of the initial state that has this fixture. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the sandbox file holds. */
  source: "fixture";
}

export interface ListWebhookScenariosScenario {
  /** Id of the scenario, which a run takes as scenario_id. */
  id: string;
  /** Title of the scenario in one line. */
  title: string;
  /** Type of the event that the scenario delivers. */
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
  /** Id of the webhook; paths and filters take it as webhook_id. */
  id: number;
  /** The first name of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Address of the receiver. */
  target_url: string;
  /** Your own note about this webhook; null if there is none. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Largest number of attempts that may start in any one second; null for no limit. */
  max_per_second: number | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /**
   * Why the webhook is off. partner: you switched it off. gone: its receiver answered 410. Null
   * while it is on.
   */
  off_reason: "partner" | "gone" | null;
  /** Your own words for switching it off; null if you gave none, and while it is on. */
  reason: string | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** Time at which the webhook was created. */
  created_at: string;
  /** Time of the webhook's last change. */
  updated_at: string;
  /**
   * 1 if it is on, 0 if off: lists show the stored number, answers about one webhook true or false.
   */
  is_active: number;
}

export interface LookUpUsersAnswer {
  success: true;
  /** Users, ordered by the service's id. */
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
  /** Name of the check, the same in every report. */
  name: string;
  /** Title of the check in one line. */
  title: string;
  /** Whether the key has passed the check. */
  passed: boolean;
  /** What passed the check; null if nothing was seen in the last 30 days. */
  evidence: PromotionCheckEvidence | null;
  /** What to do to pass the check. */
  how_to_pass: string;
}

/** What passed the check; null if nothing was seen in the last 30 days. */
export interface PromotionCheckEvidence {
  /** What was seen, in a sentence. */
  summary: string;
  /** Time at which it was last seen, by the real clock; null for the error rate. */
  seen_at: string | null;
  /** Id of the request in the server's log; null if it is unknown. */
  request_id: string | null;
  /** HTTP method of the last such request; null for the error rate. */
  method: string | null;
  /** Path template of the last such request; null for the error rate. */
  path: string | null;
  /** How often it was seen; for the error rate, the number of requests. */
  count: number;
}

export interface RecoverWebhookAnswer {
  success: true;
  /** Id of the webhook that gets the events. */
  webhook_id: number;
  /** Deliveries that this request queued, 5,000 at most. */
  queued: number;
  /**
   * Time from which all events were examined: as given, or 30 days ago if that is later, as older
   * events are deleted. Older dead letters that are still kept are sent, too.
   */
  since: string;
  /** End of the examined time, not included. */
  until: string;
  /** Whether events remain to be examined: call again with since = next_since. */
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
  /**
   * Cause of a failure, or of a replay. http_error: an answer other than 2xx. timeout, dns_error,
   * connection_error, tls_error: no answer. blocked_target: the address is not allowed. gone: the
   * receiver answered 410. expired: waited too long. receiver_fix, operator_replay: sent again on
   * request. other: anything else.
   */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** Your note, as given; null if none was given. */
  note: string | null;
  /** One row for each requested item. */
  results: ReplayWebhookEventsResult[];
  /** Whether the filter selects, or may select, further records; false for event_ids. */
  has_more: boolean;
  /** The filter's after of the next request; null if there are no further records. */
  next_after: number | null;
}

/**
 * Selects records in place of event_ids, the oldest first, 100 per request; all conditions must
 * hold. Repeat the request with after = next_after while has_more is true.
 */
export interface ReplayWebhookEventsInputFilter {
  /** Only records in this state. */
  status: "dead_letter" | "failed" | "delivered";
  /** Only records of this webhook. */
  webhook_id?: string | number;
  /** Only records of events of this type. */
  event_type?: "salutes.credit" | "salutes.debit" | "salutes.converted" | "salutes.conversion_settled" | "salutes.conversion_failed" | "donation.claim" | "donation.claimed" | "donation.claim_redeemed" | "donation.claim_expired" | "donation.claim_cancelled" | "users.created" | "users.updated" | "users.deleted" | "wallets.linked" | "wallets.updated" | "wallets.unlinked" | "webhook.test" | "webhook.delivery_failed" | "api.deprecation";
  /** Only records with this cause of the last failure, or of a replay. */
  reason_tag?: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
  /** Only records made at or after this time. */
  from?: string;
  /** Only records made before this time. */
  to?: string;
  /** Only records with a higher id: next_after of the previous answer. */
  after?: number;
}

export interface ReplayWebhookEventsResult {
  /** Id of the delivery record; null for an unknown evt_…. */
  event_id: number | null;
  /** Id of the event; null for an unknown id. */
  event_uid: string | null;
  /** Whether a new round of attempts begins. */
  replayed: boolean;
  /**
   * Why it was not sent again. not_found: no such record of yours. in_progress: it is being sent or
   * held. webhook_deleted: its webhook is deleted. discarded: an operator cancelled it. Null if it
   * was replayed.
   */
  error: "not_found" | "in_progress" | "webhook_deleted" | "discarded" | null;
  /** Its state now; held: it is sent once its webhook is on. Null for an unknown id. */
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled" | null;
  /** The reason of the replay, as requested; receiver_fix by default. */
  reason_tag: "http_error" | "timeout" | "dns_error" | "connection_error" | "tls_error" | "blocked_target" | "gone" | "expired" | "receiver_fix" | "operator_replay" | "other";
}

export interface ResetSandboxAnswer {
  success: true;
  /** Name of the sandbox that was reset; null for your own. */
  sandbox: string | null;
  /** The state of the sandbox after the reset. */
  state: "standard-v1" | "empty" | "ten-thousand";
  /** The sandbox clock after the reset. */
  practice_time_utc: string;
  /** Always sandbox: answers have no live effect. */
  mode: "sandbox";
  /** Initial state of the sandbox, with the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
  /** Always false: nothing live was touched, and nothing was sent. */
  live_side_effects_performed: false;
}

export interface RotateWebhookSecretAnswer {
  success: true;
  /** The webhook as stored now, with its secret. */
  webhook: RotateWebhookSecretWebhook;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The webhook as stored now, with its secret. */
export interface RotateWebhookSecretWebhook {
  /** Id of the webhook; paths and filters take it as webhook_id. */
  id: number;
  /** The first name of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Address of the receiver. */
  target_url: string;
  /** Your own note about this webhook; null if there is none. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Largest number of attempts that may start in any one second; null for no limit. */
  max_per_second: number | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /**
   * Why the webhook is off. partner: you switched it off. gone: its receiver answered 410. Null
   * while it is on.
   */
  off_reason: "partner" | "gone" | null;
  /** Your own words for switching it off; null if you gave none, and while it is on. */
  reason: string | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** Time at which the webhook was created. */
  created_at: string;
  /** Time of the webhook's last change. */
  updated_at: string;
  /** Whether it is on: true or false about one webhook; lists show the stored 1 or 0. */
  is_active: boolean;
  /** The secret that signs deliveries, shown only this once. */
  secret: string;
  /**
   * Time until which webhook-signature also carries the previous secret's signature; null if there
   * is no previous secret.
   */
  previous_secret_expires_at: string | null;
}

export interface RunWebhookScenarioAnswer {
  success: true;
  /** Id of the scenario that was run. */
  selected_scenario_id: string;
  /** The scenario that was run. */
  scenario: RunWebhookScenarioScenario;
  /** The request that a live delivery would send. */
  simulation: Simulation;
  /** The public signing secret of the sandbox; null if you gave a secret of your own. */
  fixture_secret: string | null;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
  /** Always sandbox: answers have no live effect. */
  mode: "sandbox";
  /** Name of the initial state that has this fixture. */
  fixture_profile: "standard-v1";
  /** Fixed, whatever the sandbox file holds. */
  source: "fixture";
  /** Always false: nothing live was touched, and nothing was sent. */
  live_side_effects_performed: false;
}

/** The scenario that was run. */
export interface RunWebhookScenarioScenario {
  /** Id of the scenario, which a run takes as scenario_id. */
  id: string;
  /** Title of the scenario in one line. */
  title: string;
  /** Type of the event that the scenario delivers. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface SalutesConversionFailedEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Id of the conversion. */
  conversion_id: number;
  /**
   * State of the conversion. pending_settlement: salutes debited, tokens not paid yet. settled:
   * paid. failed: cancelled, and the salutes returned.
   */
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes converted. */
  amount: number;
  /** Tokens to be paid, net of the fee, as a decimal text. */
  token_amount: string;
  /** Fee in tokens, as a decimal text. */
  fee: string;
  /** Address of the wallet to which the tokens are paid. */
  wallet_address: string;
  /** Id of the ledger entry that debited the salutes. */
  ledger_entry_id: number;
  /** Signature of the transaction that paid the conversion; null before. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface SalutesConversionSettledEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Id of the conversion. */
  conversion_id: number;
  /**
   * State of the conversion. pending_settlement: salutes debited, tokens not paid yet. settled:
   * paid. failed: cancelled, and the salutes returned.
   */
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes converted. */
  amount: number;
  /** Tokens to be paid, net of the fee, as a decimal text. */
  token_amount: string;
  /** Fee in tokens, as a decimal text. */
  fee: string;
  /** Address of the wallet to which the tokens are paid. */
  wallet_address: string;
  /** Id of the ledger entry that debited the salutes. */
  ledger_entry_id: number;
  /** Signature of the transaction that paid the conversion; null before. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface SalutesConvertedEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Id of the conversion. */
  conversion_id: number;
  /**
   * State of the conversion. pending_settlement: salutes debited, tokens not paid yet. settled:
   * paid. failed: cancelled, and the salutes returned.
   */
  state: "pending_settlement" | "settled" | "failed";
  /** Salutes converted. */
  amount: number;
  /** Tokens to be paid, net of the fee, as a decimal text. */
  token_amount: string;
  /** Fee in tokens, as a decimal text. */
  fee: string;
  /** Address of the wallet to which the tokens are paid. */
  wallet_address: string;
  /** Id of the ledger entry that debited the salutes. */
  ledger_entry_id: number;
  /** Signature of the transaction that paid the conversion; null before. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface SalutesCreditEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Change of the balance in salutes; negative for a debit. */
  delta: number;
  /** The user's balance after this entry, in salutes. */
  balance: number;
  /** Purpose of the entry: your reason, or the service's own for its entries. */
  reason: string;
  /**
   * Origin of the entry: your source, api if you gave none, or the service's own for its entries.
   */
  source: string;
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** Id of the entry that this one reverses; only present if it reverses one. */
  reverses?: number;
  /** Your own notes, as given; null if none are set. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface SalutesDebitEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** Change of the balance in salutes; negative for a debit. */
  delta: number;
  /** The user's balance after this entry, in salutes. */
  balance: number;
  /** Purpose of the entry: your reason, or the service's own for its entries. */
  reason: string;
  /**
   * Origin of the entry: your source, api if you gave none, or the service's own for its entries.
   */
  source: string;
  /** Id of the ledger entry. */
  ledger_entry_id: number;
  /** Id of the entry that this one reverses; only present if it reverses one. */
  reverses?: number;
  /** Your own notes, as given; null if none are set. */
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
  /** Headers of the request by name, including the signatures. */
  headers: Record<string, string>;
  /** The exact text that is signed. */
  body: string;
}

export interface TestWebhookAnswer {
  success: true;
  /** Always true: a delivery record was made. */
  queued: true;
  /** Id of the delivery record that was made. */
  event_id: number;
  /** Id of the test event: event_id of the delivered body. */
  event_uid: string;
  /** Type of the event; always webhook.test. */
  event_type: "webhook.test";
  /** Id of the webhook that gets the test. */
  webhook_id: number;
  /** State of the delivery record: pending, or held until the webhook is on. */
  status: "pending" | "delivering" | "delivered" | "failed" | "dead_letter" | "held" | "cancelled";
}

export interface TriggerSandboxEventAnswer {
  success: true;
  /** The event that was made, as the feed lists it. */
  event: TriggerSandboxEventEvent;
  /** Always sandbox: answers have no live effect. */
  mode: "sandbox";
  /** Initial state of the sandbox, with the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
  /** Always false: nothing live was touched, and nothing was sent. */
  live_side_effects_performed: false;
}

/** The event that was made, as the feed lists it. */
export interface TriggerSandboxEventEvent {
  /** The event's id: evt_ and 26 characters, as in deliveries. */
  event_id: string;
  /** Its number among your events: each is one above the one before. */
  sequence: number;
  /** Type of the event, as the catalogue names it. */
  event_type: string;
  /** Time at which the change was made. */
  occurred_at: string;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
  /** The event's data, as in the delivered body. */
  data: Record<string, unknown>;
}

export interface UnlinkWalletAnswer {
  success: true;
  /** Always true: the wallet was unlinked. */
  deleted: boolean;
  /** Address of the unlinked wallet. */
  wallet_address: string;
  /** The remaining wallets, oldest first. */
  wallets: Wallet[];
}

export interface UpdateUserAnswer {
  success: true;
  /** The user as stored now. */
  user: User;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

export interface UpdateWebhookAnswer {
  success: true;
  /** The webhook as stored now. */
  webhook: UpdateWebhookWebhook;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
}

/** The webhook as stored now. */
export interface UpdateWebhookWebhook {
  /** Id of the webhook; paths and filters take it as webhook_id. */
  id: number;
  /** The first name of event_types. */
  event_type: string;
  /** The subscribed names: types of the catalogue, prefix.* or *. */
  event_types: string[];
  /** Address of the receiver. */
  target_url: string;
  /** Your own note about this webhook; null if there is none. */
  description: string | null;
  /** Your own headers of each delivery, by name; values are masked. */
  headers: Record<string, string>;
  /** Largest number of attempts that may start in any one second; null for no limit. */
  max_per_second: number | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /**
   * Why the webhook is off. partner: you switched it off. gone: its receiver answered 410. Null
   * while it is on.
   */
  off_reason: "partner" | "gone" | null;
  /** Your own words for switching it off; null if you gave none, and while it is on. */
  reason: string | null;
  /** Failed attempts since the last success. */
  consecutive_failures: number;
  /** Time at which the webhook was created. */
  created_at: string;
  /** Time of the webhook's last change. */
  updated_at: string;
  /** Whether it is on: true or false about one webhook; lists show the stored 1 or 0. */
  is_active: boolean;
}

export interface User {
  /** The service's id of the user; other operations take it as user_id. */
  id: number;
  /** Your own id of the user, unique among your users. */
  external_id: string;
  /** The user's name in your application, such as a login; null if none is set. */
  username: string | null;
  /** Name shown to people; null if none is set. */
  display_name: string | null;
  /** The user's e-mail address; null if none is set. */
  email: string | null;
  /**
   * active, or suspended: nothing can be debited, converted or claimed, while credits and reads go
   * on.
   */
  status: "active" | "suspended";
  /** Whether ownership of the user's primary wallet was proved. */
  is_verified: boolean;
  /** Address of the user's primary wallet; null if no wallet is linked. */
  wallet_address: string | null;
  /** Your own notes, as given; null if none are set. */
  metadata: Record<string, string> | null;
  /** Time at which the user was created. */
  created_at: string;
  /** Time at which the user was last changed. */
  updated_at: string;
  /** The user's wallets, oldest first; only present with include_wallets. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface UsersCreatedEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** The user's name in your application; null if none is set. */
  username: string | null;
  /** Name shown to people; null if none is set. */
  display_name: string | null;
  /** active, or suspended: nothing can be debited, converted or claimed. */
  status: "active" | "suspended";
  /** Whether the user's primary wallet is verified. */
  is_verified: boolean;
  /** Your own notes, as given; null if none are set. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface UsersDeletedEventData {
  /** The service's id of the user. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface UsersUpdatedEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** The user's name in your application; null if none is set. */
  username: string | null;
  /** Name shown to people; null if none is set. */
  display_name: string | null;
  /** active, or suspended: nothing can be debited, converted or claimed. */
  status: "active" | "suspended";
  /** Whether the user's primary wallet is verified. */
  is_verified: boolean;
  /** Your own notes, as given; null if none are set. */
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
  /** Id of the calling key. */
  key_id: string;
  /** Always sandbox: the mode of the calling key. */
  key_mode: "sandbox";
  /** Scopes of the key: what it may do. */
  scopes: string[];
  /** Name of the sandbox that X-Sandbox asks for; null for your own. */
  sandbox: string | null;
  /** The sandbox clock: it advances one second with each mutation. */
  practice_time_utc: string;
  /** Relative addresses, by name. */
  docs_links: Record<string, string>;
  /** Relative addresses, by name. */
  links: Record<string, string>;
  /** Always sandbox: answers have no live effect. */
  mode: "sandbox";
  /** Initial state of the sandbox, with the same users, ids and times for everybody. */
  fixture_profile: "standard-v1" | "empty" | "ten-thousand";
  /** Your sandbox file, which starts with the fixture profile. */
  source: "practice_state";
}

export interface VerifyWebhookSignatureAnswer {
  success: true;
  /** Whether the given signature is the right one. */
  valid: boolean;
  /** The signature, as given in the request. */
  provided_signature: string;
  /** The right signature for this payload, timestamp and secret. */
  expected_signature: string;
  /** The signed timestamp, in Unix seconds. */
  timestamp: number;
  /** The signed text: the timestamp, a full stop, the payload. */
  canonical_body: string;
  /** The same check as code, as an example. */
  validator_example: string;
}

export interface Wallet {
  /** Blockchain of the address; always solana. */
  blockchain: string;
  /** The wallet's address, in base58. */
  wallet_address: string;
  /** Your label for the wallet; null if none is set. */
  label: string | null;
  /** 1 for the user's primary wallet, otherwise 0. */
  is_primary: number;
  /** 1 if the user keeps the wallet private, otherwise 0. */
  is_hidden: number;
  /** 1 if ownership of the wallet was ever proved, otherwise 0. */
  verified: number;
  /** Time of the last proof of ownership; null before the first. */
  verified_at: string | null;
  /**
   * Form of the signed text in the last proof: raw for the text itself, the others for Solana's
   * off-chain envelopes. Null before the first proof.
   */
  proof_format: "raw" | "offchain_v1" | "offchain_v0" | "offchain_legacy" | null;
  /** Time at which the wallet was linked to the user. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface WalletsLinkedEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** The wallet as linked now. */
  wallet: WalletsLinkedEventDataWallet;
}

/** The wallet as linked now. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface WalletsUnlinkedEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** The wallet as linked now. */
  wallet: WalletsUnlinkedEventDataWallet;
}

/** The wallet as linked now. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface WalletsUpdatedEventData {
  /** The service's id of the user. */
  user_id: string;
  /** Your own id of the user; null if none is set. */
  external_id: string | null;
  /** The wallet as linked now. */
  wallet: WalletsUpdatedEventDataWallet;
}

/** The wallet as linked now. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface WebhookDeliveryFailedEventData {
  /** Id of the delivery record, as the API lists and replays it. */
  event_id: number;
  /** Id of the undelivered event: event_id of its body. */
  event_uid: string;
  /** The type of the undelivered event. */
  event_type: string;
  /** Id of the webhook that did not get the event. */
  webhook_id: number;
  /** Address of the receiver. */
  target_url: string;
  /** Number of attempts so far. */
  attempts: number;
  /** Cause of the last failure as a code, as in webhook-events; null if there is none. */
  reason_tag: string | null;
  /** Error of the last attempt; null if there was none. */
  last_error: string | null;
  /** Time at which the undelivered event's record was made. */
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
  /** Time at which the change was made. */
  occurred_at: string;
  /**
   * Its number among your events, without gaps: GET /api/partner/events lists them in this order.
   */
  sequence: number;
  /** Idempotency-Key of the request that caused the event; null if no request did. */
  idempotency_key: string | null;
}

/** Fields of the event. */
export interface WebhookTestEventData {
  /** Id of the webhook under test. */
  webhook_id: number;
  /** A sentence that says this is a test. */
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
