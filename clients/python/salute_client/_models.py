"""Written by `bun run clients` from the OpenAPI document; change the generator, not this file."""

from __future__ import annotations

from typing import Dict, List, Literal, TypedDict, Union

from ._json import Number


class AdvanceSandboxClockAnswer(TypedDict):
    success: Literal[True]
    advanced_seconds: int
    """Seconds between the two times."""
    practice_time_utc: str
    """The sandbox clock after the change."""
    expired_claims: int
    """Donation claims that expired in between."""
    mode: Literal["sandbox"]
    """Sandbox answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """The sandbox's initial state: the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""
    live_side_effects_performed: Literal[False]
    """Nothing live was touched, and nothing was sent."""


class ApiDeprecationEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["api.deprecation"]
    """Type of the event."""
    data: ApiDeprecationEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class ApiDeprecationEventData(TypedDict):
    """Fields of the event."""

    deprecation_id: str
    """As in /developers/deprecations.json."""
    title: str
    """What is withdrawn, in one line."""
    endpoints: List[str]
    """The endpoints, as METHOD /path."""
    deprecated_at: str
    """When answers start to carry the headers."""
    sunset_at: str
    """When the endpoints start to answer 410."""
    days_left: int
    """Days until the sunset."""
    calls: int
    """Your calls of the last 30 days."""
    replacement: Union[str, None]
    """The operation to call instead; null if there is no replacement."""
    help: str
    """The page that explains the migration."""


class BatchSalutesAnswer(TypedDict):
    success: Literal[True]
    mode: Literal["atomic", "each"]
    """As requested; in the sandbox see batch_mode."""
    count: int
    """Number of items."""
    applied: int
    """Items applied by this request."""
    refused: int
    """Items with the status refused."""
    results: List[LedgerBatchItemResult]
    """One for each item, in the order of items."""


class CancelDonationClaimAnswer(TypedDict):
    success: Literal[True]
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """The status."""
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """Status of the claim."""
    claim_id: int
    """Identifies the claim in events and to the operators."""
    claim_code: str
    """Anyone who has it can claim."""
    claim_url: str
    """The recipient's page."""
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """The same for all your claims of this campaign."""
    amount: str
    """As a decimal."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    recipient: CancelDonationClaimRecipient
    """Recipient of the claim."""
    reference: Union[str, None]
    """Your own reference of the claim; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    email_sent: bool
    """Whether the mail was sent."""
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """Null if no address was given; not_configured if the service sends no mail; dropped if the
    claim was claimed or ended first.
    """
    partner_key_id: str
    """The key that issued it."""
    wallet_address: Union[str, None]
    """The address given by the recipient."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """Time of expiry."""
    created_at: str
    """Time of creation."""
    claimed_at: Union[str, None]
    """Time at which the recipient claimed; null before."""
    resolved_at: Union[str, None]
    """When it was redeemed, expired or cancelled."""


class CancelDonationClaimRecipient(TypedDict):
    """Recipient of the claim."""

    user_id: Union[str, None]
    """The service's id of the user; null if there is none."""
    email: Union[str, None]
    """E-mail address; null if none is set."""
    name: Union[str, None]
    """The name; null if none is given."""


class ConvertSalutesAnswer(TypedDict):
    success: Literal[True]
    conversion_id: int
    """Id of the conversion."""
    state: Literal["pending_settlement"]
    """The state."""
    amount: Number
    """Salutes taken."""
    token_amount: str
    """Tokens to be paid, net of the fee, as a decimal."""
    fee: str
    """Fee in tokens, as a decimal."""
    wallet_address: str
    """The wallet's address."""
    balance: Number
    """Salutes left."""
    ledger_entry_id: int
    """Id of the ledger entry."""
    chain_mode: Literal["demo", "rpc"]
    """demo: from the embedded demo chain, because no other is configured."""


class CreatePortalLinkAnswer(TypedDict):
    success: Literal[True]
    url: Union[str, None]
    """The link, shown only once: null if the request is repeated. It opens one session."""
    access: Literal["read", "manage"]
    """As requested."""
    expires_at: str
    """From then on the link opens nothing."""


class CreateUserAnswer(TypedDict):
    success: Literal[True]
    external_id: str
    """Your own id of the user."""
    user: User
    """The user."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class CreateWebhookAnswer(TypedDict):
    success: Literal[True]
    webhook: CreateWebhookWebhook
    """The webhook."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class CreateWebhookWebhook(TypedDict):
    """The webhook."""

    id: int
    """Unique id."""
    event_type: str
    """The first of event_types."""
    event_types: List[str]
    """The subscribed names: types of the catalogue, prefix.* or *."""
    target_url: str
    """Address of the receiver."""
    description: Union[str, None]
    """Your own note."""
    headers: Dict[str, str]
    """Your own headers of each delivery, by name; values are masked."""
    max_per_second: Union[int, None]
    """Attempts that may start in any one second; null: no limit."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    off_reason: Union[Literal["partner", "gone"], None]
    """Why it is off: you switched it off, or its receiver answered 410. Null while it is on."""
    consecutive_failures: int
    """Failed attempts since the last success."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""
    is_active: bool
    """Whether it is on: true or false about one webhook; lists show the stored 1 or 0."""
    secret: str
    """Shown only this once."""
    previous_secret_expires_at: Union[str, None]
    """Until then webhook-signature also carries the previous secret's signature."""


class CreditSalutesAnswer(TypedDict):
    success: Literal[True]
    user_id: str
    """The service's id of the user."""
    balance: Number
    """After this entry."""
    delta: Number
    """Negative for a debit."""
    ledger_entry_id: int
    """Id of the ledger entry."""
    idempotency_key: str
    """Idempotency-Key of the request that made the entry."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""


class DebitSalutesAnswer(TypedDict):
    success: Literal[True]
    user_id: str
    """The service's id of the user."""
    balance: Number
    """After this entry."""
    delta: Number
    """Negative for a debit."""
    ledger_entry_id: int
    """Id of the ledger entry."""
    idempotency_key: str
    """Idempotency-Key of the request that made the entry."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""


class DeleteUserAnswer(TypedDict):
    success: Literal[True]
    deleted: bool
    """Always true."""
    user_id: int
    """Still identifies the user's ledger entries."""


class DeleteWebhookAnswer(TypedDict):
    success: Literal[True]
    deleted: Literal[True]
    """Always true."""
    webhook_id: int
    """Id of the webhook."""


class DescribeWebhookSimulatorAnswer(TypedDict):
    success: Literal[True]
    method: Literal["POST"]
    """HTTP method."""
    path: str
    """Path template."""
    required_fields: List[str]
    """Required members of the body."""
    optional_fields: List[str]
    """Optional members of the body."""
    scenario_ids: List[str]
    """Scenarios that can be run."""
    fixture_secret: str
    """The signing secret unless the body gives another; the seed's webhooks have it too. It is
    public.
    """
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""
    mode: Literal["sandbox"]
    """Sandbox answers have no live effect."""
    fixture_profile: Literal["standard-v1"]
    """The state that has this fixture."""
    source: Literal["fixture"]
    """Fixed, whatever the sandbox file holds."""


