"""Written by `bun run clients` from the OpenAPI document; change the generator, not this file."""

from __future__ import annotations

from typing import Dict, List, Literal, TypedDict, Union


class ApiDeprecationEvent(TypedDict):
    event_id: str
    event_type: Literal["api.deprecation"]
    data: ApiDeprecationEventData


class ApiDeprecationEventData(TypedDict):
    deprecation_id: str
    """As /developers/deprecations.json lists it."""
    title: str
    """What is withdrawn, in a line."""
    endpoints: List[str]
    """The endpoints, as METHOD /path."""
    deprecated_at: str
    """From when on answers bear the headers."""
    sunset_at: str
    """From when on the endpoints answer 410."""
    days_left: int
    """Days until the sunset: 7 or 1."""
    calls: int
    """Your calls of the last 30 days."""
    replacement: Union[str, None]
    """What to call instead; null where nothing is."""
    help: str
    """The page that says how to migrate."""


class CancelDonationClaimAnswer(TypedDict):
    success: Literal[True]
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    claim_id: int
    """Names the claim in events and to the operators."""
    claim_code: str
    """Whoever has it can claim."""
    claim_url: str
    """The recipient's page."""
    campaign: str
    claim_campaign_id: int
    """The same for all your claims of this campaign."""
    amount: str
    """As a decimal."""
    currency: str
    recipient: CancelDonationClaimRecipient
    reference: Union[str, None]
    email_sent: bool
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """Null where no address was given; not_configured where the service sends no mail; dropped
    where the claim was claimed or ended first.
    """
    partner_key_id: str
    """The key that issued it."""
    wallet_address: Union[str, None]
    """The address that the recipient gave."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    expires_at: str
    created_at: str
    claimed_at: Union[str, None]
    resolved_at: Union[str, None]
    """When it was redeemed, expired or cancelled."""


class CancelDonationClaimRecipient(TypedDict):
    user_id: Union[str, None]
    email: Union[str, None]
    name: Union[str, None]


class ConvertSalutesAnswer(TypedDict):
    success: Literal[True]
    conversion_id: int
    state: Literal["pending_settlement"]
    amount: float
    """Salutes taken."""
    token_amount: str
    """Tokens to be paid, net of the fee, as a decimal."""
    fee: str
    """Tokens kept, as a decimal."""
    wallet_address: str
    balance: float
    """Salutes left."""
    ledger_entry_id: int
    chain_mode: Literal["demo", "rpc"]
    """demo: an embedded demo chain fed this, none is configured."""


class CreateUserAnswer(TypedDict):
    success: Literal[True]
    external_id: str
    user: User
    docs_links: Dict[str, str]
    links: Dict[str, str]


class CreateWebhookAnswer(TypedDict):
    success: Literal[True]
    webhook: CreateWebhookWebhook
    docs_links: Dict[str, str]
    links: Dict[str, str]


class CreateWebhookWebhook(TypedDict):
    id: int
    event_type: str
    """What it subscribes to."""
    target_url: str
    off_reason: Union[Literal["partner", "gone"], None]
    """Why it is off: you switched it off, or its receiver answered 410. Null while it is on."""
    consecutive_failures: int
    """Attempts that failed since the last that succeeded."""
    created_at: str
    updated_at: str
    is_active: bool
    secret: str
    """Shown this once."""
    previous_secret_expires_at: Union[str, None]
    """Until then webhook-signature carries the secret before, too."""


class CreditSalutesAnswer(TypedDict):
    success: Literal[True]
    user_id: str
    balance: float
    """After this entry."""
    delta: float
    """Negative for a debit."""
    ledger_entry_id: int
    idempotency_key: str


class DebitSalutesAnswer(TypedDict):
    success: Literal[True]
    user_id: str
    balance: float
    """After this entry."""
    delta: float
    """Negative for a debit."""
    ledger_entry_id: int
    idempotency_key: str


class DeleteUserAnswer(TypedDict):
    success: Literal[True]
    deleted: bool
    user_id: int
    """Still names the user's entries in the ledger."""


class DeleteWebhookAnswer(TypedDict):
    success: Literal[True]
    deleted: Literal[True]
    webhook_id: int


class DescribeWebhookSimulatorAnswer(TypedDict):
    success: Literal[True]
    method: Literal["POST"]
    path: str
    required_fields: List[str]
    optional_fields: List[str]
    scenario_ids: List[str]
    fixture_secret: str
    """Signed with unless the body gives another; the seed's webhooks have it too. Everybody
    knows it.
    """
    docs_links: Dict[str, str]
    links: Dict[str, str]
    mode: Literal["sandbox"]
    fixture_profile: Literal["standard-v1"]
    """The state that practice begins with: the same users, ids and times for everybody."""
    source: Literal["fixture"]
    """Fixed, whatever the practice file holds."""