class DonationClaim(TypedDict):
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """The status."""
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """Status of the claim."""
    claim_id: int
    """Identifies the claim in events and to the operators."""
    claim_code: str
    """Anyone who has it can claim."""
    claim_url: str
    """The recipient's page."""
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """The same for all your claims of this campaign."""
    amount: str
    """As a decimal."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    recipient: DonationClaimRecipient
    """Recipient of the claim."""
    reference: Union[str, None]
    """Your own reference of the claim; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    email_sent: bool
    """Whether the mail was sent."""
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """Null if no address was given; not_configured if the service sends no mail; dropped if the
    claim was claimed or ended first.
    """
    partner_key_id: str
    """The key that issued it."""
    wallet_address: Union[str, None]
    """The address given by the recipient."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """Time of expiry."""
    created_at: str
    """Time of creation."""
    claimed_at: Union[str, None]
    """Time at which the recipient claimed; null before."""
    resolved_at: Union[str, None]
    """When it was redeemed, expired or cancelled."""


class DonationClaimCancelledEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["donation.claim_cancelled"]
    """Type of the event."""
    data: DonationClaimCancelledEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class DonationClaimCancelledEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim."""
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """As a decimal."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your reference, as given at the issue."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    wallet_address: Union[str, None]
    """The address given by the recipient."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """Time of expiry."""


class DonationClaimEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["donation.claim"]
    """Type of the event."""
    data: DonationClaimEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class DonationClaimEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim."""
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """As a decimal."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your reference, as given at the issue."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    wallet_address: Union[str, None]
    """The address given by the recipient."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """Time of expiry."""


class DonationClaimExpiredEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["donation.claim_expired"]
    """Type of the event."""
    data: DonationClaimExpiredEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class DonationClaimExpiredEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim."""
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """As a decimal."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your reference, as given at the issue."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    wallet_address: Union[str, None]
    """The address given by the recipient."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """Time of expiry."""


class DonationClaimRecipient(TypedDict):
    """Recipient of the claim."""

    user_id: Union[str, None]
    """The service's id of the user; null if there is none."""
    email: Union[str, None]
    """E-mail address; null if none is set."""
    name: Union[str, None]
    """The name; null if none is given."""


class DonationClaimRedeemedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["donation.claim_redeemed"]
    """Type of the event."""
    data: DonationClaimRedeemedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class DonationClaimRedeemedEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim."""
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """As a decimal."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your reference, as given at the issue."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    wallet_address: Union[str, None]
    """The address given by the recipient."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """Time of expiry."""


class DonationClaimedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["donation.claimed"]
    """Type of the event."""
    data: DonationClaimedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class DonationClaimedEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim."""
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """As a decimal."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your reference, as given at the issue."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    wallet_address: Union[str, None]
    """The address given by the recipient."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """Time of expiry."""


class GetCapabilitiesAnswer(TypedDict):
    success: Literal[True]
    partner: str
    """Name of the partner."""
    key_id: str
    """Id of the key."""
    key_mode: Literal["live", "sandbox"]
    """live or sandbox."""
    scopes: List[str]
    """Scopes of the key."""
    sandbox: GetCapabilitiesSandbox
    """Null, false or empty for parts that this build lacks."""
    query_support: GetCapabilitiesQuerySupport
    """Supported query parameters."""
    docs: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class GetCapabilitiesQuerySupport(TypedDict):
    """Supported query parameters."""

    include_meta: bool
    """Whether the query parameter include_meta is supported."""


class GetCapabilitiesSandbox(TypedDict):
    """Null, false or empty for parts that this build lacks."""

    enabled_for_key: bool
    """Whether this key may use the sandbox."""
    verify_endpoint: Union[str, None]
    """Path that verifies the key's signature; null if this build lacks it."""
    promotion_report_endpoint: Union[str, None]
    """Path of the promotion report; null if this build lacks it."""
    supports_deterministic_fixtures: bool
    """Whether equal calls on a fresh state give equal answers."""
    fixture_endpoints: List[str]
    """Sandbox routes for fixtures that this key may call."""


class GetConversionPolicyAnswer(TypedDict):
    success: Literal[True]
    enabled: bool
    """Whether it is enabled."""
    salutes_per_token: Number
    """Price of one whole token, before the fee."""
    min_amount: Number
    """Minimum of one conversion (salutes)."""
    max_amount: Number
    """Maximum of one conversion (salutes)."""
    daily_limit_per_user: Number
    """Daily limit per user (salutes), by UTC day; failed conversions do not count."""
    fee_pct: Number
    """Fee, in per cent of the tokens."""
    rounding: Literal["down"]
    """Rule by which amounts are rounded."""
    settlement: Literal["manual"]
    """How conversions are paid."""
    updated_at: Union[str, None]
    """Null until the policy is first set."""


class GetDonationClaimAnswer(TypedDict):
    success: Literal[True]
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """The status."""
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """Status of the claim."""
    claim_id: int
    """Identifies the claim in events and to the operators."""
    claim_code: str
    """Anyone who has it can claim."""
    claim_url: str
    """The recipient's page."""
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """The same for all your claims of this campaign."""
    amount: str
    """As a decimal."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    recipient: GetDonationClaimRecipient
    """Recipient of the claim."""
    reference: Union[str, None]
    """Your own reference of the claim; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    email_sent: bool
    """Whether the mail was sent."""
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """Null if no address was given; not_configured if the service sends no mail; dropped if the
    claim was claimed or ended first.
    """
    partner_key_id: str
    """The key that issued it."""
    wallet_address: Union[str, None]
    """The address given by the recipient."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """Time of expiry."""
    created_at: str
    """Time of creation."""
    claimed_at: Union[str, None]
    """Time at which the recipient claimed; null before."""
    resolved_at: Union[str, None]
    """When it was redeemed, expired or cancelled."""


class GetDonationClaimRecipient(TypedDict):
    """Recipient of the claim."""

    user_id: Union[str, None]
    """The service's id of the user; null if there is none."""
    email: Union[str, None]
    """E-mail address; null if none is set."""
    name: Union[str, None]
    """The name; null if none is given."""


class GetPartnerStatusAnswer(TypedDict):
    success: Literal[True]
    overall_status: Literal["ok", "warn", "bad"]
    """As in GET /api/public/system-status; at least warn while the service accepts no changes."""
    key_mode: Literal["live", "sandbox"]
    """live or sandbox."""
    window: GetPartnerStatusWindow
    """Requests are counted by the minute; the window's first minute counts in full."""
    endpoint_percentiles_available: bool
    """Whether the window has measurements."""
    endpoint_percentiles_ms: GetPartnerStatusEndpointPercentilesMs
    """Latency of all requests of the window, in milliseconds."""
    request_metrics: GetPartnerStatusRequestMetrics
    """Number of requests."""
    webhook_delivery_health: GetPartnerStatusWebhookDeliveryHealth
    """Health of your webhook deliveries."""
    delivery_slo_controls: GetPartnerStatusDeliverySloControls
    """Retry settings of deliveries."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class GetPartnerStatusDeliverySloControls(TypedDict):
    """Retry settings of deliveries."""

    max_attempts: int
    """Attempts before a delivery becomes a dead letter."""
    timeout_seconds: int
    """Time limit of an attempt, in seconds."""
    retry_base_seconds: int
    """Seconds between the first and second attempt; doubled for each further one."""
    retry_max_seconds: int
    """Longest delay between two attempts, in seconds."""
    retry_jitter: Number
    """Fraction of each delay by which it is randomly shortened or lengthened."""


class GetPartnerStatusEndpointPercentilesMs(TypedDict):
    """Latency of all requests of the window, in milliseconds."""

    p50_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p95_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p99_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""


class GetPartnerStatusRequestMetrics(TypedDict):
    """Number of requests."""

    total_requests: int
    """Number of requests."""
    error_requests: int
    """Requests answered with 400 or more."""


class GetPartnerStatusWebhookDeliveryHealth(TypedDict):
    """Health of your webhook deliveries."""

    dead_letter_events: int
    """Number of deliveries that became dead letters."""
    failed_events: int
    """Waiting for a retry."""
    pending_events: int
    """Due, being sent, or held while their webhook is off."""
    delivered_events: int
    """Number of completed deliveries."""


class GetPartnerStatusWindow(TypedDict):
    """Requests are counted by the minute; the window's first minute counts in full."""

    hours: int
    """Length of the window, in hours."""
    start_utc: str
    """Start of the window."""
    end_utc: str
    """End of the window."""


class GetPromotionReportAnswer(TypedDict):
    success: Literal[True]
    partner: str
    """Name of the partner."""
    key_id: str
    """Id of the key."""
    promotion_policy: Literal["sandbox_to_live_manual_approval"]
    """Name of the policy behind the report."""
    ready: bool
    """Whether every check is passed; an operator decides."""
    passed_count: int
    """Number of passed checks."""
    checks_count: int
    """Number of checks."""
    checks: List[PromotionCheck]
    """Checks that the key's scopes allow it to pass."""
    not_judged: List[GetPromotionReportNotJudged]
    """Checks that none of the key's scopes allows it to pass."""
    error_rate: GetPromotionReportErrorRate
    """Share of failed requests, with its limit."""
    evidence_days: int
    """Days for which evidence counts."""
    recent_entries: List[LedgerEntry]
    """The newest entries of the sandbox ledger; of one user if user_id is given."""
    query: GetPromotionReportQuery
    """The parameters in effect, with their defaults."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""
    mode: Literal["sandbox"]
    """Sandbox answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """The sandbox's initial state: the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""


class GetPromotionReportErrorRate(TypedDict):
    """Share of failed requests, with its limit."""

    requests: int
    """The key's last ones, at most 100, without refusals of their own input and of routes that
    the sandbox lacks.
    """
    errors: int
    """Number of failed requests."""
    operations: int
    """Different operations among them that succeeded."""
    min_operations: int
    """Different operations that must have succeeded."""
    error_rate_pct: Number
    """Failed requests in percent, with two decimals."""
    max_error_rate_pct: Number
    """Highest error rate that passes, in per cent."""


class GetPromotionReportNotJudged(TypedDict):
    name: str
    """The name."""
    scopes: List[str]
    """Any one of these scopes allows it."""


class GetPromotionReportQuery(TypedDict):
    """The parameters in effect, with their defaults."""

    user_id: Union[str, None]
    """As requested; null if not requested."""
    limit: int
    """As requested, or the default."""


class GetSalutesBalanceAnswer(TypedDict):
    success: Literal[True]
    user_id: str
    """The service's id of the user."""
    balance: Number
    """The user's balance in salutes."""
    partner_key_id: str
    """Id of the calling key."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class GetTokenStatusAnswer(TypedDict):
    success: Literal[True]
    mint: str
    """The token's mint address."""
    decimals: int
    """Decimals of the token."""
    rpc_url: str
    """Scheme and host of the first RPC address; demo: for the demo chain."""
    chain: GetTokenStatusChain
    """The token's figures from the chain."""
    holders_detail: Union[GetTokenStatusHoldersDetail, None]
    """Holders, counted three ways."""
    slot: int
    """Finalized; the oldest slot of the sources."""
    as_of_utc: str
    """Time of the data, that of its oldest source."""
    age_hours: Number
    """Age of the figures, in hours."""
    is_stale: bool
    """Whether the figures are older than their limit."""
    chain_mode: Literal["demo", "rpc"]
    """demo: from the embedded demo chain, because no other is configured."""
    docs_links: Dict[str, str]
    """Documentation, by name."""
    links: Dict[str, str]
    """Related addresses, by name."""


class GetTokenStatusChain(TypedDict):
    """The token's figures from the chain."""

    total_supply: str
    """Minted and not burned. Whole tokens, exact."""
    circulating_supply: str
    """total_supply − treasury − reserve − burn wallets. Whole tokens, exact."""
    treasury_balance: str
    """Balance of the treasury wallets. Whole tokens, exact."""
    reserve_balance: str
    """Balance of the reserve wallets. Whole tokens, exact."""
    tracked_treasury_balance: str
    """treasury_balance + reserve_balance. Whole tokens, exact."""
    burn_balance: str
    """Balance of the burn wallets. Whole tokens, exact."""
    holders: Union[int, None]
    """Unique owners above zero; null before they were counted."""
    holders_source: Literal["holder_cache", "largest_accounts", "none"]
    """holder_cache: every account was counted; largest_accounts: a lower bound, until then;
    none: neither could be read.
    """


class GetTokenStatusHoldersDetail(TypedDict):
    """Holders, counted three ways."""

    token_accounts: int
    """Number of token accounts."""
    non_zero_accounts: int
    """Token accounts with a balance above zero."""
    unique_owners: int
    """Owners with more than zero."""
    excluding: GetTokenStatusHoldersDetailExcluding
    """The same without the project's own wallets."""


class GetTokenStatusHoldersDetailExcluding(TypedDict):
    """The same without the project's own wallets."""

    wallets: List[str]
    """The wallets."""
    token_accounts: int
    """Number of token accounts."""
    non_zero_accounts: int
    """Token accounts with a balance above zero."""
    unique_owners: int
    """Owners with more than zero."""


class GetUsageAnswer(TypedDict):
    success: Literal[True]
    window: GetUsageWindow
    """Requests are counted by the minute; the window's first minute counts in full."""
    request_metrics: GetUsageRequestMetrics
    """Number of requests."""
    latency_metrics_ms: GetUsageLatencyMetricsMs
    """Latency of your requests in milliseconds."""


class GetUsageLatencyMetricsMs(TypedDict):
    """Latency of your requests in milliseconds."""

    available: bool
    """Whether there are figures."""
    overall: GetUsageLatencyMetricsMsOverall
    """All endpoints together."""
    endpoint_breakdown: List[GetUsageLatencyMetricsMsEndpointBreakdown]
    """Figures of each endpoint, most requested first."""


class GetUsageLatencyMetricsMsEndpointBreakdown(TypedDict):
    method: str
    """HTTP method."""
    path: str
    """Its template."""
    samples: int
    """Number of measurements."""
    p50_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p95_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p99_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""


class GetUsageLatencyMetricsMsOverall(TypedDict):
    """All endpoints together."""

    samples: int
    """Number of measurements."""
    p50_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p95_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p99_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""


class GetUsageRequestMetrics(TypedDict):
    """Number of requests."""

    total_requests: int
    """Number of requests."""
    success_requests: int
    """Answered under 400."""
    error_requests: int
    """Answers of 400 and above, including rate-limited ones."""
    rate_limited_requests: int
    """Requests refused with 429."""
    endpoint_breakdown: List[GetUsageRequestMetricsEndpointBreakdown]
    """Most requested first."""


class GetUsageRequestMetricsEndpointBreakdown(TypedDict):
    method: str
    """HTTP method."""
    path: str
    """Its template."""
    requests: int
    """Number of requests."""
    errors: int
    """Number of failed requests."""
    error_rate_pct: Number
    """With two decimals."""


class GetUsageWindow(TypedDict):
    """Requests are counted by the minute; the window's first minute counts in full."""

    hours: int
    """Length of the window, in hours."""
    start_utc: str
    """Start of the window."""
    end_utc: str
    """End of the window."""


class GetUserAnswer(TypedDict):
    success: Literal[True]
    user: User
    """The user."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class GetUserInclusionAnswer(TypedDict):
    success: Literal[True]
    user_id: str
    """The user reference in the leaf: the service's id of the user."""
    balance: Number
    """The counted balance in salutes; it may have changed since."""
    balance_hundredths: str
    """The same in hundredths, as in the leaf."""
    salt: str
    """Secret salt of this user's leaf in this count. Without it the balance cannot be guessed."""
    leaf: str
    """SHA-256 of the lines leaf, salt, user_id, balance_hundredths, each ended by a line feed."""
    path: List[GetUserInclusionPath]
    """From the leaf to the root. Each node is the SHA-256 of the lines node, left hash, left
    sum, right hash, right sum.
    """
    root: str
    """Root of the tree, as published and logged."""
    liabilities_hundredths: str
    """Sum at the root: all balances, in hundredths."""
    leaves: int
    """Number of users in the tree."""
    taken_at: str
    """Time of the count."""
    proof: Union[str, None]
    """The public proof with this root; null in the sandbox, whose tree is not published."""


class GetUserInclusionPath(TypedDict):
    side: Literal["left", "right"]
    """Side on which this neighbour stands."""
    hash: str
    """Hash of the neighbour."""
    sum: str
    """Sum of the balances below the neighbour, in hundredths."""