class DonationClaim(TypedDict):
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    claim_id: int
    """Names the claim in events and to the operators."""
    claim_code: str
    """Whoever has it can claim."""
    claim_url: str
    """The recipient's page."""
    campaign: str
    claim_campaign_id: int
    """The same for all your claims of this campaign."""
    amount: str
    """As a decimal."""
    currency: str
    recipient: DonationClaimRecipient
    reference: Union[str, None]
    email_sent: bool
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """Null where no address was given; not_configured where the service sends no mail; dropped
    where the claim was claimed or ended first.
    """
    partner_key_id: str
    """The key that issued it."""
    wallet_address: Union[str, None]
    """The address that the recipient gave."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    expires_at: str
    created_at: str
    claimed_at: Union[str, None]
    resolved_at: Union[str, None]
    """When it was redeemed, expired or cancelled."""


class DonationClaimCancelledEvent(TypedDict):
    event_id: str
    event_type: Literal["donation.claim_cancelled"]
    data: DonationClaimCancelledEventData


class DonationClaimCancelledEventData(TypedDict):
    user_id: Union[str, None]
    """The service's id; null where the claim names no user."""
    external_id: Union[str, None]
    claim_id: int
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    campaign: str
    claim_campaign_id: int
    amount: str
    """As a decimal."""
    currency: str
    reference: Union[str, None]
    """Yours, as the claim was issued with it."""
    wallet_address: Union[str, None]
    """The address that the recipient gave."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    expires_at: str


class DonationClaimEvent(TypedDict):
    event_id: str
    event_type: Literal["donation.claim"]
    data: DonationClaimEventData


class DonationClaimEventData(TypedDict):
    user_id: Union[str, None]
    """The service's id; null where the claim names no user."""
    external_id: Union[str, None]
    claim_id: int
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    campaign: str
    claim_campaign_id: int
    amount: str
    """As a decimal."""
    currency: str
    reference: Union[str, None]
    """Yours, as the claim was issued with it."""
    wallet_address: Union[str, None]
    """The address that the recipient gave."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    expires_at: str


class DonationClaimExpiredEvent(TypedDict):
    event_id: str
    event_type: Literal["donation.claim_expired"]
    data: DonationClaimExpiredEventData


class DonationClaimExpiredEventData(TypedDict):
    user_id: Union[str, None]
    """The service's id; null where the claim names no user."""
    external_id: Union[str, None]
    claim_id: int
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    campaign: str
    claim_campaign_id: int
    amount: str
    """As a decimal."""
    currency: str
    reference: Union[str, None]
    """Yours, as the claim was issued with it."""
    wallet_address: Union[str, None]
    """The address that the recipient gave."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    expires_at: str


class DonationClaimRecipient(TypedDict):
    user_id: Union[str, None]
    email: Union[str, None]
    name: Union[str, None]


class DonationClaimRedeemedEvent(TypedDict):
    event_id: str
    event_type: Literal["donation.claim_redeemed"]
    data: DonationClaimRedeemedEventData


class DonationClaimRedeemedEventData(TypedDict):
    user_id: Union[str, None]
    """The service's id; null where the claim names no user."""
    external_id: Union[str, None]
    claim_id: int
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    campaign: str
    claim_campaign_id: int
    amount: str
    """As a decimal."""
    currency: str
    reference: Union[str, None]
    """Yours, as the claim was issued with it."""
    wallet_address: Union[str, None]
    """The address that the recipient gave."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    expires_at: str


class DonationClaimedEvent(TypedDict):
    event_id: str
    event_type: Literal["donation.claimed"]
    data: DonationClaimedEventData


class DonationClaimedEventData(TypedDict):
    user_id: Union[str, None]
    """The service's id; null where the claim names no user."""
    external_id: Union[str, None]
    claim_id: int
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    campaign: str
    claim_campaign_id: int
    amount: str
    """As a decimal."""
    currency: str
    reference: Union[str, None]
    """Yours, as the claim was issued with it."""
    wallet_address: Union[str, None]
    """The address that the recipient gave."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    expires_at: str


class GetCapabilitiesAnswer(TypedDict):
    success: Literal[True]
    partner: str
    key_id: str
    key_mode: Literal["live", "sandbox"]
    scopes: List[str]
    """What the key may do."""
    sandbox: GetCapabilitiesSandbox
    """Null, false and empty where this build has no such part."""
    query_support: GetCapabilitiesQuerySupport
    docs: Dict[str, str]
    links: Dict[str, str]


class GetCapabilitiesQuerySupport(TypedDict):
    include_meta: bool


class GetCapabilitiesSandbox(TypedDict):
    """Null, false and empty where this build has no such part."""

    enabled_for_key: bool
    verify_endpoint: Union[str, None]
    promotion_report_endpoint: Union[str, None]
    supports_deterministic_fixtures: bool
    fixture_endpoints: List[str]


class GetConversionPolicyAnswer(TypedDict):
    success: Literal[True]
    enabled: bool
    salutes_per_token: float
    """What one whole token costs, before the fee."""
    min_amount: float
    """Least salutes of one conversion."""
    max_amount: float
    """Most salutes of one conversion."""
    daily_limit_per_user: float
    """Most salutes that a user may convert in a UTC day; failed conversions do not count."""
    fee_pct: float
    """Per cent of the tokens that is kept."""
    rounding: Literal["down"]
    settlement: Literal["manual"]
    updated_at: Union[str, None]
    """Null while nobody has set the policy."""


class GetDonationClaimAnswer(TypedDict):
    success: Literal[True]
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    claim_id: int
    """Names the claim in events and to the operators."""
    claim_code: str
    """Whoever has it can claim."""
    claim_url: str
    """The recipient's page."""
    campaign: str
    claim_campaign_id: int
    """The same for all your claims of this campaign."""
    amount: str
    """As a decimal."""
    currency: str
    recipient: GetDonationClaimRecipient
    reference: Union[str, None]
    email_sent: bool
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """Null where no address was given; not_configured where the service sends no mail; dropped
    where the claim was claimed or ended first.
    """
    partner_key_id: str
    """The key that issued it."""
    wallet_address: Union[str, None]
    """The address that the recipient gave."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    expires_at: str
    created_at: str
    claimed_at: Union[str, None]
    resolved_at: Union[str, None]
    """When it was redeemed, expired or cancelled."""


class GetDonationClaimRecipient(TypedDict):
    user_id: Union[str, None]
    email: Union[str, None]
    name: Union[str, None]


class GetPartnerStatusAnswer(TypedDict):
    success: Literal[True]
    overall_status: Literal["ok", "warn", "bad"]
    """As GET /api/public/system-status says; warn at least while the service takes no changes."""
    key_mode: Literal["live", "sandbox"]
    window: GetPartnerStatusWindow
    """Requests are counted by the minute; the minute that the window begins in counts whole."""
    endpoint_percentiles_available: bool
    endpoint_percentiles_ms: GetPartnerStatusEndpointPercentilesMs
    request_metrics: GetPartnerStatusRequestMetrics
    webhook_delivery_health: GetPartnerStatusWebhookDeliveryHealth
    delivery_slo_controls: GetPartnerStatusDeliverySloControls
    links: Dict[str, str]


class GetPartnerStatusDeliverySloControls(TypedDict):
    max_attempts: int
    timeout_seconds: int
    retry_base_seconds: int
    """From the first failed attempt to the second; then twice as long."""
    retry_max_seconds: int
    retry_jitter: float
    """Share of a wait by which it is shortened or lengthened at random."""


class GetPartnerStatusEndpointPercentilesMs(TypedDict):
    p50_ms: Union[float, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p95_ms: Union[float, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p99_ms: Union[float, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""


class GetPartnerStatusRequestMetrics(TypedDict):
    total_requests: int
    error_requests: int


class GetPartnerStatusWebhookDeliveryHealth(TypedDict):
    dead_letter_events: int
    failed_events: int
    """Waiting for a retry."""
    pending_events: int
    """Due, on their way, or held while their webhook is off."""
    delivered_events: int


class GetPartnerStatusWindow(TypedDict):
    """Requests are counted by the minute; the minute that the window begins in counts whole."""

    hours: int
    start_utc: str
    end_utc: str


class GetPromotionReportAnswer(TypedDict):
    success: Literal[True]
    partner: str
    key_id: str
    promotion_policy: Literal["sandbox_to_live_manual_approval"]
    ready: bool
    """Whether every check is passed; an operator decides."""
    passed_count: int
    checks_count: int
    checks: List[PromotionCheck]
    error_rate: GetPromotionReportErrorRate
    evidence_days: int
    """How long evidence counts."""
    recent_entries: List[LedgerEntry]
    """The newest of the practice ledger; of one user where user_id is given."""
    query: GetPromotionReportQuery
    docs_links: Dict[str, str]
    links: Dict[str, str]
    mode: Literal["sandbox"]
    fixture_profile: Literal["standard-v1"]
    """The state that practice begins with: the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your practice file, which begins as the fixture profile says."""


class GetPromotionReportErrorRate(TypedDict):
    requests: int
    """Of the key's last 100."""
    errors: int
    error_rate_pct: float
    max_error_rate_pct: float