class GetWalletInfoAnswer(TypedDict):
    success: Literal[True]
    wallet: str
    """The address."""
    native_balance: Number
    """SOL."""
    token_balance: Number
    """Whole tokens of the mint, over all the wallet's accounts."""
    lp_mint: str
    """Mint of the liquidity pool; empty if none is configured."""
    lp_amount: Number
    """The wallet's tokens of the liquidity pool; 0 if no pool is configured."""
    chain_mode: Literal["demo", "rpc"]
    """demo: from the embedded demo chain, because no other is configured."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class GetWalletVerificationAnswer(TypedDict):
    success: Literal[True]
    wallet: str
    """The address."""
    linked: bool
    """Whether one of your users has it."""
    wallet_states: GetWalletVerificationWalletStates
    """States of the wallet."""
    verification: GetWalletVerificationVerification
    """Time and age of the last proof of ownership."""
    owner: Union[GetWalletVerificationOwner, None]
    """The user of yours to whom the wallet is linked; null if there is none."""
    state_model: List[str]
    """Names of the states."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class GetWalletVerificationOwner(TypedDict):
    """The user of yours to whom the wallet is linked; null if there is none."""

    user_id: int
    """The service's id of the user."""
    external_id: str
    """Your own id of the user."""
    is_primary: bool
    """Whether it is the user's primary wallet."""
    is_hidden: bool
    """Whether the wallet is hidden."""


class GetWalletVerificationVerification(TypedDict):
    """Time and age of the last proof of ownership."""

    verified: bool
    """Whether ownership of the wallet was proved."""
    verified_at_utc: Union[str, None]
    """Time of the last proof of ownership; null before the first."""
    verification_age_days: Union[int, None]
    """Days since the last proof of ownership; null before the first."""
    freshness: Literal["fresh", "aging", "stale", "never"]
    """Age of the verification: fresh, aging or stale; never without one."""
    status_text: str
    """The state in a sentence."""
    reverify_days: int
    """Days after which a verification is stale."""


class GetWalletVerificationWalletStates(TypedDict):
    """States of the wallet."""

    linked: bool
    """Whether the wallet is linked to one of your users."""
    connected_session: bool
    """Proved in the last 24 h."""
    verified: bool
    """Proved at least once; stale_verification says whether that is too long ago."""
    stale_verification: bool
    """Whether the last proof of ownership is too old."""
    hidden: bool
    """Whether the wallet is hidden."""


class GetWebhookEventAnswer(TypedDict):
    success: Literal[True]
    event: GetWebhookEventEvent
    """The delivery record."""
    request: Union[SentRequest, None]
    """The request of the last attempt; null before the first."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class GetWebhookEventEvent(TypedDict):
    """The delivery record."""

    id: int
    """The record's id: event_id in paths and replays."""
    event_uid: str
    """The event's id: event_id of the delivered body."""
    webhook_id: int
    """Id of the webhook."""
    event_type: str
    """Type of the event."""
    status: Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]
    """pending: due now. failed: retried at next_attempt_at. held: the webhook is off; sent once
    it is on again. cancelled: the webhook is deleted, or an operator discarded it; last_error
    then says why.
    """
    attempts: int
    """Over all rounds; probes do not count."""
    is_dead_letter: bool
    """Whether the delivery has become a dead letter."""
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    """Why the last attempt failed, or the reason of a replay."""
    last_error: Union[str, None]
    """Error of the last attempt; null if there was none."""
    target_url: str
    """Where the webhook's deliveries go now."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""
    last_attempt_at: Union[str, None]
    """Time of the last attempt; null before the first."""
    next_attempt_at: Union[str, None]
    """Time of the next attempt; null if none is due."""
    delivered_at: Union[str, None]
    """Time of delivery; null before."""


class IssueDonationClaimAnswer(TypedDict):
    success: Literal[True]
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """The status."""
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """Status of the claim."""
    claim_id: int
    """Identifies the claim in events and to the operators."""
    claim_code: str
    """Anyone who has it can claim."""
    claim_url: str
    """The recipient's page."""
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """The same for all your claims of this campaign."""
    amount: str
    """As a decimal."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    recipient: IssueDonationClaimRecipient
    """Recipient of the claim."""
    reference: Union[str, None]
    """Your own reference of the claim; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    email_sent: bool
    """Whether the mail was sent."""
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """Null if no address was given; not_configured if the service sends no mail; dropped if the
    claim was claimed or ended first.
    """
    partner_key_id: str
    """The key that issued it."""
    wallet_address: Union[str, None]
    """The address given by the recipient."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """Time of expiry."""
    created_at: str
    """Time of creation."""
    claimed_at: Union[str, None]
    """Time at which the recipient claimed; null before."""
    resolved_at: Union[str, None]
    """When it was redeemed, expired or cancelled."""


class IssueDonationClaimInputRecipient(TypedDict, total=False):
    """At least one of the three; SALUTES need a user_id."""

    user_id: Union[str, int]
    """The service's id (42 or '42'), or ext: and your external_id."""
    email: str
    """The recipient's e-mail address for the code, if the service sends mail."""
    name: str
    """For your own records; nobody else sees it."""


class IssueDonationClaimRecipient(TypedDict):
    """Recipient of the claim."""

    user_id: Union[str, None]
    """The service's id of the user; null if there is none."""
    email: Union[str, None]
    """E-mail address; null if none is set."""
    name: Union[str, None]
    """The name; null if none is given."""


class IssueWalletChallengeAnswer(TypedDict):
    success: Literal[True]
    challenge_id: str
    """Id of the challenge, to be sent with the proof."""
    text: str
    """To be signed unchanged (Sign-In-With-Solana)."""
    expires_at: str
    """Time of expiry."""


class _LedgerBatchItem(TypedDict):
    operation: Literal["credit", "debit"]
    """Whether salutes are added or taken."""
    user_id: Union[str, int]
    """The service's id (42 or '42'), or ext: and your external_id."""
    amount: Number
    """A positive number with at most 2 decimals and 17 digits, at most 1000000000000."""
    reason: str
    """Reason of the entry. 1 to 64 characters of A-Z a-z 0-9 . _ : -."""


class LedgerBatchItem(_LedgerBatchItem, total=False):
    """An object."""

    source: str
    """Source of the entry; api by default. 1 to 64 characters of A-Z a-z 0-9 . _ : -."""
    metadata: Union[Dict[str, str], None]
    """Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a letter, at most
    40) and texts of at most 200 characters. It replaces the former object as a whole.
    """
    idempotency_key: str
    """The item's own Idempotency-Key, as if the item were a call of its own: an item applied
    before, by a batch or by a call, is replayed.
    """


class LedgerBatchItemResult(TypedDict):
    index: int
    """The item's place in items, from 0."""
    status: Literal["applied", "refused", "replayed"]
    """replayed: an earlier request with the item's key applied it."""
    error: Union[str, None]
    """The code of the refusal, as a call of its own would get it; batch_refused for an item that
    only others kept from being applied.
    """
    message: Union[str, None]
    """What to do about the refusal, in one sentence."""
    user_id: Union[str, None]
    """The service's id; of a refused item the user_id as sent."""
    delta: Union[Number, None]
    """Negative for a debit; null for a refused item."""
    balance: Union[Number, None]
    """After the item; with insufficient_balance the present one, otherwise null if refused."""
    ledger_entry_id: Union[int, None]
    """Null for a refused item."""


class LedgerEntry(TypedDict):
    id: int
    """Unique id."""
    user_id: str
    """The service's id of the user."""
    delta: Number
    """Change in salutes; negative for a debit."""
    balance_after: Number
    """The user's balance after the entry, in salutes."""
    reason: str
    """The reason."""
    source: str
    """The origin."""
    idempotency_key: str
    """Idempotency-Key of the request that made the entry."""
    partner_key_id: Union[str, None]
    """Null for the system's entries."""
    created_at: str
    """Time of creation."""
    reversed_by: Union[int, None]
    """Id of the entry that reverses this one."""
    reverses: Union[int, None]
    """Id of the entry that this one reverses."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""


class LinkWalletAnswer(TypedDict):
    success: Literal[True]
    wallet: Wallet
    """The wallet."""
    wallets: List[Wallet]
    """All of the user's wallets, oldest first."""


class LinkWalletInputProof(TypedDict):
    """Proves that the user holds the wallet's key: a signature over a challenge's text."""

    challenge_id: str
    signature: str
    """64 bytes as base58, base64, base64url or hex."""