class GetPromotionReportQuery(TypedDict):
    user_id: Union[str, None]
    limit: int


class GetSalutesBalanceAnswer(TypedDict):
    success: Literal[True]
    user_id: str
    balance: float
    partner_key_id: str
    docs_links: Dict[str, str]
    links: Dict[str, str]


class GetTokenStatusAnswer(TypedDict):
    success: Literal[True]
    mint: str
    decimals: int
    rpc_url: str
    """Scheme and host of the first RPC address; demo: for the demo chain."""
    chain: GetTokenStatusChain
    holders_detail: Union[GetTokenStatusHoldersDetail, None]
    """Holders, counted three ways."""
    slot: int
    """Finalized; the oldest that the figures stand on."""
    as_of_utc: str
    """Time of the data, that of its oldest source."""
    age_hours: float
    is_stale: bool
    chain_mode: Literal["demo", "rpc"]
    """demo: an embedded demo chain fed this, none is configured."""
    docs_links: Dict[str, str]
    links: Dict[str, str]


class GetTokenStatusChain(TypedDict):
    total_supply: str
    """What is minted and not burned. Whole tokens, exact."""
    circulating_supply: str
    """total_supply − treasury − reserve − burn wallets. Whole tokens, exact."""
    treasury_balance: str
    """What the treasury wallets hold. Whole tokens, exact."""
    reserve_balance: str
    """What the reserve wallets hold. Whole tokens, exact."""
    tracked_treasury_balance: str
    """treasury_balance + reserve_balance. Whole tokens, exact."""
    burn_balance: str
    """What the burn wallets hold. Whole tokens, exact."""
    holders: Union[int, None]
    """Unique owners above zero; null before they were counted."""
    holders_source: Literal["holder_cache", "largest_accounts", "none"]
    """holder_cache: every account was counted; largest_accounts: a lower bound, until then;
    none: neither could be read.
    """