class ListDeadLettersAnswer(TypedDict):
    success: Literal[True]
    window_hours: int
    """Length of the window, in hours."""
    dead_letter_count: int
    """Number of dead letters."""
    max_attempts: int
    """Attempts before a delivery becomes a dead letter."""
    by_event_type: List[ListDeadLettersByEventType]
    """Number of dead letters by event type."""
    by_reason_tag: List[ListDeadLettersByReasonTag]
    """Number of dead letters by reason."""
    events: List[ListDeadLettersEvent]
    """The 200 that died last; webhook-events with status=dead_letter lists all."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class ListDeadLettersByEventType(TypedDict):
    event_type: str
    """Type of the event."""
    count: int
    """Number of dead letters of this type."""


class ListDeadLettersByReasonTag(TypedDict):
    reason_tag: str
    """Reason of the failure as a code."""
    count: int
    """Number of dead letters for this reason."""


class ListDeadLettersEvent(TypedDict):
    event_id: int
    """The delivery record's id, as webhook-events lists it."""
    event_uid: str
    """The event's id at the receiver: event_id of the delivered body."""
    webhook_id: int
    """Id of the webhook."""
    event_type: str
    """Type of the event."""
    target_url: str
    """Address of the receiver."""
    attempts: int
    """Number of attempts so far."""
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    """Reason of the failure as a code; null if there is none."""
    last_error: Union[str, None]
    """Error of the last attempt; null if there was none."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""


class ListDonationClaimsAnswer(TypedDict):
    success: Literal[True]
    claims: List[DonationClaim]
    """Claims, newest first."""
    count: int
    """Number of rows in this answer."""
    query: ListDonationClaimsQuery
    """The parameters in effect, with their defaults."""
    pagination: Pagination
    """Where the list continues."""


class ListDonationClaimsQuery(TypedDict):
    """The parameters in effect, with their defaults."""

    limit: int
    """As requested, or the default."""
    offset: int
    """As requested, or the default."""
    cursor: Union[str, None]
    """As requested; null if not requested."""
    status: Union[Literal["issued", "claimed", "redeemed", "expired", "cancelled"], None]
    """As requested; null if not requested."""
    campaign: Union[str, None]
    """As requested; null if not requested."""
    reference: Union[str, None]
    """As requested; null if not requested."""
    user_id: Union[str, None]
    """As requested; null if not requested."""
    metadata: Union[Dict[str, str], None]
    """The notes that were asked for; null if none were."""


class ListErrorsAnswer(TypedDict):
    success: Literal[True]
    count: int
    """Number of rows in this answer."""
    entries: List[ListErrorsEntry]
    """Sorted by status, then code."""


class ListErrorsEntry(TypedDict):
    error_code: str
    """The value of `error` in answers."""
    title: str
    """Title in one line."""
    category: str
    """Group of the error."""
    http_status: int
    """HTTP status."""
    retry_class: Literal["retry_after", "retryable", "safe_no_op", "fail_fast"]
    """How a client should retry."""
    retry_behavior: str
    """What a client should do."""
    retry_after_seconds: int
    """Seconds to wait if the answer has no Retry-After; 0 if waiting does not help."""
    available_in_modes: List[Literal["live", "sandbox"]]
    """Key modes in which the code can occur."""
    endpoint_groups: List[str]
    """Tags of the OpenAPI document."""
    recovery_links: Dict[str, str]
    """Relative addresses, by name."""


class ListEventsAnswer(TypedDict):
    success: Literal[True]
    events: List[ListEventsEvent]
    """Oldest first."""
    count: int
    """Number of events on this page."""
    query: ListEventsQuery
    """The parameters in effect, with their defaults."""
    pagination: ListEventsPagination
    """Parameters of the next page."""


class ListEventsEvent(TypedDict):
    event_id: str
    """evt_ and 26 characters, as in deliveries."""
    sequence: int
    """Its number among your events: each is one above the one before."""
    event_type: str
    """A type of the catalogue."""
    occurred_at: str
    """When the change was made."""
    idempotency_key: Union[str, None]
    """The key of the request that caused it."""
    data: Dict[str, object]
    """As in the delivered body."""


class ListEventsPagination(TypedDict):
    """Parameters of the next page."""

    has_more: bool
    """Whether there are more rows."""
    next_offset: Union[int, None]
    """Send it as offset for the next page; null on the last, and when paging by cursor."""
    next_cursor: Union[str, None]
    """The after of the next page; null on the last."""
    next_after: int
    """The after of the next request, on the last page too."""


class ListEventsQuery(TypedDict):
    """The parameters in effect, with their defaults."""

    after: Union[int, None]
    """As given."""
    types: Union[str, None]
    """As given."""
    limit: int
    """Events per page."""


class ListLedgerAnswer(TypedDict):
    success: Literal[True]
    user_id: Union[str, None]
    """The service's id of the user; null if there is none."""
    balance: Union[Number, None]
    """The user's balance in salutes."""
    ledger: List[LedgerEntry]
    """Ledger entries."""
    count: int
    """Number of rows in this answer."""
    query: ListLedgerQuery
    """The parameters in effect, with their defaults."""
    pagination: Pagination
    """Where the list continues."""


ListLedgerQuery = TypedDict(
    "ListLedgerQuery",
    {
        "user_id": "Union[str, None]",
        "limit": "int",
        "offset": "int",
        "cursor": "Union[str, None]",
        "order": "Literal[\"desc\", \"asc\"]",
        "reason": "Union[str, None]",
        "source": "Union[str, None]",
        "idempotency_key": "Union[str, None]",
        "metadata": "Union[Dict[str, str], None]",
        "from": "Union[str, None]",
        "to": "Union[str, None]",
    },
    total=False,
)


class ListUsersAnswer(TypedDict):
    success: Literal[True]
    users: List[User]
    """Users, by id."""
    count: int
    """Number of rows in this answer."""
    query: ListUsersQuery
    """The parameters in effect, with their defaults."""
    pagination: Pagination
    """Where the list continues."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class ListUsersQuery(TypedDict):
    """The parameters in effect, with their defaults."""

    limit: int
    """As requested, or the default."""
    offset: int
    """As requested, or the default."""
    cursor: Union[str, None]
    """As requested; null if not requested."""
    status: Union[Literal["active", "suspended"], None]
    """As requested; null if not requested."""
    q: Union[str, None]
    """As requested; null if not requested."""
    metadata: Union[Dict[str, str], None]
    """The notes that were asked for; null if none were."""
    include_wallets: bool
    """As requested, or the default."""


class ListWalletsAnswer(TypedDict):
    success: Literal[True]
    wallets: List[Wallet]
    """Newest first."""
    count: int
    """Number of rows in this answer."""
    query: ListWalletsQuery
    """The parameters in effect, with their defaults."""
    pagination: Pagination
    """Where the list continues."""


class ListWalletsQuery(TypedDict):
    """The parameters in effect, with their defaults."""

    limit: int
    """As requested, or the default."""
    offset: int
    """As requested, or the default."""
    cursor: Union[str, None]
    """As requested; null if not requested."""


class ListWebhookAttemptsAnswer(TypedDict):
    success: Literal[True]
    event_id: int
    """The delivery record's id, as webhook-events lists it."""
    event_uid: str
    """The event's id at the receiver: event_id of the delivered body."""
    status: Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]
    """The status."""
    attempts: List[ListWebhookAttemptsAttempt]
    """Attempts, newest first."""
    count: int
    """Number of rows in this answer."""
    query: ListWebhookAttemptsQuery
    """The parameters in effect, with their defaults."""
    pagination: Pagination
    """Where the list continues."""


class ListWebhookAttemptsAttempt(TypedDict):
    attempt: int
    """Continues over rounds. A probe has the number of the next attempt."""
    attempted_at: str
    """Time of the attempt."""
    http_status: Union[int, None]
    """HTTP status; null without an answer."""
    duration_ms: int
    """Duration in milliseconds."""
    response_excerpt: Union[str, None]
    """At most 4 KiB of the answer's body."""
    error: Union[str, None]
    """What went wrong; null if nothing did."""
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    """Reason of the failure as a code; null if there is none."""
    next_attempt_at: Union[str, None]
    """Time of the next attempt; null if none is due."""
    probe: bool
    """Sent to test whether a failing receiver is back: does not count and does not change the
    schedule.
    """
    simulated: bool
    """Sandbox only: nothing was sent."""


class ListWebhookAttemptsQuery(TypedDict):
    """The parameters in effect, with their defaults."""

    webhook_id: Union[int, None]
    """As requested; null if not requested."""
    limit: int
    """As requested, or the default."""
    offset: int
    """As requested, or the default."""
    cursor: Union[str, None]
    """As requested; null if not requested."""


class ListWebhookEventsAnswer(TypedDict):
    success: Literal[True]
    events: List[ListWebhookEventsEvent]
    """Delivery records, newest first."""
    count: int
    """Number of rows in this answer."""
    query: ListWebhookEventsQuery
    """The parameters in effect, with their defaults."""
    pagination: Pagination
    """Where the list continues."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class ListWebhookEventsEvent(TypedDict):
    id: int
    """The record's id: event_id in paths and replays."""
    event_uid: str
    """The event's id: event_id of the delivered body."""
    webhook_id: int
    """Id of the webhook."""
    event_type: str
    """Type of the event."""
    status: Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]
    """pending: due now. failed: retried at next_attempt_at. held: the webhook is off; sent once
    it is on again. cancelled: the webhook is deleted, or an operator discarded it; last_error
    then says why.
    """
    attempts: int
    """Over all rounds; probes do not count."""
    is_dead_letter: bool
    """Whether the delivery has become a dead letter."""
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    """Why the last attempt failed, or the reason of a replay."""
    last_error: Union[str, None]
    """Error of the last attempt; null if there was none."""
    target_url: str
    """Where the webhook's deliveries go now."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""
    last_attempt_at: Union[str, None]
    """Time of the last attempt; null before the first."""
    next_attempt_at: Union[str, None]
    """Time of the next attempt; null if none is due."""
    delivered_at: Union[str, None]
    """Time of delivery; null before."""


ListWebhookEventsQuery = TypedDict(
    "ListWebhookEventsQuery",
    {
        "status": "Union[str, None]",
        "reason_tag": "Union[str, None]",
        "from": "Union[str, None]",
        "to": "Union[str, None]",
        "webhook_id": "Union[int, None]",
        "event_id": "Union[str, None]",
        "limit": "int",
        "offset": "int",
        "cursor": "Union[str, None]",
    },
    total=False,
)


class ListWebhookScenariosAnswer(TypedDict):
    success: Literal[True]
    scenarios_count: int
    """Number of scenarios."""
    scenarios: List[ListWebhookScenariosScenario]
    """Scenarios that can be run."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""
    mode: Literal["sandbox"]
    """Sandbox answers have no live effect."""
    fixture_profile: Literal["standard-v1"]
    """The state that has this fixture."""
    source: Literal["fixture"]
    """Fixed, whatever the sandbox file holds."""


class ListWebhookScenariosScenario(TypedDict):
    id: str
    """Unique id."""
    title: str
    """Title in one line."""
    event_type: str
    """Type of the event."""


class ListWebhooksAnswer(TypedDict):
    success: Literal[True]
    webhooks: List[ListWebhooksWebhook]
    """Your webhooks, newest first."""
    count: int
    """Number of rows in this answer."""
    query: ListWebhooksQuery
    """The parameters in effect, with their defaults."""
    pagination: Pagination
    """Where the list continues."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class ListWebhooksQuery(TypedDict):
    """The parameters in effect, with their defaults."""

    event_type: Union[str, List[str], None]
    """As given: one, several as a list, or null."""
    is_active: Union[bool, None]
    """As requested; null if not requested."""
    metadata: Union[Dict[str, str], None]
    """The notes that were asked for; null if none were."""
    limit: int
    """As requested, or the default."""
    offset: int
    """As requested, or the default."""
    cursor: Union[str, None]
    """As requested; null if not requested."""


class ListWebhooksWebhook(TypedDict):
    id: int
    """Unique id."""
    event_type: str
    """The first of event_types."""
    event_types: List[str]
    """The subscribed names: types of the catalogue, prefix.* or *."""
    target_url: str
    """Address of the receiver."""
    description: Union[str, None]
    """Your own note."""
    headers: Dict[str, str]
    """Your own headers of each delivery, by name; values are masked."""
    max_per_second: Union[int, None]
    """Attempts that may start in any one second; null: no limit."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    off_reason: Union[Literal["partner", "gone"], None]
    """Why it is off: you switched it off, or its receiver answered 410. Null while it is on."""
    consecutive_failures: int
    """Failed attempts since the last success."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""
    is_active: int
    """1 if it is on, 0 if off: lists show the stored number, answers about one webhook true or
    false.
    """


class LookUpUsersAnswer(TypedDict):
    success: Literal[True]
    users: List[User]
    """Users, by id."""
    count: int
    """Number of rows in this answer."""
    query: LookUpUsersQuery
    """The parameters in effect, with their defaults."""
    pagination: Pagination
    """Where the list continues."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class LookUpUsersQuery(TypedDict):
    """The parameters in effect, with their defaults."""

    limit: int
    """As requested, or the default."""
    offset: int
    """As requested, or the default."""
    cursor: Union[str, None]
    """As requested; null if not requested."""
    status: Union[Literal["active", "suspended"], None]
    """As requested; null if not requested."""
    q: Union[str, None]
    """As requested; null if not requested."""
    metadata: Union[Dict[str, str], None]
    """The notes that were asked for; null if none were."""
    include_wallets: bool
    """As requested, or the default."""
    email: Union[str, None]
    """As requested; null if not requested."""
    username: Union[str, None]
    """As requested; null if not requested."""
    wallet: Union[str, None]
    """As requested; null if not requested."""


class Pagination(TypedDict):
    """Where the list continues."""

    has_more: bool
    """Whether there are more rows."""
    next_offset: Union[int, None]
    """Send it as offset for the next page; null on the last, and when paging by cursor."""
    next_cursor: Union[str, None]
    """Send it as cursor for the next page; null on the last."""


class PromotionCheck(TypedDict):
    name: str
    """The name."""
    title: str
    """Title in one line."""
    passed: bool
    """Whether the check is passed."""
    evidence: Union[PromotionCheckEvidence, None]
    """Null if nothing was seen in the last 30 days."""
    how_to_pass: str
    """What to do to pass the check."""


class PromotionCheckEvidence(TypedDict):
    """Null if nothing was seen in the last 30 days."""

    summary: str
    """In words."""
    seen_at: Union[str, None]
    """The last time, by the real clock."""
    request_id: Union[str, None]
    """Id of the request in the server's log; null if it is unknown."""
    method: Union[str, None]
    """HTTP method."""
    path: Union[str, None]
    """Its template."""
    count: int
    """How often it was seen; for the error rate, the number of requests."""


class RecoverWebhookAnswer(TypedDict):
    success: Literal[True]
    webhook_id: int
    """The webhook's id."""
    queued: int
    """Deliveries that this request queued, 5,000 at most."""
    since: str
    """Start of the examined time, as given."""
    until: str
    """End of the examined time, not included."""
    has_more: bool
    """Whether to call again with since = next_since."""
    next_since: Union[str, None]
    """The since of the next request; null if all events were examined."""


class ReplayWebhookEventsAnswer(TypedDict):
    success: Literal[True]
    count: int
    """Number of requested records."""
    replayed_count: int
    """Number of replayed records."""
    failed_count: int
    """Number of records that were not replayed."""
    reason_tag: Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"]
    """Reason of the replay, kept with the record."""
    note: Union[str, None]
    """A remark; null if there is none."""
    results: List[ReplayWebhookEventsResult]
    """One row for each requested item."""


class ReplayWebhookEventsResult(TypedDict):
    event_id: Union[int, None]
    """Null for an unknown evt_…"""
    event_uid: Union[str, None]
    """Null for an unknown id."""
    replayed: bool
    """Whether a new round of attempts begins."""
    error: Union[Literal["not_found", "in_progress", "webhook_deleted", "discarded"], None]
    """Why it was not sent again. in_progress: it is being sent or held. discarded: an operator
    cancelled it.
    """
    reason_tag: Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"]
    """Reason of the failure as a code."""