class GetTokenStatusHoldersDetail(TypedDict):
    """Holders, counted three ways."""

    token_accounts: int
    non_zero_accounts: int
    unique_owners: int
    """Owners with more than zero."""
    excluding: GetTokenStatusHoldersDetailExcluding
    """The same without the project's own wallets."""


class GetTokenStatusHoldersDetailExcluding(TypedDict):
    """The same without the project's own wallets."""

    wallets: List[str]
    token_accounts: int
    non_zero_accounts: int
    unique_owners: int
    """Owners with more than zero."""


class GetUsageAnswer(TypedDict):
    success: Literal[True]
    window: GetUsageWindow
    """Requests are counted by the minute; the minute that the window begins in counts whole."""
    request_metrics: GetUsageRequestMetrics
    latency_metrics_ms: GetUsageLatencyMetricsMs


class GetUsageLatencyMetricsMs(TypedDict):
    available: bool
    overall: GetUsageLatencyMetricsMsOverall
    endpoint_breakdown: List[GetUsageLatencyMetricsMsEndpointBreakdown]


class GetUsageLatencyMetricsMsEndpointBreakdown(TypedDict):
    method: str
    path: str
    """Its template."""
    samples: int
    p50_ms: Union[float, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p95_ms: Union[float, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p99_ms: Union[float, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""


class GetUsageLatencyMetricsMsOverall(TypedDict):
    samples: int
    p50_ms: Union[float, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p95_ms: Union[float, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p99_ms: Union[float, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""


class GetUsageRequestMetrics(TypedDict):
    total_requests: int
    success_requests: int
    """Answered under 400."""
    error_requests: int
    """Answered with 400 or more, rate-limited ones too."""
    rate_limited_requests: int
    endpoint_breakdown: List[GetUsageRequestMetricsEndpointBreakdown]
    """Most requested first."""


class GetUsageRequestMetricsEndpointBreakdown(TypedDict):
    method: str
    path: str
    """Its template."""
    requests: int
    errors: int
    error_rate_pct: float
    """With two decimals."""


class GetUsageWindow(TypedDict):
    """Requests are counted by the minute; the minute that the window begins in counts whole."""

    hours: int
    start_utc: str
    end_utc: str


class GetUserAnswer(TypedDict):
    success: Literal[True]
    user: User
    docs_links: Dict[str, str]
    links: Dict[str, str]


class GetWalletInfoAnswer(TypedDict):
    success: Literal[True]
    wallet: str
    native_balance: float
    """SOL."""
    token_balance: float
    """Whole tokens of the mint, over all the wallet's accounts."""
    lp_mint: Union[str, None]
    """Null where no liquidity-pool mint is configured."""
    lp_amount: float
    chain_mode: Literal["demo", "rpc"]
    """demo: an embedded chain, not the real one."""
    docs_links: Dict[str, str]
    links: Dict[str, str]


class GetWalletVerificationAnswer(TypedDict):
    success: Literal[True]
    wallet: str
    linked: bool
    """Whether a user of yours has it."""
    wallet_states: GetWalletVerificationWalletStates
    verification: GetWalletVerificationVerification
    owner: Union[GetWalletVerificationOwner, None]
    state_model: List[str]
    """The names of the states."""
    docs_links: Dict[str, str]
    links: Dict[str, str]


class GetWalletVerificationOwner(TypedDict):
    user_id: int
    external_id: str
    is_primary: bool
    is_hidden: bool


class GetWalletVerificationVerification(TypedDict):
    verified: bool
    verified_at_utc: Union[str, None]
    verification_age_days: Union[int, None]
    freshness: Literal["fresh", "aging", "stale", "never"]
    status_text: str
    reverify_days: int


class GetWalletVerificationWalletStates(TypedDict):
    linked: bool
    connected_session: bool
    """Proved in the last 24 h."""
    verified: bool
    """Proved at least once; stale_verification says if that is too long ago."""
    stale_verification: bool
    hidden: bool


class IssueDonationClaimAnswer(TypedDict):
    success: Literal[True]
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    claim_id: int
    """Names the claim in events and to the operators."""
    claim_code: str
    """Whoever has it can claim."""
    claim_url: str
    """The recipient's page."""
    campaign: str
    claim_campaign_id: int
    """The same for all your claims of this campaign."""
    amount: str
    """As a decimal."""
    currency: str
    recipient: IssueDonationClaimRecipient
    reference: Union[str, None]
    email_sent: bool
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """Null where no address was given; not_configured where the service sends no mail; dropped
    where the claim was claimed or ended first.
    """
    partner_key_id: str
    """The key that issued it."""
    wallet_address: Union[str, None]
    """The address that the recipient gave."""
    settlement_signature: Union[str, None]
    """The transaction that paid it."""
    ledger_entry_id: Union[int, None]
    """The entry that credited it."""
    cancel_reason: Union[str, None]
    expires_at: str
    created_at: str
    claimed_at: Union[str, None]
    resolved_at: Union[str, None]
    """When it was redeemed, expired or cancelled."""


class IssueDonationClaimInputRecipient(TypedDict, total=False):
    """At least one of the three; SALUTES need a user_id."""

    user_id: Union[int, str]
    """The service's id (42 or '42'), or ext: and your external_id."""
    email: str
    """Where the code is mailed to, if the service sends mail."""
    name: str
    """For your own records; it is shown to nobody else."""


class IssueDonationClaimRecipient(TypedDict):
    user_id: Union[str, None]
    email: Union[str, None]
    name: Union[str, None]


class IssueWalletChallengeAnswer(TypedDict):
    success: Literal[True]
    challenge_id: str
    text: str
    """To be signed as it stands (Sign-In-With-Solana)."""
    expires_at: str


class LedgerEntry(TypedDict):
    id: int
    user_id: str
    delta: float
    balance_after: float
    reason: str
    source: str
    idempotency_key: str
    partner_key_id: Union[str, None]
    """Null for entries of the system."""
    created_at: str


class LinkWalletAnswer(TypedDict):
    success: Literal[True]
    wallet: Wallet
    wallets: List[Wallet]
    """All of the user's wallets, oldest first."""


class LinkWalletInputProof(TypedDict):
    """Shows that the user holds the wallet's key: a signature over a challenge's text."""

    challenge_id: str
    signature: str
    """64 bytes as base58, base64, base64url or hex."""


class ListDeadLettersAnswer(TypedDict):
    success: Literal[True]
    window_hours: int
    dead_letter_count: int
    max_attempts: int
    by_event_type: List[ListDeadLettersByEventType]
    by_reason_tag: List[ListDeadLettersByReasonTag]
    events: List[ListDeadLettersEvent]
    """The 200 that died last; webhook-events with status=dead_letter lists all."""
    docs_links: Dict[str, str]
    links: Dict[str, str]


class ListDeadLettersByEventType(TypedDict):
    event_type: str
    count: int


class ListDeadLettersByReasonTag(TypedDict):
    reason_tag: str
    count: int


class ListDeadLettersEvent(TypedDict):
    event_id: int
    event_uid: str
    webhook_id: int
    event_type: str
    target_url: str
    attempts: int
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    last_error: Union[str, None]
    created_at: str
    updated_at: str


class ListDonationClaimsAnswer(TypedDict):
    success: Literal[True]
    claims: List[DonationClaim]
    count: int
    query: ListDonationClaimsQuery
    pagination: Pagination


class ListDonationClaimsQuery(TypedDict):
    limit: int
    offset: int
    cursor: Union[str, None]
    status: Union[Literal["issued", "claimed", "redeemed", "expired", "cancelled"], None]
    campaign: Union[str, None]
    reference: Union[str, None]
    user_id: Union[str, None]


class ListErrorsAnswer(TypedDict):
    success: Literal[True]
    count: int
    entries: List[ListErrorsEntry]
    """By status, then by code."""


class ListErrorsEntry(TypedDict):
    error_code: str
    title: str
    category: str
    http_status: int
    retry_class: Literal["retry_after", "retryable", "new_nonce", "safe_no_op", "fail_fast"]
    retry_behavior: str
    retry_after_seconds: Union[int, None]
    """How long to wait where the answer has no Retry-After; null where waiting does not help."""
    available_in_modes: List[Literal["live", "sandbox"]]
    """Keys of which mode can meet it."""
    endpoint_groups: List[str]
    """Tags of the OpenAPI document."""
    recovery_links: Dict[str, str]


class ListLedgerAnswer(TypedDict):
    success: Literal[True]
    user_id: Union[str, None]
    balance: Union[float, None]
    ledger: List[LedgerEntry]
    count: int
    query: ListLedgerQuery
    pagination: Pagination


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
        "from": "Union[str, None]",
        "to": "Union[str, None]",
    },
    total=False,
)


class ListUsersAnswer(TypedDict):
    success: Literal[True]
    users: List[User]
    count: int
    query: ListUsersQuery
    pagination: Pagination
    docs_links: Dict[str, str]
    links: Dict[str, str]


class ListUsersQuery(TypedDict):
    limit: int
    offset: int
    cursor: Union[str, None]
    status: Union[Literal["active", "suspended"], None]
    q: Union[str, None]
    include_wallets: bool


class ListWebhookAttemptsAnswer(TypedDict):
    success: Literal[True]
    event_id: int
    event_uid: str
    status: Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]
    attempts: List[ListWebhookAttemptsAttempt]
    count: int
    query: ListWebhookAttemptsQuery
    pagination: Pagination


class ListWebhookAttemptsAttempt(TypedDict):
    attempt: int
    """Counts on over rounds. A probe bears the number of the next attempt."""
    attempted_at: str
    http_status: Union[int, None]
    duration_ms: int
    response_excerpt: Union[str, None]
    """At most 4 KiB of the answer's body."""
    error: Union[str, None]
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    next_attempt_at: Union[str, None]
    probe: bool
    """Sent to see whether a failing receiver is back: neither counts nor moves the schedule."""
    simulated: bool
    """Of the sandbox: nothing was sent."""


class ListWebhookAttemptsQuery(TypedDict):
    limit: int
    offset: int
    cursor: Union[str, None]


class ListWebhookEventsAnswer(TypedDict):
    success: Literal[True]
    events: List[ListWebhookEventsEvent]
    count: int
    query: ListWebhookEventsQuery
    pagination: Pagination
    docs_links: Dict[str, str]
    links: Dict[str, str]


class ListWebhookEventsEvent(TypedDict):
    id: int
    """The record's id: event_id in paths and replays."""
    event_uid: str
    """The event's id, as X-Webhook-Id bears it."""
    webhook_id: int
    event_type: str
    status: Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]
    """pending: due now. failed: to be tried again at next_attempt_at. held: the webhook is off;
    sent once it is on again. cancelled: the webhook is deleted.
    """
    attempts: int
    """Of all rounds; probes are not counted."""
    is_dead_letter: bool
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    """Why the last attempt failed, or the reason of a replay."""
    last_error: Union[str, None]
    target_url: str
    created_at: str
    updated_at: str
    last_attempt_at: Union[str, None]
    next_attempt_at: Union[str, None]
    delivered_at: Union[str, None]


ListWebhookEventsQuery = TypedDict(
    "ListWebhookEventsQuery",
    {
        "status": "Union[str, None]",
        "reason_tag": "Union[str, None]",
        "from": "Union[str, None]",
        "to": "Union[str, None]",
        "webhook_id": "Union[int, None]",
        "limit": "int",
        "offset": "int",
        "cursor": "Union[str, None]",
    },
    total=False,
)


class ListWebhookScenariosAnswer(TypedDict):
    success: Literal[True]
    scenarios_count: int
    scenarios: List[ListWebhookScenariosScenario]
    docs_links: Dict[str, str]
    links: Dict[str, str]
    mode: Literal["sandbox"]
    fixture_profile: Literal["standard-v1"]
    """The state that practice begins with: the same users, ids and times for everybody."""
    source: Literal["fixture"]
    """Fixed, whatever the practice file holds."""


class ListWebhookScenariosScenario(TypedDict):
    id: str
    title: str
    event_type: str


class ListWebhooksAnswer(TypedDict):
    success: Literal[True]
    webhooks: List[ListWebhooksWebhook]
    count: int
    query: ListWebhooksQuery
    pagination: Pagination
    docs_links: Dict[str, str]
    links: Dict[str, str]


class ListWebhooksQuery(TypedDict):
    event_type: Union[str, List[str], None]
    """As it was given: one, several as a list, or null."""
    is_active: Union[bool, None]
    limit: int
    offset: int
    cursor: Union[str, None]


class ListWebhooksWebhook(TypedDict):
    id: int
    event_type: str
    """What it subscribes to."""
    target_url: str
    off_reason: Union[Literal["partner", "gone"], None]
    """Why it is off: you switched it off, or its receiver answered 410. Null while it is on."""
    consecutive_failures: int
    """Attempts that failed since the last that succeeded."""
    created_at: str
    updated_at: str
    is_active: int


class LookUpUsersAnswer(TypedDict):
    success: Literal[True]
    users: List[User]
    count: int
    query: LookUpUsersQuery
    pagination: Pagination
    docs_links: Dict[str, str]
    links: Dict[str, str]


class LookUpUsersQuery(TypedDict):
    limit: int
    offset: int
    cursor: Union[str, None]
    status: Union[Literal["active", "suspended"], None]
    q: Union[str, None]
    include_wallets: bool
    email: Union[str, None]
    username: Union[str, None]
    wallet: Union[str, None]


class Pagination(TypedDict):
    has_more: bool
    next_offset: Union[int, None]
    next_cursor: Union[str, None]


class PromotionCheck(TypedDict):
    name: str
    title: str
    passed: bool
    evidence: Union[PromotionCheckEvidence, None]
    """Null where nothing was seen in the last 30 days."""
    how_to_pass: str


class PromotionCheckEvidence(TypedDict):
    """Null where nothing was seen in the last 30 days."""

    summary: str
    """In words."""
    seen_at: Union[str, None]
    """The last time; by the real clock."""
    request_id: Union[str, None]
    method: Union[str, None]
    path: Union[str, None]
    """Its template."""
    count: int
    """How often it was seen; of the error rate, in how many requests."""


class ReplayWebhookEventsAnswer(TypedDict):
    success: Literal[True]
    count: int
    replayed_count: int
    failed_count: int
    reason_tag: Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"]
    note: Union[str, None]
    results: List[ReplayWebhookEventsResult]


class ReplayWebhookEventsResult(TypedDict):
    event_id: int
    replayed: bool
    error: Union[Literal["not_found", "in_progress", "webhook_deleted"], None]
    reason_tag: Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"]


class RotateWebhookSecretAnswer(TypedDict):
    success: Literal[True]
    webhook: RotateWebhookSecretWebhook
    docs_links: Dict[str, str]
    links: Dict[str, str]


class RotateWebhookSecretWebhook(TypedDict):
    id: int
    event_type: str
    """What it subscribes to."""
    target_url: str
    off_reason: Union[Literal["partner", "gone"], None]
    """Why it is off: you switched it off, or its receiver answered 410. Null while it is on."""
    consecutive_failures: int
    """Attempts that failed since the last that succeeded."""
    created_at: str
    updated_at: str
    is_active: bool
    secret: str
    """Shown this once."""
    previous_secret_expires_at: Union[str, None]
    """Until then webhook-signature carries the secret before, too."""


class RunWebhookScenarioAnswer(TypedDict):
    success: Literal[True]
    selected_scenario_id: str
    scenario: RunWebhookScenarioScenario
    simulation: Simulation
    """What would have been sent."""
    fixture_secret: Union[str, None]
    """What it was signed with; null for a secret of yours."""
    docs_links: Dict[str, str]
    links: Dict[str, str]
    mode: Literal["sandbox"]
    fixture_profile: Literal["standard-v1"]
    """The state that practice begins with: the same users, ids and times for everybody."""
    source: Literal["fixture"]
    """Fixed, whatever the practice file holds."""
    live_side_effects_performed: Literal[False]
    """Nothing live was touched, and nothing was sent."""


class RunWebhookScenarioScenario(TypedDict):
    id: str
    title: str
    event_type: str


class SalutesConversionFailedEvent(TypedDict):
    event_id: str
    event_type: Literal["salutes.conversion_failed"]
    data: SalutesConversionFailedEventData


class SalutesConversionFailedEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    conversion_id: int
    state: Literal["pending_settlement", "settled", "failed"]
    amount: float
    """Salutes."""
    token_amount: str
    """Tokens, net of the fee, as a decimal."""
    fee: str
    """Tokens, as a decimal."""
    wallet_address: str
    ledger_entry_id: int
    settlement_signature: Union[str, None]
    failure_reason: Union[str, None]


class SalutesConversionSettledEvent(TypedDict):
    event_id: str
    event_type: Literal["salutes.conversion_settled"]
    data: SalutesConversionSettledEventData


class SalutesConversionSettledEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    conversion_id: int
    state: Literal["pending_settlement", "settled", "failed"]
    amount: float
    """Salutes."""
    token_amount: str
    """Tokens, net of the fee, as a decimal."""
    fee: str
    """Tokens, as a decimal."""
    wallet_address: str
    ledger_entry_id: int
    settlement_signature: Union[str, None]
    failure_reason: Union[str, None]


class SalutesConvertedEvent(TypedDict):
    event_id: str
    event_type: Literal["salutes.converted"]
    data: SalutesConvertedEventData


class SalutesConvertedEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    conversion_id: int
    state: Literal["pending_settlement", "settled", "failed"]
    amount: float
    """Salutes."""
    token_amount: str
    """Tokens, net of the fee, as a decimal."""
    fee: str
    """Tokens, as a decimal."""
    wallet_address: str
    ledger_entry_id: int
    settlement_signature: Union[str, None]
    failure_reason: Union[str, None]


class SalutesCreditEvent(TypedDict):
    event_id: str
    event_type: Literal["salutes.credit"]
    data: SalutesCreditEventData


class SalutesCreditEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    delta: float
    """Salutes; negative for a debit."""
    balance: float
    """Salutes after this entry."""
    reason: str
    source: str
    ledger_entry_id: int


class SalutesDebitEvent(TypedDict):
    event_id: str
    event_type: Literal["salutes.debit"]
    data: SalutesDebitEventData


class SalutesDebitEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    delta: float
    """Salutes; negative for a debit."""
    balance: float
    """Salutes after this entry."""
    reason: str
    source: str
    ledger_entry_id: int


class Simulation(TypedDict):
    """What would have been sent."""

    headers: Dict[str, str]
    """With the signatures."""
    body: str
    """The exact text that is signed."""


class TestWebhookAnswer(TypedDict):
    success: Literal[True]
    queued: Literal[True]
    event_id: int
    """The record's id."""
    event_uid: str
    """As X-Webhook-Id will bear it."""
    event_type: Literal["webhook.test"]
    webhook_id: int


class UnlinkWalletAnswer(TypedDict):
    success: Literal[True]
    deleted: bool
    wallet_address: str
    wallets: List[Wallet]
    """What remains, oldest first."""


class UpdateUserAnswer(TypedDict):
    success: Literal[True]
    user: User
    docs_links: Dict[str, str]
    links: Dict[str, str]


class UpdateWebhookAnswer(TypedDict):
    success: Literal[True]
    webhook: UpdateWebhookWebhook
    docs_links: Dict[str, str]
    links: Dict[str, str]


class UpdateWebhookWebhook(TypedDict):
    id: int
    event_type: str
    """What it subscribes to."""
    target_url: str
    off_reason: Union[Literal["partner", "gone"], None]
    """Why it is off: you switched it off, or its receiver answered 410. Null while it is on."""
    consecutive_failures: int
    """Attempts that failed since the last that succeeded."""
    created_at: str
    updated_at: str
    is_active: bool


class _User(TypedDict):
    id: int
    external_id: str
    username: Union[str, None]
    display_name: Union[str, None]
    email: Union[str, None]
    status: Literal["active", "suspended"]
    is_verified: bool
    """Whether the primary wallet is verified."""
    wallet_address: Union[str, None]
    """The primary wallet."""
    created_at: str
    updated_at: str


class User(_User, total=False):
    wallets: List[Wallet]
    """Where include_wallets asks for them; oldest first."""


class UsersCreatedEvent(TypedDict):
    event_id: str
    event_type: Literal["users.created"]
    data: UsersCreatedEventData


class UsersCreatedEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    username: Union[str, None]
    display_name: Union[str, None]
    status: Literal["active", "suspended"]
    is_verified: bool


class UsersDeletedEvent(TypedDict):
    event_id: str
    event_type: Literal["users.deleted"]
    data: UsersDeletedEventData


class UsersDeletedEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]


class UsersUpdatedEvent(TypedDict):
    event_id: str
    event_type: Literal["users.updated"]
    data: UsersUpdatedEventData


class UsersUpdatedEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    username: Union[str, None]
    display_name: Union[str, None]
    status: Literal["active", "suspended"]
    is_verified: bool
    changed_fields: List[str]
    """Names of the fields that changed."""


class VerifySandboxKeyAnswer(TypedDict):
    success: Literal[True]
    verified: Literal[True]
    partner: str
    key_id: str
    key_mode: Literal["sandbox"]
    scopes: List[str]
    practice_time_utc: str
    """The practice clock: it moves one second with each mutation."""
    docs_links: Dict[str, str]
    links: Dict[str, str]
    mode: Literal["sandbox"]
    fixture_profile: Literal["standard-v1"]
    """The state that practice begins with: the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your practice file, which begins as the fixture profile says."""


class VerifyWebhookSignatureAnswer(TypedDict):
    success: Literal[True]
    valid: bool
    provided_signature: str
    expected_signature: str
    timestamp: int
    canonical_body: str
    """What is signed: the timestamp, a full stop, the payload."""
    validator_example: str
    """The same check as code."""


class Wallet(TypedDict):
    blockchain: str
    wallet_address: str
    label: Union[str, None]
    is_primary: int
    """1 for the user's primary wallet."""
    is_hidden: int
    """1 where the user keeps it to himself."""
    verified: int
    """1 once its ownership was proved."""
    verified_at: Union[str, None]
    """The last proof."""
    proof_format: Union[Literal["raw", "offchain_v1", "offchain_v0", "offchain_legacy"], None]
    """What the wallet signed: the text itself, or one of Solana's off-chain envelopes."""
    created_at: str


class WalletsLinkedEvent(TypedDict):
    event_id: str
    event_type: Literal["wallets.linked"]
    data: WalletsLinkedEventData


class WalletsLinkedEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    wallet: WalletsLinkedEventDataWallet


class WalletsLinkedEventDataWallet(TypedDict):
    blockchain: str
    wallet_address: str
    label: Union[str, None]
    is_primary: int
    is_hidden: int
    verified: int


class WalletsUnlinkedEvent(TypedDict):
    event_id: str
    event_type: Literal["wallets.unlinked"]
    data: WalletsUnlinkedEventData


class WalletsUnlinkedEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    wallet: WalletsUnlinkedEventDataWallet


class WalletsUnlinkedEventDataWallet(TypedDict):
    blockchain: str
    wallet_address: str
    label: Union[str, None]
    is_primary: int
    is_hidden: int
    verified: int


class WalletsUpdatedEvent(TypedDict):
    event_id: str
    event_type: Literal["wallets.updated"]
    data: WalletsUpdatedEventData


class WalletsUpdatedEventData(TypedDict):
    user_id: str
    """The service's id."""
    external_id: Union[str, None]
    wallet: WalletsUpdatedEventDataWallet


class WalletsUpdatedEventDataWallet(TypedDict):
    blockchain: str
    wallet_address: str
    label: Union[str, None]
    is_primary: int
    is_hidden: int
    verified: int


class WebhookDeliveryFailedEvent(TypedDict):
    event_id: str
    event_type: Literal["webhook.delivery_failed"]
    data: WebhookDeliveryFailedEventData


class WebhookDeliveryFailedEventData(TypedDict):
    event_id: int
    """The record's id, as the API lists and replays it."""
    event_uid: str
    """The X-Webhook-Id of what was not delivered."""
    event_type: str
    """The type of what was not delivered."""
    webhook_id: int
    target_url: str
    attempts: int
    reason_tag: Union[str, None]
    last_error: Union[str, None]
    created_at: str


class WebhookTestEvent(TypedDict):
    event_id: str
    event_type: Literal["webhook.test"]
    data: WebhookTestEventData


class WebhookTestEventData(TypedDict):
    webhook_id: int
    """The webhook that was tested."""
    message: str


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
"""Whatever a webhook may be sent, told apart by `event_type`."""