class ResetSandboxAnswer(TypedDict):
    success: Literal[True]
    sandbox: Union[str, None]
    """The sandbox that was reset; your own has no name."""
    state: Literal["standard-v1", "empty", "ten-thousand"]
    """The state that it has now."""
    practice_time_utc: str
    """The sandbox clock after the reset."""
    mode: Literal["sandbox"]
    """Sandbox answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """The sandbox's initial state: the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""
    live_side_effects_performed: Literal[False]
    """Nothing live was touched, and nothing was sent."""


class RotateWebhookSecretAnswer(TypedDict):
    success: Literal[True]
    webhook: RotateWebhookSecretWebhook
    """The webhook."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class RotateWebhookSecretWebhook(TypedDict):
    """The webhook."""

    id: int
    """Unique id."""
    event_type: str
    """The first of event_types."""
    event_types: List[str]
    """The subscribed names: types of the catalogue, prefix.* or *."""
    target_url: str
    """Address of the receiver."""
    description: Union[str, None]
    """Your own note."""
    headers: Dict[str, str]
    """Your own headers of each delivery, by name; values are masked."""
    max_per_second: Union[int, None]
    """Attempts that may start in any one second; null: no limit."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    off_reason: Union[Literal["partner", "gone"], None]
    """Why it is off: you switched it off, or its receiver answered 410. Null while it is on."""
    consecutive_failures: int
    """Failed attempts since the last success."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""
    is_active: bool
    """Whether it is on: true or false about one webhook; lists show the stored 1 or 0."""
    secret: str
    """Shown only this once."""
    previous_secret_expires_at: Union[str, None]
    """Until then webhook-signature also carries the previous secret's signature."""


class RunWebhookScenarioAnswer(TypedDict):
    success: Literal[True]
    selected_scenario_id: str
    """The scenario that was run."""
    scenario: RunWebhookScenarioScenario
    """The scenario."""
    simulation: Simulation
    """The request that a live delivery would send."""
    fixture_secret: Union[str, None]
    """The signing secret; null for a secret of yours."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""
    mode: Literal["sandbox"]
    """Sandbox answers have no live effect."""
    fixture_profile: Literal["standard-v1"]
    """The state that has this fixture."""
    source: Literal["fixture"]
    """Fixed, whatever the sandbox file holds."""
    live_side_effects_performed: Literal[False]
    """Nothing live was touched, and nothing was sent."""


class RunWebhookScenarioScenario(TypedDict):
    """The scenario."""

    id: str
    """Unique id."""
    title: str
    """Title in one line."""
    event_type: str
    """Type of the event."""


class SalutesConversionFailedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["salutes.conversion_failed"]
    """Type of the event."""
    data: SalutesConversionFailedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class SalutesConversionFailedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    conversion_id: int
    """Id of the conversion."""
    state: Literal["pending_settlement", "settled", "failed"]
    """The state."""
    amount: Number
    """Salutes."""
    token_amount: str
    """Tokens, net of the fee, as a decimal."""
    fee: str
    """Tokens, as a decimal."""
    wallet_address: str
    """The wallet's address."""
    ledger_entry_id: int
    """Id of the ledger entry."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid; null before."""
    failure_reason: Union[str, None]
    """Why the conversion failed; null if it did not."""


class SalutesConversionSettledEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["salutes.conversion_settled"]
    """Type of the event."""
    data: SalutesConversionSettledEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class SalutesConversionSettledEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    conversion_id: int
    """Id of the conversion."""
    state: Literal["pending_settlement", "settled", "failed"]
    """The state."""
    amount: Number
    """Salutes."""
    token_amount: str
    """Tokens, net of the fee, as a decimal."""
    fee: str
    """Tokens, as a decimal."""
    wallet_address: str
    """The wallet's address."""
    ledger_entry_id: int
    """Id of the ledger entry."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid; null before."""
    failure_reason: Union[str, None]
    """Why the conversion failed; null if it did not."""


class SalutesConvertedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["salutes.converted"]
    """Type of the event."""
    data: SalutesConvertedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class SalutesConvertedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    conversion_id: int
    """Id of the conversion."""
    state: Literal["pending_settlement", "settled", "failed"]
    """The state."""
    amount: Number
    """Salutes."""
    token_amount: str
    """Tokens, net of the fee, as a decimal."""
    fee: str
    """Tokens, as a decimal."""
    wallet_address: str
    """The wallet's address."""
    ledger_entry_id: int
    """Id of the ledger entry."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid; null before."""
    failure_reason: Union[str, None]
    """Why the conversion failed; null if it did not."""


class SalutesCreditEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["salutes.credit"]
    """Type of the event."""
    data: SalutesCreditEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class _SalutesCreditEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    delta: Number
    """Salutes; negative for a debit."""
    balance: Number
    """Salutes after this entry."""
    reason: str
    """The reason."""
    source: str
    """The origin."""
    ledger_entry_id: int
    """Id of the ledger entry."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""


class SalutesCreditEventData(_SalutesCreditEventData, total=False):
    """Fields of the event."""

    reverses: int
    """Id of the entry that this one reverses."""


class SalutesDebitEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["salutes.debit"]
    """Type of the event."""
    data: SalutesDebitEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class _SalutesDebitEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    delta: Number
    """Salutes; negative for a debit."""
    balance: Number
    """Salutes after this entry."""
    reason: str
    """The reason."""
    source: str
    """The origin."""
    ledger_entry_id: int
    """Id of the ledger entry."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""


class SalutesDebitEventData(_SalutesDebitEventData, total=False):
    """Fields of the event."""

    reverses: int
    """Id of the entry that this one reverses."""


class SentRequest(TypedDict):
    """The request of the last attempt."""

    headers: Dict[str, str]
    """As salute set them, signatures included; Host and Content-Length are not listed. ***
    stands for values of your own headers, and for signatures with a secret that was replaced
    since. user-agent names the version that runs now.
    """
    body: str
    """Byte for byte, as it was signed."""


class Simulation(TypedDict):
    """The request that a live delivery would send."""

    headers: Dict[str, str]
    """Including the signatures."""
    body: str
    """The exact text that is signed."""


class TestWebhookAnswer(TypedDict):
    success: Literal[True]
    queued: Literal[True]
    """Always true: a delivery record was made."""
    event_id: int
    """The record's id."""
    event_uid: str
    """event_id of the delivered body."""
    event_type: Literal["webhook.test"]
    """Type of the event."""
    webhook_id: int
    """Id of the webhook."""


class TriggerSandboxEventAnswer(TypedDict):
    success: Literal[True]
    event: TriggerSandboxEventEvent
    """Type of the event."""
    mode: Literal["sandbox"]
    """Sandbox answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """The sandbox's initial state: the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""
    live_side_effects_performed: Literal[False]
    """Nothing live was touched, and nothing was sent."""


class TriggerSandboxEventEvent(TypedDict):
    """Type of the event."""

    event_id: str
    """evt_ and 26 characters, as in deliveries."""
    sequence: int
    """Its number among your events: each is one above the one before."""
    event_type: str
    """A type of the catalogue."""
    occurred_at: str
    """When the change was made."""
    idempotency_key: Union[str, None]
    """The key of the request that caused it."""
    data: Dict[str, object]
    """As in the delivered body."""


class UnlinkWalletAnswer(TypedDict):
    success: Literal[True]
    deleted: bool
    """Always true."""
    wallet_address: str
    """The wallet's address."""
    wallets: List[Wallet]
    """The remaining wallets, oldest first."""


class UpdateUserAnswer(TypedDict):
    success: Literal[True]
    user: User
    """The user."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class UpdateWebhookAnswer(TypedDict):
    success: Literal[True]
    webhook: UpdateWebhookWebhook
    """The webhook."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class UpdateWebhookWebhook(TypedDict):
    """The webhook."""

    id: int
    """Unique id."""
    event_type: str
    """The first of event_types."""
    event_types: List[str]
    """The subscribed names: types of the catalogue, prefix.* or *."""
    target_url: str
    """Address of the receiver."""
    description: Union[str, None]
    """Your own note."""
    headers: Dict[str, str]
    """Your own headers of each delivery, by name; values are masked."""
    max_per_second: Union[int, None]
    """Attempts that may start in any one second; null: no limit."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    off_reason: Union[Literal["partner", "gone"], None]
    """Why it is off: you switched it off, or its receiver answered 410. Null while it is on."""
    consecutive_failures: int
    """Failed attempts since the last success."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""
    is_active: bool
    """Whether it is on: true or false about one webhook; lists show the stored 1 or 0."""


class _User(TypedDict):
    id: int
    """Unique id."""
    external_id: str
    """Your own id of the user."""
    username: Union[str, None]
    """Username; null if none is set."""
    display_name: Union[str, None]
    """Name shown to people; null if none is set."""
    email: Union[str, None]
    """E-mail address; null if none is set."""
    status: Literal["active", "suspended"]
    """The status."""
    is_verified: bool
    """Whether the primary wallet is verified."""
    wallet_address: Union[str, None]
    """The primary wallet."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last change."""


class User(_User, total=False):
    wallets: List[Wallet]
    """Only with include_wallets; oldest first."""


class UsersCreatedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["users.created"]
    """Type of the event."""
    data: UsersCreatedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class UsersCreatedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    username: Union[str, None]
    """Username; null if none is set."""
    display_name: Union[str, None]
    """Name shown to people; null if none is set."""
    status: Literal["active", "suspended"]
    """The status."""
    is_verified: bool
    """Whether the user's primary wallet is verified."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""


class UsersDeletedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["users.deleted"]
    """Type of the event."""
    data: UsersDeletedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class UsersDeletedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""


class UsersUpdatedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["users.updated"]
    """Type of the event."""
    data: UsersUpdatedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class UsersUpdatedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    username: Union[str, None]
    """Username; null if none is set."""
    display_name: Union[str, None]
    """Name shown to people; null if none is set."""
    status: Literal["active", "suspended"]
    """The status."""
    is_verified: bool
    """Whether the user's primary wallet is verified."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given."""
    changed_fields: List[str]
    """Names of the changed fields."""


class VerifySandboxKeyAnswer(TypedDict):
    success: Literal[True]
    verified: Literal[True]
    """Always true: key, signature and clock are right."""
    partner: str
    """Name of the partner."""
    key_id: str
    """Id of the key."""
    key_mode: Literal["sandbox"]
    """live or sandbox."""
    scopes: List[str]
    """What the key may do."""
    sandbox: Union[str, None]
    """The named sandbox that X-Sandbox asks for."""
    practice_time_utc: str
    """The sandbox clock: it advances one second with each mutation."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""
    mode: Literal["sandbox"]
    """Sandbox answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """The sandbox's initial state: the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""


class VerifyWebhookSignatureAnswer(TypedDict):
    success: Literal[True]
    valid: bool
    """Whether the signature is right."""
    provided_signature: str
    """The signature of the request."""
    expected_signature: str
    """The right signature for this payload, timestamp and secret."""
    timestamp: int
    """The signed Unix seconds."""
    canonical_body: str
    """The signed text: the timestamp, a full stop, the payload."""
    validator_example: str
    """The same check as code."""


class Wallet(TypedDict):
    blockchain: str
    """Blockchain of the address."""
    wallet_address: str
    """The wallet's address."""
    label: Union[str, None]
    """Label shown to people; null if there is none."""
    is_primary: int
    """1 for the user's primary wallet."""
    is_hidden: int
    """1 if the user keeps it private."""
    verified: int
    """1 once its ownership was proved."""
    verified_at: Union[str, None]
    """Time of the last proof."""
    proof_format: Union[Literal["raw", "offchain_v1", "offchain_v0", "offchain_legacy"], None]
    """The signed form: the text itself, or one of Solana's off-chain envelopes."""
    created_at: str
    """Time of creation."""


class WalletsLinkedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["wallets.linked"]
    """Type of the event."""
    data: WalletsLinkedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class WalletsLinkedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    wallet: WalletsLinkedEventDataWallet
    """The wallet."""


class WalletsLinkedEventDataWallet(TypedDict):
    """The wallet."""

    blockchain: str
    """Blockchain of the address."""
    wallet_address: str
    """The wallet's address."""
    label: Union[str, None]
    """Your label for the wallet; null if none is set."""
    is_primary: int
    """1 for the user's primary wallet, otherwise 0."""
    is_hidden: int
    """1 if the wallet is hidden, otherwise 0."""
    verified: int
    """1 if ownership was proved, otherwise 0."""


class WalletsUnlinkedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["wallets.unlinked"]
    """Type of the event."""
    data: WalletsUnlinkedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class WalletsUnlinkedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    wallet: WalletsUnlinkedEventDataWallet
    """The wallet."""


class WalletsUnlinkedEventDataWallet(TypedDict):
    """The wallet."""

    blockchain: str
    """Blockchain of the address."""
    wallet_address: str
    """The wallet's address."""
    label: Union[str, None]
    """Your label for the wallet; null if none is set."""
    is_primary: int
    """1 for the user's primary wallet, otherwise 0."""
    is_hidden: int
    """1 if the wallet is hidden, otherwise 0."""
    verified: int
    """1 if ownership was proved, otherwise 0."""


class WalletsUpdatedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["wallets.updated"]
    """Type of the event."""
    data: WalletsUpdatedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class WalletsUpdatedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    wallet: WalletsUpdatedEventDataWallet
    """The wallet."""


class WalletsUpdatedEventDataWallet(TypedDict):
    """The wallet."""

    blockchain: str
    """Blockchain of the address."""
    wallet_address: str
    """The wallet's address."""
    label: Union[str, None]
    """Your label for the wallet; null if none is set."""
    is_primary: int
    """1 for the user's primary wallet, otherwise 0."""
    is_hidden: int
    """1 if the wallet is hidden, otherwise 0."""
    verified: int
    """1 if ownership was proved, otherwise 0."""


class WebhookDeliveryFailedEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["webhook.delivery_failed"]
    """Type of the event."""
    data: WebhookDeliveryFailedEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class WebhookDeliveryFailedEventData(TypedDict):
    """Fields of the event."""

    event_id: int
    """The record's id, as listed and replayed by the API."""
    event_uid: str
    """event_id of the undelivered body."""
    event_type: str
    """The type of the undelivered event."""
    webhook_id: int
    """Id of the webhook."""
    target_url: str
    """Address of the receiver."""
    attempts: int
    """Number of attempts so far."""
    reason_tag: Union[str, None]
    """Reason of the failure as a code; null if there is none."""
    last_error: Union[str, None]
    """Error of the last attempt; null if there was none."""
    created_at: str
    """Time of creation."""


class WebhookTestEvent(TypedDict):
    event_id: str
    """Unique id of the event, the same on every attempt and replay, and signed: drop duplicates
    by it.
    """
    event_type: Literal["webhook.test"]
    """Type of the event."""
    data: WebhookTestEventData
    """Fields of the event."""
    occurred_at: str
    """When the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """The Idempotency-Key of the request that caused it."""


class WebhookTestEventData(TypedDict):
    """Fields of the event."""

    webhook_id: int
    """The webhook under test."""
    message: str
    """Explanation in a sentence."""


WebhookEvent = Union[
    "SalutesCreditEvent",
    "SalutesDebitEvent",
    "SalutesConvertedEvent",
    "SalutesConversionSettledEvent",
    "SalutesConversionFailedEvent",
    "DonationClaimEvent",
    "DonationClaimedEvent",
    "DonationClaimRedeemedEvent",
    "DonationClaimExpiredEvent",
    "DonationClaimCancelledEvent",
    "UsersCreatedEvent",
    "UsersUpdatedEvent",
    "UsersDeletedEvent",
    "WalletsLinkedEvent",
    "WalletsUpdatedEvent",
    "WalletsUnlinkedEvent",
    "WebhookTestEvent",
    "WebhookDeliveryFailedEvent",
    "ApiDeprecationEvent",
]
"""All webhook events, distinguished by `event_type`."""
