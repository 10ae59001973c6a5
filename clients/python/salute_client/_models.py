"""Written by `bun run clients` from the OpenAPI document; change the generator, not this file."""

from __future__ import annotations

from typing import Dict, List, Literal, TypedDict, Union

from ._json import Number


class AdvanceSandboxClockAnswer(TypedDict):
    success: Literal[True]
    advanced_seconds: int
    """Seconds by which the clock moved forward."""
    practice_time_utc: str
    """The sandbox clock after the change."""
    expired_claims: int
    """Number of donation claims that expired in between."""
    mode: Literal["sandbox"]
    """Always sandbox: answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """Initial state of the sandbox, with the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""
    live_side_effects_performed: Literal[False]
    """Always false: nothing live was touched, and nothing was sent."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class ApiDeprecationEventData(TypedDict):
    """Fields of the event."""

    deprecation_id: str
    """Id of the deprecation, as in /developers/deprecations.json."""
    title: str
    """What is withdrawn, in one line."""
    endpoints: List[str]
    """The endpoints, as METHOD /path."""
    deprecated_at: str
    """Time from which the endpoints' answers carry the headers of a deprecation."""
    sunset_at: str
    """Time from which the endpoints answer 410."""
    days_left: int
    """Days until the sunset."""
    calls: int
    """Number of your calls of the endpoints in the last 30 days."""
    replacement: Union[str, None]
    """The operation to call instead; null if there is no replacement."""
    help: str
    """The page that explains the migration."""


class BatchSalutesAnswer(TypedDict):
    success: Literal[True]
    mode: Literal["atomic", "each"]
    """The mode as requested; in the sandbox see batch_mode."""
    count: int
    """Number of items in the batch."""
    applied: int
    """Number of items that this request applied."""
    refused: int
    """Number of items that were refused."""
    results: List[LedgerBatchItemResult]
    """Outcomes, one for each item, in the order of items."""


class CancelDonationClaimAnswer(TypedDict):
    success: Literal[True]
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim. issued: waits for the recipient. claimed: the recipient gave a payout
    address and the operators have not paid yet. redeemed: credited, or paid. expired: nobody
    claimed it in time. cancelled: you or an operator cancelled it.
    """
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """The same as status."""
    claim_id: int
    """Id of the claim, as events and operators name it."""
    claim_code: str
    """The code with which the recipient claims. Anyone who has it can claim: keep it secret."""
    claim_url: str
    """Address of the page on which the recipient claims. It holds the code: keep it secret."""
    campaign: str
    """The purpose of the gift, as the recipient reads it."""
    claim_campaign_id: int
    """Id of the campaign, the same for all your claims with this campaign text."""
    amount: str
    """The amount of the gift in its currency, as a decimal text."""
    currency: str
    """SALUTES, or the code of the currency that the operators pay."""
    recipient: CancelDonationClaimRecipient
    """The recipient, as you named it."""
    reference: Union[str, None]
    """Your own reference of the claim; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    email_sent: bool
    """Whether the mail with the code was sent to the recipient."""
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """State of the mail with the code. queued: waits to be sent. sent, failed: the outcome.
    dropped: the claim was claimed or ended first. not_configured: the service sends no mail.
    Null if no address was given.
    """
    partner_key_id: str
    """Id of the key that issued the claim."""
    wallet_address: Union[str, None]
    """The payout address that the recipient gave; null before, and for SALUTES."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the claim; null before, and for SALUTES."""
    ledger_entry_id: Union[int, None]
    """Id of the ledger entry that credited the claim; null before, and for currencies other than
    SALUTES.
    """
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """The time at which the claim expires if nobody claims it."""
    created_at: str
    """Time at which the claim was issued."""
    claimed_at: Union[str, None]
    """Time at which the recipient claimed; null before."""
    resolved_at: Union[str, None]
    """Time at which the claim was redeemed, expired or cancelled; null before."""


class CancelDonationClaimRecipient(TypedDict):
    """The recipient, as you named it."""

    user_id: Union[str, None]
    """The service's id of the user; null if there is none."""
    email: Union[str, None]
    """The recipient's e-mail address; null if none was given."""
    name: Union[str, None]
    """The recipient's name, for your own records; null if none was given."""


class ConvertSalutesAnswer(TypedDict):
    success: Literal[True]
    conversion_id: int
    """Id of the conversion, as its events name it."""
    state: Literal["pending_settlement"]
    """Always pending_settlement: the salutes are debited, and the operators have not paid the
    tokens yet. Events report the outcome.
    """
    amount: Number
    """Salutes that were debited."""
    token_amount: str
    """Tokens to be paid, net of the fee, as a decimal."""
    fee: str
    """Fee in tokens, as a decimal."""
    wallet_address: str
    """Address of the wallet to which the tokens are paid."""
    balance: Number
    """The user's balance after the conversion, in salutes."""
    ledger_entry_id: int
    """Id of the ledger entry that debited the salutes."""
    chain_mode: Literal["demo", "rpc"]
    """demo: from the embedded demo chain, because no other is configured."""


class _CreatePortalLinkAnswer(TypedDict):
    success: Literal[True]
    url: Union[str, None]
    """The link, shown only once: null if the request is repeated. It opens one session. If it is
    lost, a request with a new Idempotency-Key makes another.
    """
    access: Literal["read", "manage"]
    """Access of the link, as requested."""
    expires_at: str
    """From then on the link opens nothing."""


class CreatePortalLinkAnswer(_CreatePortalLinkAnswer, total=False):
    url_shown: Literal[True]
    """Only in the answer to a repeated request: the first answer showed the link, and this one
    makes none.
    """


class CreateUserAnswer(TypedDict):
    success: Literal[True]
    external_id: str
    """Your own id of the user."""
    user: User
    """The user as stored now."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class CreateWebhookAnswer(TypedDict):
    success: Literal[True]
    webhook: CreateWebhookWebhook
    """The webhook as stored now, with its secret."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class CreateWebhookWebhook(TypedDict):
    """The webhook as stored now, with its secret."""

    id: int
    """Id of the webhook; paths and filters take it as webhook_id."""
    event_type: str
    """The first name of event_types."""
    event_types: List[str]
    """The subscribed names: types of the catalogue, prefix.* or *."""
    target_url: str
    """Address of the receiver."""
    description: Union[str, None]
    """Your own note about this webhook; null if there is none."""
    headers: Dict[str, str]
    """Your own headers of each delivery, by name; values are masked."""
    max_per_second: Union[int, None]
    """Largest number of attempts that may start in any one second; null for no limit."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    off_reason: Union[Literal["partner", "gone"], None]
    """Why the webhook is off. partner: you switched it off. gone: its receiver answered 410.
    Null while it is on.
    """
    reason: Union[str, None]
    """Your own words for switching it off; null if you gave none, and while it is on."""
    consecutive_failures: int
    """Failed attempts since the last success."""
    created_at: str
    """Time at which the webhook was created."""
    updated_at: str
    """Time of the webhook's last change."""
    is_active: bool
    """Whether it is on: true or false about one webhook; lists show the stored 1 or 0."""
    secret: str
    """The secret that signs deliveries, shown only this once."""
    previous_secret_expires_at: Union[str, None]
    """Time until which webhook-signature also carries the previous secret's signature; null if
    there is no previous secret.
    """


class CreditSalutesAnswer(TypedDict):
    success: Literal[True]
    user_id: str
    """The service's id of the user."""
    balance: Number
    """The user's balance after this entry, in salutes."""
    delta: Number
    """Change of the balance in salutes; negative for a debit."""
    ledger_entry_id: int
    """Id of the ledger entry that was made."""
    idempotency_key: str
    """Idempotency-Key of the request that made the entry."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""


class DebitSalutesAnswer(TypedDict):
    success: Literal[True]
    user_id: str
    """The service's id of the user."""
    balance: Number
    """The user's balance after this entry, in salutes."""
    delta: Number
    """Change of the balance in salutes; negative for a debit."""
    ledger_entry_id: int
    """Id of the ledger entry that was made."""
    idempotency_key: str
    """Idempotency-Key of the request that made the entry."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""


class DeleteUserAnswer(TypedDict):
    success: Literal[True]
    deleted: bool
    """Always true: the user was deleted."""
    user_id: int
    """The service's id of the deleted user, which its ledger entries keep."""


class DeleteWebhookAnswer(TypedDict):
    success: Literal[True]
    deleted: Literal[True]
    """Always true: the webhook was deleted."""
    webhook_id: int
    """Id of the deleted webhook."""


class DescribeWebhookSimulatorAnswer(TypedDict):
    success: Literal[True]
    method: Literal["POST"]
    """HTTP method of a scenario run."""
    path: str
    """Path of a scenario run."""
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
    """Always sandbox: answers have no live effect."""
    fixture_profile: Literal["standard-v1"]
    """Name of the initial state that has this fixture."""
    source: Literal["fixture"]
    """Fixed, whatever the sandbox file holds."""


class DonationClaim(TypedDict):
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim. issued: waits for the recipient. claimed: the recipient gave a payout
    address and the operators have not paid yet. redeemed: credited, or paid. expired: nobody
    claimed it in time. cancelled: you or an operator cancelled it.
    """
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """The same as status."""
    claim_id: int
    """Id of the claim, as events and operators name it."""
    claim_code: str
    """The code with which the recipient claims. Anyone who has it can claim: keep it secret."""
    claim_url: str
    """Address of the page on which the recipient claims. It holds the code: keep it secret."""
    campaign: str
    """The purpose of the gift, as the recipient reads it."""
    claim_campaign_id: int
    """Id of the campaign, the same for all your claims with this campaign text."""
    amount: str
    """The amount of the gift in its currency, as a decimal text."""
    currency: str
    """SALUTES, or the code of the currency that the operators pay."""
    recipient: DonationClaimRecipient
    """The recipient, as you named it."""
    reference: Union[str, None]
    """Your own reference of the claim; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    email_sent: bool
    """Whether the mail with the code was sent to the recipient."""
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """State of the mail with the code. queued: waits to be sent. sent, failed: the outcome.
    dropped: the claim was claimed or ended first. not_configured: the service sends no mail.
    Null if no address was given.
    """
    partner_key_id: str
    """Id of the key that issued the claim."""
    wallet_address: Union[str, None]
    """The payout address that the recipient gave; null before, and for SALUTES."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the claim; null before, and for SALUTES."""
    ledger_entry_id: Union[int, None]
    """Id of the ledger entry that credited the claim; null before, and for currencies other than
    SALUTES.
    """
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """The time at which the claim expires if nobody claims it."""
    created_at: str
    """Time at which the claim was issued."""
    claimed_at: Union[str, None]
    """Time at which the recipient claimed; null before."""
    resolved_at: Union[str, None]
    """Time at which the claim was redeemed, expired or cancelled; null before."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class DonationClaimCancelledEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id of the user; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the donation claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim. issued: waits for the recipient. claimed: waits for the payment.
    redeemed: credited, or paid. expired: nobody claimed it in time. cancelled: you or an
    operator cancelled it.
    """
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """The amount of the gift in its currency, as a decimal text."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your own reference, as given at the issue; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    wallet_address: Union[str, None]
    """The payout address that the recipient gave; null before, and for SALUTES."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the claim; null before, and for SALUTES."""
    ledger_entry_id: Union[int, None]
    """Id of the ledger entry that credited the claim; null before, and for other currencies than
    SALUTES.
    """
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """The time at which the claim expires if nobody claims it."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class DonationClaimEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id of the user; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the donation claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim. issued: waits for the recipient. claimed: waits for the payment.
    redeemed: credited, or paid. expired: nobody claimed it in time. cancelled: you or an
    operator cancelled it.
    """
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """The amount of the gift in its currency, as a decimal text."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your own reference, as given at the issue; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    wallet_address: Union[str, None]
    """The payout address that the recipient gave; null before, and for SALUTES."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the claim; null before, and for SALUTES."""
    ledger_entry_id: Union[int, None]
    """Id of the ledger entry that credited the claim; null before, and for other currencies than
    SALUTES.
    """
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """The time at which the claim expires if nobody claims it."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class DonationClaimExpiredEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id of the user; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the donation claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim. issued: waits for the recipient. claimed: waits for the payment.
    redeemed: credited, or paid. expired: nobody claimed it in time. cancelled: you or an
    operator cancelled it.
    """
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """The amount of the gift in its currency, as a decimal text."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your own reference, as given at the issue; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    wallet_address: Union[str, None]
    """The payout address that the recipient gave; null before, and for SALUTES."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the claim; null before, and for SALUTES."""
    ledger_entry_id: Union[int, None]
    """Id of the ledger entry that credited the claim; null before, and for other currencies than
    SALUTES.
    """
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """The time at which the claim expires if nobody claims it."""


class DonationClaimRecipient(TypedDict):
    """The recipient, as you named it."""

    user_id: Union[str, None]
    """The service's id of the user; null if there is none."""
    email: Union[str, None]
    """The recipient's e-mail address; null if none was given."""
    name: Union[str, None]
    """The recipient's name, for your own records; null if none was given."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class DonationClaimRedeemedEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id of the user; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the donation claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim. issued: waits for the recipient. claimed: waits for the payment.
    redeemed: credited, or paid. expired: nobody claimed it in time. cancelled: you or an
    operator cancelled it.
    """
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """The amount of the gift in its currency, as a decimal text."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your own reference, as given at the issue; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    wallet_address: Union[str, None]
    """The payout address that the recipient gave; null before, and for SALUTES."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the claim; null before, and for SALUTES."""
    ledger_entry_id: Union[int, None]
    """Id of the ledger entry that credited the claim; null before, and for other currencies than
    SALUTES.
    """
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """The time at which the claim expires if nobody claims it."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class DonationClaimedEventData(TypedDict):
    """Fields of the event."""

    user_id: Union[str, None]
    """The service's id of the user; null if the claim names none."""
    external_id: Union[str, None]
    """Your own id of the user; null if there is none."""
    claim_id: int
    """Id of the donation claim."""
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim. issued: waits for the recipient. claimed: waits for the payment.
    redeemed: credited, or paid. expired: nobody claimed it in time. cancelled: you or an
    operator cancelled it.
    """
    campaign: str
    """Purpose of the claim."""
    claim_campaign_id: int
    """Id of the campaign, the same for all its claims."""
    amount: str
    """The amount of the gift in its currency, as a decimal text."""
    currency: str
    """SALUTES, or the currency that the operators pay."""
    reference: Union[str, None]
    """Your own reference, as given at the issue; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    wallet_address: Union[str, None]
    """The payout address that the recipient gave; null before, and for SALUTES."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the claim; null before, and for SALUTES."""
    ledger_entry_id: Union[int, None]
    """Id of the ledger entry that credited the claim; null before, and for other currencies than
    SALUTES.
    """
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """The time at which the claim expires if nobody claims it."""


class GetCapabilitiesAnswer(TypedDict):
    success: Literal[True]
    partner: str
    """Name of the partner."""
    key_id: str
    """Id of the calling key."""
    key_mode: Literal["live", "sandbox"]
    """Mode of the key: live or sandbox."""
    scopes: List[str]
    """Scopes of the key: what it may do."""
    sandbox: GetCapabilitiesSandbox
    """What the sandbox offers to this key; members are null, false or empty for parts that this
    build lacks.
    """
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
    """What the sandbox offers to this key; members are null, false or empty for parts that this
    build lacks.
    """

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
    """Whether users can convert salutes now."""
    salutes_per_token: Number
    """Price of one whole token in salutes, before the fee."""
    min_amount: Number
    """Smallest amount of one conversion, in salutes."""
    max_amount: Number
    """Largest amount of one conversion, in salutes."""
    daily_limit_per_user: Number
    """Most that a user can convert in one UTC day, in salutes; failed conversions do not count."""
    fee_pct: Number
    """Fee in per cent of the tokens."""
    rounding: Literal["down"]
    """Always down: token amounts are rounded down to the mint's decimals."""
    settlement: Literal["manual"]
    """Always manual: the operators pay conversions by hand."""
    updated_at: Union[str, None]
    """Time at which the policy was last set; null if it never was."""


class GetDonationClaimAnswer(TypedDict):
    success: Literal[True]
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim. issued: waits for the recipient. claimed: the recipient gave a payout
    address and the operators have not paid yet. redeemed: credited, or paid. expired: nobody
    claimed it in time. cancelled: you or an operator cancelled it.
    """
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """The same as status."""
    claim_id: int
    """Id of the claim, as events and operators name it."""
    claim_code: str
    """The code with which the recipient claims. Anyone who has it can claim: keep it secret."""
    claim_url: str
    """Address of the page on which the recipient claims. It holds the code: keep it secret."""
    campaign: str
    """The purpose of the gift, as the recipient reads it."""
    claim_campaign_id: int
    """Id of the campaign, the same for all your claims with this campaign text."""
    amount: str
    """The amount of the gift in its currency, as a decimal text."""
    currency: str
    """SALUTES, or the code of the currency that the operators pay."""
    recipient: GetDonationClaimRecipient
    """The recipient, as you named it."""
    reference: Union[str, None]
    """Your own reference of the claim; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    email_sent: bool
    """Whether the mail with the code was sent to the recipient."""
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """State of the mail with the code. queued: waits to be sent. sent, failed: the outcome.
    dropped: the claim was claimed or ended first. not_configured: the service sends no mail.
    Null if no address was given.
    """
    partner_key_id: str
    """Id of the key that issued the claim."""
    wallet_address: Union[str, None]
    """The payout address that the recipient gave; null before, and for SALUTES."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the claim; null before, and for SALUTES."""
    ledger_entry_id: Union[int, None]
    """Id of the ledger entry that credited the claim; null before, and for currencies other than
    SALUTES.
    """
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """The time at which the claim expires if nobody claims it."""
    created_at: str
    """Time at which the claim was issued."""
    claimed_at: Union[str, None]
    """Time at which the recipient claimed; null before."""
    resolved_at: Union[str, None]
    """Time at which the claim was redeemed, expired or cancelled; null before."""


class GetDonationClaimRecipient(TypedDict):
    """The recipient, as you named it."""

    user_id: Union[str, None]
    """The service's id of the user; null if there is none."""
    email: Union[str, None]
    """The recipient's e-mail address; null if none was given."""
    name: Union[str, None]
    """The recipient's name, for your own records; null if none was given."""


class GetPartnerStatusAnswer(TypedDict):
    success: Literal[True]
    overall_status: Literal["ok", "warn", "bad"]
    """As in GET /api/public/system-status; at least warn while the service accepts no changes."""
    key_mode: Literal["live", "sandbox"]
    """Mode of the calling key: live or sandbox."""
    window: GetPartnerStatusWindow
    """Requests are counted by the minute; the window's first minute counts in full."""
    endpoint_percentiles_available: bool
    """Whether the window has measurements."""
    endpoint_percentiles_ms: GetPartnerStatusEndpointPercentilesMs
    """Latency of all requests of the window, in milliseconds."""
    request_metrics: GetPartnerStatusRequestMetrics
    """Numbers of requests of the window, over all your keys of this mode."""
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
    """Numbers of requests of the window, over all your keys of this mode."""

    total_requests: int
    """Number of requests."""
    error_requests: int
    """Requests answered with 400 or more."""


class GetPartnerStatusWebhookDeliveryHealth(TypedDict):
    """Health of your webhook deliveries."""

    dead_letter_events: int
    """Number of deliveries that became dead letters."""
    failed_events: int
    """Number of deliveries that wait for a retry."""
    pending_events: int
    """Number of deliveries that are due, being sent, or held while their webhook is off."""
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
    """Id of the calling key."""
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
    """The newest entries of the sandbox's ledger, newest first; of one user if user_id is given."""
    query: GetPromotionReportQuery
    """The parameters in effect, with their defaults."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""
    mode: Literal["sandbox"]
    """Always sandbox: answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """Initial state of the sandbox, with the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""


class GetPromotionReportErrorRate(TypedDict):
    """Share of failed requests, with its limit."""

    requests: int
    """Number of the key's last requests, at most 100, without refusals of their own input and of
    routes that the sandbox lacks.
    """
    errors: int
    """Number of those requests that failed."""
    operations: int
    """Number of different operations among them that succeeded."""
    min_operations: int
    """Smallest number of different operations that must have succeeded."""
    error_rate_pct: Number
    """Share of failed requests in per cent, with two decimals."""
    max_error_rate_pct: Number
    """Highest error rate that passes, in per cent."""


class GetPromotionReportNotJudged(TypedDict):
    name: str
    """Name of the check, the same in every report."""
    scopes: List[str]
    """Scopes of which any one allows the key to pass it."""


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
    """Decimals of the token's mint."""
    rpc_url: str
    """Scheme and host of the first RPC address; demo: for the demo chain."""
    chain: GetTokenStatusChain
    """The token's figures from the chain."""
    holders_detail: Union[GetTokenStatusHoldersDetail, None]
    """Holders, counted three ways."""
    slot: int
    """Finalized slot of the chain from which the figures are; the oldest slot of the sources."""
    as_of_utc: str
    """Time of the data, that of its oldest source."""
    age_hours: Number
    """Age of the figures, in hours."""
    is_stale: bool
    """Whether the figures are older than their limit."""
    chain_mode: Literal["demo", "rpc"]
    """demo: from the embedded demo chain, because no other is configured."""
    docs_links: Dict[str, str]
    """Addresses of the documentation, by name."""
    links: Dict[str, str]
    """Related addresses, by name."""


class GetTokenStatusChain(TypedDict):
    """The token's figures from the chain."""

    total_supply: str
    """Supply that was minted and not burned. In whole tokens, exact, as a decimal text."""
    circulating_supply: str
    """total_supply − treasury − reserve − burn wallets. In whole tokens, exact, as a decimal
    text.
    """
    treasury_balance: str
    """Balance of the treasury wallets. In whole tokens, exact, as a decimal text."""
    reserve_balance: str
    """Balance of the reserve wallets. In whole tokens, exact, as a decimal text."""
    tracked_treasury_balance: str
    """treasury_balance + reserve_balance. In whole tokens, exact, as a decimal text."""
    burn_balance: str
    """Balance of the burn wallets. In whole tokens, exact, as a decimal text."""
    holders: Union[int, None]
    """Unique owners of balances above zero; null before they were counted."""
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
    """Owners of at least one account with a balance above zero."""
    excluding: GetTokenStatusHoldersDetailExcluding
    """The same without the project's own wallets."""


class GetTokenStatusHoldersDetailExcluding(TypedDict):
    """The same without the project's own wallets."""

    wallets: List[str]
    """The project's wallets that are left out."""
    token_accounts: int
    """Number of token accounts."""
    non_zero_accounts: int
    """Token accounts with a balance above zero."""
    unique_owners: int
    """Owners of at least one account with a balance above zero."""


class GetUsageAnswer(TypedDict):
    success: Literal[True]
    window: GetUsageWindow
    """Requests are counted by the minute; the window's first minute counts in full."""
    request_metrics: GetUsageRequestMetrics
    """Numbers of requests in the window, in all and by endpoint."""
    latency_metrics_ms: GetUsageLatencyMetricsMs
    """Latency of your requests in milliseconds."""


class GetUsageLatencyMetricsMs(TypedDict):
    """Latency of your requests in milliseconds."""

    available: bool
    """Whether any request of the window was measured."""
    overall: GetUsageLatencyMetricsMsOverall
    """Latency over all endpoints together."""
    endpoint_breakdown: List[GetUsageLatencyMetricsMsEndpointBreakdown]
    """Figures of each endpoint, most requested first."""


class GetUsageLatencyMetricsMsEndpointBreakdown(TypedDict):
    method: str
    """HTTP method of the endpoint's requests."""
    path: str
    """Path template of the endpoint, with parameters in braces."""
    samples: int
    """Number of measurements."""
    p50_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p95_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p99_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""


class GetUsageLatencyMetricsMsOverall(TypedDict):
    """Latency over all endpoints together."""

    samples: int
    """Number of measurements."""
    p50_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p95_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""
    p99_ms: Union[Number, None]
    """Milliseconds, at most 9 % above the true value; null without samples."""


class GetUsageRequestMetrics(TypedDict):
    """Numbers of requests in the window, in all and by endpoint."""

    total_requests: int
    """Number of correctly signed requests in the window."""
    success_requests: int
    """Number of requests answered with a status below 400."""
    error_requests: int
    """Number of requests answered with a status of 400 and above, including rate-limited ones."""
    rate_limited_requests: int
    """Requests refused with 429."""
    endpoint_breakdown: List[GetUsageRequestMetricsEndpointBreakdown]
    """Figures of each endpoint, most requested first."""


class GetUsageRequestMetricsEndpointBreakdown(TypedDict):
    method: str
    """HTTP method of the endpoint's requests."""
    path: str
    """Path template of the endpoint, with parameters in braces."""
    requests: int
    """Number of requests."""
    errors: int
    """Number of failed requests."""
    error_rate_pct: Number
    """Share of failed requests in per cent, with two decimals."""


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
    """The user as stored now."""
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
    """The same balance in hundredths of a salute, as in the leaf."""
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
    """Hash of the neighbour, as lower-case hex."""
    sum: str
    """Sum of the balances below the neighbour, in hundredths."""


class GetWalletInfoAnswer(TypedDict):
    success: Literal[True]
    wallet: str
    """The wallet's address, as asked for."""
    native_balance: Number
    """The wallet's balance in SOL."""
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
    """The wallet's address, as asked for."""
    linked: bool
    """Whether the wallet is linked to one of your users."""
    wallet_states: GetWalletVerificationWalletStates
    """What is known of the wallet, one flag per state."""
    verification: GetWalletVerificationVerification
    """Time and age of the last proof of ownership."""
    owner: Union[GetWalletVerificationOwner, None]
    """The user of yours to whom the wallet is linked; null if there is none."""
    state_model: List[str]
    """Names of the members of wallet_states, in their order."""
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
    """Whether the user keeps the wallet private."""


class GetWalletVerificationVerification(TypedDict):
    """Time and age of the last proof of ownership."""

    verified: bool
    """Whether ownership was proved at least once."""
    verified_at_utc: Union[str, None]
    """Time of the last proof of ownership; null before the first."""
    verification_age_days: Union[int, None]
    """Days since the last proof of ownership; null before the first."""
    freshness: Literal["fresh", "aging", "stale", "never"]
    """Age of the last proof. fresh: recent. aging: due for renewal soon. stale: older than
    reverify_days. never: no proof yet.
    """
    status_text: str
    """The age of the last proof in a sentence, for people."""
    reverify_days: int
    """Days after which a verification is stale."""


class GetWalletVerificationWalletStates(TypedDict):
    """What is known of the wallet, one flag per state."""

    linked: bool
    """Whether the wallet is linked to one of your users."""
    connected_session: bool
    """Whether ownership was proved in the last 24 hours."""
    verified: bool
    """Whether ownership was proved at least once; stale_verification says whether that is too
    long ago.
    """
    stale_verification: bool
    """Whether the last proof of ownership is more than reverify_days old."""
    hidden: bool
    """Whether the user keeps the wallet private."""


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
    """Id of the delivery record; event_id in paths and replays."""
    event_uid: str
    """The event's id: event_id of the delivered body."""
    webhook_id: int
    """Id of the webhook that the event is delivered to."""
    event_type: str
    """Type of the event."""
    status: Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]
    """State of the record. pending: due now. delivering: being sent. delivered: the receiver
    answered 2xx. failed: retried at next_attempt_at. dead_letter: given up. held: the webhook
    is off; sent once it is on again. cancelled: the webhook is deleted, or an operator
    discarded the record; last_error then says why.
    """
    attempts: int
    """Number of attempts over all rounds; probes do not count."""
    is_dead_letter: bool
    """Whether the delivery has become a dead letter."""
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    """Why the last attempt failed, or the reason of a replay; null if there is neither."""
    last_error: Union[str, None]
    """Error of the last attempt; null if there was none."""
    target_url: str
    """Address to which the webhook's deliveries go now."""
    created_at: str
    """Time at which the record was made."""
    updated_at: str
    """Time of the record's last change."""
    last_attempt_at: Union[str, None]
    """Time of the last attempt; null before the first."""
    next_attempt_at: Union[str, None]
    """Time of the next attempt; null if none is due."""
    delivered_at: Union[str, None]
    """Time at which the receiver accepted the delivery; null before."""


class IssueDonationClaimAnswer(TypedDict):
    success: Literal[True]
    status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """State of the claim. issued: waits for the recipient. claimed: the recipient gave a payout
    address and the operators have not paid yet. redeemed: credited, or paid. expired: nobody
    claimed it in time. cancelled: you or an operator cancelled it.
    """
    claim_status: Literal["issued", "claimed", "redeemed", "expired", "cancelled"]
    """The same as status."""
    claim_id: int
    """Id of the claim, as events and operators name it."""
    claim_code: str
    """The code with which the recipient claims. Anyone who has it can claim: keep it secret."""
    claim_url: str
    """Address of the page on which the recipient claims. It holds the code: keep it secret."""
    campaign: str
    """The purpose of the gift, as the recipient reads it."""
    claim_campaign_id: int
    """Id of the campaign, the same for all your claims with this campaign text."""
    amount: str
    """The amount of the gift in its currency, as a decimal text."""
    currency: str
    """SALUTES, or the code of the currency that the operators pay."""
    recipient: IssueDonationClaimRecipient
    """The recipient, as you named it."""
    reference: Union[str, None]
    """Your own reference of the claim; null if none was given."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    email_sent: bool
    """Whether the mail with the code was sent to the recipient."""
    email_status: Union[Literal["queued", "sent", "failed", "dropped", "not_configured"], None]
    """State of the mail with the code. queued: waits to be sent. sent, failed: the outcome.
    dropped: the claim was claimed or ended first. not_configured: the service sends no mail.
    Null if no address was given.
    """
    partner_key_id: str
    """Id of the key that issued the claim."""
    wallet_address: Union[str, None]
    """The payout address that the recipient gave; null before, and for SALUTES."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the claim; null before, and for SALUTES."""
    ledger_entry_id: Union[int, None]
    """Id of the ledger entry that credited the claim; null before, and for currencies other than
    SALUTES.
    """
    cancel_reason: Union[str, None]
    """Why the claim was cancelled; null if it was not."""
    expires_at: str
    """The time at which the claim expires if nobody claims it."""
    created_at: str
    """Time at which the claim was issued."""
    claimed_at: Union[str, None]
    """Time at which the recipient claimed; null before."""
    resolved_at: Union[str, None]
    """Time at which the claim was redeemed, expired or cancelled; null before."""


class IssueDonationClaimInputRecipient(TypedDict, total=False):
    """The recipient of the gift: at least one of the three members; SALUTES need a user_id."""

    user_id: Union[str, int]
    """The service's id (42 or '42'), or ext: and your external_id."""
    email: str
    """The recipient's e-mail address for the code, if the service sends mail."""
    name: str
    """For your own records; nobody else sees it."""


class IssueDonationClaimRecipient(TypedDict):
    """The recipient, as you named it."""

    user_id: Union[str, None]
    """The service's id of the user; null if there is none."""
    email: Union[str, None]
    """The recipient's e-mail address; null if none was given."""
    name: Union[str, None]
    """The recipient's name, for your own records; null if none was given."""


class IssueWalletChallengeAnswer(TypedDict):
    success: Literal[True]
    challenge_id: str
    """Id of the challenge, to be sent with the proof."""
    text: str
    """The text that the wallet must sign unchanged (Sign-In-With-Solana)."""
    expires_at: str
    """Time after which the challenge is refused."""


class _LedgerBatchItem(TypedDict):
    operation: Literal["credit", "debit"]
    """Whether salutes are added or taken."""
    user_id: Union[str, int]
    """The service's id (42 or '42'), or ext: and your external_id."""
    amount: Number
    """A positive number with at most 2 decimals and 17 digits, at most 1000000000000."""
    reason: str
    """Your purpose of the entry, such as quest or shop; lists can be filtered by it. 1 to 64
    characters of A-Z a-z 0-9 . _ : -.
    """


class LedgerBatchItem(_LedgerBatchItem, total=False):
    """A credit or debit of one user. An object."""

    source: str
    """Your origin of the entry, such as a campaign; lists can be filtered by it. api by default.
    1 to 64 characters of A-Z a-z 0-9 . _ : -.
    """
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
    """Outcome of the item. applied: by this request. refused: nothing happened; error says why.
    replayed: an earlier request with the item's key applied it.
    """
    error: Union[str, None]
    """Code of the refusal, as a call of its own would get it; batch_refused for an item that
    only others kept from being applied. Null unless the item was refused.
    """
    message: Union[str, None]
    """What to do about the refusal, in one sentence; null unless the item was refused."""
    user_id: Union[str, None]
    """The service's id of the user; of a refused item the user_id as sent."""
    delta: Union[Number, None]
    """Change of the balance in salutes, negative for a debit; null for a refused item."""
    balance: Union[Number, None]
    """The user's balance after the item, in salutes. Of a refused item: the present balance with
    insufficient_balance, otherwise null.
    """
    ledger_entry_id: Union[int, None]
    """Id of the item's ledger entry; null for a refused item."""


class LedgerEntry(TypedDict):
    id: int
    """Id of the ledger entry; later entries have higher ids."""
    user_id: str
    """The service's id of the user."""
    delta: Number
    """Change of the balance in salutes; negative for a debit."""
    balance_after: Number
    """The user's balance after the entry, in salutes."""
    reason: str
    """Purpose of the entry: your reason, or the service's own for its entries, such as
    conversion.
    """
    source: str
    """Origin of the entry: your source, api if you gave none, or the service's own for its
    entries.
    """
    idempotency_key: str
    """Idempotency-Key of the request that made the entry."""
    partner_key_id: Union[str, None]
    """Id of the key that made the entry; null for the service's own entries."""
    created_at: str
    """Time at which the entry was made."""
    reversed_by: Union[int, None]
    """Id of the entry that reverses this one; null if none does."""
    reverses: Union[int, None]
    """Id of the entry that this one reverses; null if it reverses none."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""


class LinkWalletAnswer(TypedDict):
    success: Literal[True]
    wallet: Wallet
    """The linked wallet as stored now."""
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
    """Id of the delivery record, as webhook-events lists it."""
    event_uid: str
    """The event's id at the receiver: event_id of the delivered body."""
    webhook_id: int
    """Id of the webhook that did not get the event."""
    event_type: str
    """Type of the event."""
    target_url: str
    """Address to which the webhook's deliveries go now."""
    attempts: int
    """Number of attempts so far."""
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    """Reason of the failure as a code; null if there is none."""
    last_error: Union[str, None]
    """Error of the last attempt; null if there was none."""
    created_at: str
    """Time at which the delivery record was made."""
    updated_at: str
    """Time of the last change of the delivery record."""


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
    """Error codes, sorted by status, then by code."""


class ListErrorsEntry(TypedDict):
    error_code: str
    """The value of `error` in answers."""
    title: str
    """Title of the error in one line."""
    category: str
    """Group of the error, such as auth or state."""
    http_status: int
    """HTTP status of answers with this code."""
    retry_class: Literal["retry_after", "retryable", "safe_no_op", "fail_fast"]
    """How a client should retry; retry_behavior says it in words."""
    retry_behavior: str
    """What a client should do."""
    retry_after_seconds: int
    """Seconds to wait if the answer has no Retry-After; 0 if waiting does not help."""
    available_in_modes: List[Literal["live", "sandbox"]]
    """Key modes in which the code can occur."""
    endpoint_groups: List[str]
    """Groups of operations that can answer with it: tags of the OpenAPI document."""
    recovery_links: Dict[str, str]
    """Relative addresses, by name."""


class ListEventsAnswer(TypedDict):
    success: Literal[True]
    events: List[ListEventsEvent]
    """Events, oldest first."""
    count: int
    """Number of events on this page."""
    query: ListEventsQuery
    """The parameters in effect, with their defaults."""
    pagination: ListEventsPagination
    """Parameters of the next page."""


class ListEventsEvent(TypedDict):
    event_id: str
    """The event's id: evt_ and 26 characters, as in deliveries."""
    sequence: int
    """Its number among your events: each is one above the one before."""
    event_type: str
    """Type of the event, as the catalogue names it."""
    occurred_at: str
    """Time at which the change was made."""
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""
    data: Dict[str, object]
    """The event's data, as in the delivered body."""


class ListEventsPagination(TypedDict):
    """Parameters of the next page."""

    has_more: bool
    """Whether there are more rows."""
    next_offset: Union[int, None]
    """Send it as offset for the next page; null on the last, and when paging by cursor."""
    next_cursor: Union[str, None]
    """The same as next_after, as text; null on the last page."""
    next_after: int
    """Send it as after in the next request; present on the last page too."""


class ListEventsQuery(TypedDict):
    """The parameters in effect, with their defaults."""

    after: Union[int, None]
    """The after or cursor of the request; null without one."""
    types: Union[str, None]
    """The types of the request; null without them."""
    limit: int
    """Largest number of events on this page."""


class ListLedgerAnswer(TypedDict):
    success: Literal[True]
    user_id: Union[str, None]
    """The service's id of the user; null if entries of all your users are listed."""
    balance: Union[Number, None]
    """The user's present balance in salutes; null if entries of all your users are listed."""
    ledger: List[LedgerEntry]
    """Ledger entries in the requested order, newest first by default."""
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
    """Users, ordered by the service's id."""
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
    """The user's wallets, newest first."""
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
    """State of the record, as in webhook-events."""
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
    """Number of the attempt, from 1, over all rounds. A probe has the number of the next
    attempt.
    """
    attempted_at: str
    """Time of the attempt."""
    http_status: Union[int, None]
    """HTTP status of the receiver's answer; null without an answer."""
    duration_ms: int
    """Duration in milliseconds."""
    response_excerpt: Union[str, None]
    """The first 4 KiB of the answer's body, at most; null without an answer."""
    error: Union[str, None]
    """What went wrong, in words; null if nothing did."""
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    """Reason of the failure as a code; null if there is none."""
    next_attempt_at: Union[str, None]
    """Time of the next attempt; null if none is due."""
    probe: bool
    """Sent to test whether a failing receiver is back: does not count and does not change the
    schedule.
    """
    simulated: bool
    """Whether the sandbox recorded the attempt without sending anything."""


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
    """Id of the delivery record; event_id in paths and replays."""
    event_uid: str
    """The event's id: event_id of the delivered body."""
    webhook_id: int
    """Id of the webhook that the event is delivered to."""
    event_type: str
    """Type of the event."""
    status: Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]
    """State of the record. pending: due now. delivering: being sent. delivered: the receiver
    answered 2xx. failed: retried at next_attempt_at. dead_letter: given up. held: the webhook
    is off; sent once it is on again. cancelled: the webhook is deleted, or an operator
    discarded the record; last_error then says why.
    """
    attempts: int
    """Number of attempts over all rounds; probes do not count."""
    is_dead_letter: bool
    """Whether the delivery has become a dead letter."""
    reason_tag: Union[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"], None]
    """Why the last attempt failed, or the reason of a replay; null if there is neither."""
    last_error: Union[str, None]
    """Error of the last attempt; null if there was none."""
    target_url: str
    """Address to which the webhook's deliveries go now."""
    created_at: str
    """Time at which the record was made."""
    updated_at: str
    """Time of the record's last change."""
    last_attempt_at: Union[str, None]
    """Time of the last attempt; null before the first."""
    next_attempt_at: Union[str, None]
    """Time of the next attempt; null if none is due."""
    delivered_at: Union[str, None]
    """Time at which the receiver accepted the delivery; null before."""


ListWebhookEventsQuery = TypedDict(
    "ListWebhookEventsQuery",
    {
        "status": "Union[str, None]",
        "reason_tag": "Union[str, None]",
        "from": "Union[str, None]",
        "to": "Union[str, None]",
        "webhook_id": "Union[int, None]",
        "event_id": "Union[str, None]",
        "event_type": "Union[str, List[str], None]",
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
    """Always sandbox: answers have no live effect."""
    fixture_profile: Literal["standard-v1"]
    """Name of the initial state that has this fixture."""
    source: Literal["fixture"]
    """Fixed, whatever the sandbox file holds."""


class ListWebhookScenariosScenario(TypedDict):
    id: str
    """Id of the scenario, which a run takes as scenario_id."""
    title: str
    """Title of the scenario in one line."""
    event_type: str
    """Type of the event that the scenario delivers."""


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
    """Id of the webhook; paths and filters take it as webhook_id."""
    event_type: str
    """The first name of event_types."""
    event_types: List[str]
    """The subscribed names: types of the catalogue, prefix.* or *."""
    target_url: str
    """Address of the receiver."""
    description: Union[str, None]
    """Your own note about this webhook; null if there is none."""
    headers: Dict[str, str]
    """Your own headers of each delivery, by name; values are masked."""
    max_per_second: Union[int, None]
    """Largest number of attempts that may start in any one second; null for no limit."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    off_reason: Union[Literal["partner", "gone"], None]
    """Why the webhook is off. partner: you switched it off. gone: its receiver answered 410.
    Null while it is on.
    """
    reason: Union[str, None]
    """Your own words for switching it off; null if you gave none, and while it is on."""
    consecutive_failures: int
    """Failed attempts since the last success."""
    created_at: str
    """Time at which the webhook was created."""
    updated_at: str
    """Time of the webhook's last change."""
    is_active: int
    """1 if it is on, 0 if off: lists show the stored number, answers about one webhook true or
    false.
    """


class LookUpUsersAnswer(TypedDict):
    success: Literal[True]
    users: List[User]
    """Users, ordered by the service's id."""
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
    """Name of the check, the same in every report."""
    title: str
    """Title of the check in one line."""
    passed: bool
    """Whether the key has passed the check."""
    evidence: Union[PromotionCheckEvidence, None]
    """What passed the check; null if nothing was seen in the last 30 days."""
    how_to_pass: str
    """What to do to pass the check."""


class PromotionCheckEvidence(TypedDict):
    """What passed the check; null if nothing was seen in the last 30 days."""

    summary: str
    """What was seen, in a sentence."""
    seen_at: Union[str, None]
    """Time at which it was last seen, by the real clock; null for the error rate."""
    request_id: Union[str, None]
    """Id of the request in the server's log; null if it is unknown."""
    method: Union[str, None]
    """HTTP method of the last such request; null for the error rate."""
    path: Union[str, None]
    """Path template of the last such request; null for the error rate."""
    count: int
    """How often it was seen; for the error rate, the number of requests."""


class RecoverWebhookAnswer(TypedDict):
    success: Literal[True]
    webhook_id: int
    """Id of the webhook that gets the events."""
    queued: int
    """Deliveries that this request queued, 5,000 at most."""
    since: str
    """Time from which all events were examined: as given, or 30 days ago if that is later, as
    older events are deleted. Older dead letters that are still kept are sent, too.
    """
    until: str
    """End of the examined time, not included."""
    has_more: bool
    """Whether events remain to be examined: call again with since = next_since."""
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
    """Cause of a failure, or of a replay. http_error: an answer other than 2xx. timeout,
    dns_error, connection_error, tls_error: no answer. blocked_target: the address is not
    allowed. gone: the receiver answered 410. expired: waited too long. receiver_fix,
    operator_replay: sent again on request. other: anything else.
    """
    note: Union[str, None]
    """Your note, as given; null if none was given."""
    results: List[ReplayWebhookEventsResult]
    """One row for each requested item."""
    has_more: bool
    """Whether the filter selects, or may select, further records; false for event_ids."""
    next_after: Union[int, None]
    """The filter's after of the next request; null if there are no further records."""


ReplayWebhookEventsInputFilter = TypedDict(
    "ReplayWebhookEventsInputFilter",
    {
        "status": "Literal[\"dead_letter\", \"failed\", \"delivered\"]",
        "webhook_id": "Union[str, int]",
        "event_type": "Literal[\"salutes.credit\", \"salutes.debit\", \"salutes.converted\", \"salutes.conversion_settled\", \"salutes.conversion_failed\", \"donation.claim\", \"donation.claimed\", \"donation.claim_redeemed\", \"donation.claim_expired\", \"donation.claim_cancelled\", \"users.created\", \"users.updated\", \"users.deleted\", \"wallets.linked\", \"wallets.updated\", \"wallets.unlinked\", \"webhook.test\", \"webhook.delivery_failed\", \"api.deprecation\"]",
        "reason_tag": "Literal[\"http_error\", \"timeout\", \"dns_error\", \"connection_error\", \"tls_error\", \"blocked_target\", \"gone\", \"expired\", \"receiver_fix\", \"operator_replay\", \"other\"]",
        "from": "str",
        "to": "str",
        "after": "int",
    },
    total=False,
)


class ReplayWebhookEventsResult(TypedDict):
    event_id: Union[int, None]
    """Id of the delivery record; null for an unknown evt_…."""
    event_uid: Union[str, None]
    """Id of the event; null for an unknown id."""
    replayed: bool
    """Whether a new round of attempts begins."""
    error: Union[Literal["not_found", "in_progress", "webhook_deleted", "discarded"], None]
    """Why it was not sent again. not_found: no such record of yours. in_progress: it is being
    sent or held. webhook_deleted: its webhook is deleted. discarded: an operator cancelled
    it. Null if it was replayed.
    """
    status: Union[Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"], None]
    """Its state now; held: it is sent once its webhook is on. Null for an unknown id."""
    reason_tag: Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"]
    """The reason of the replay, as requested; receiver_fix by default."""


class ResetSandboxAnswer(TypedDict):
    success: Literal[True]
    sandbox: Union[str, None]
    """Name of the sandbox that was reset; null for your own."""
    state: Literal["standard-v1", "empty", "ten-thousand"]
    """The state of the sandbox after the reset."""
    practice_time_utc: str
    """The sandbox clock after the reset."""
    mode: Literal["sandbox"]
    """Always sandbox: answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """Initial state of the sandbox, with the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""
    live_side_effects_performed: Literal[False]
    """Always false: nothing live was touched, and nothing was sent."""


class RotateWebhookSecretAnswer(TypedDict):
    success: Literal[True]
    webhook: RotateWebhookSecretWebhook
    """The webhook as stored now, with its secret."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class RotateWebhookSecretWebhook(TypedDict):
    """The webhook as stored now, with its secret."""

    id: int
    """Id of the webhook; paths and filters take it as webhook_id."""
    event_type: str
    """The first name of event_types."""
    event_types: List[str]
    """The subscribed names: types of the catalogue, prefix.* or *."""
    target_url: str
    """Address of the receiver."""
    description: Union[str, None]
    """Your own note about this webhook; null if there is none."""
    headers: Dict[str, str]
    """Your own headers of each delivery, by name; values are masked."""
    max_per_second: Union[int, None]
    """Largest number of attempts that may start in any one second; null for no limit."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    off_reason: Union[Literal["partner", "gone"], None]
    """Why the webhook is off. partner: you switched it off. gone: its receiver answered 410.
    Null while it is on.
    """
    reason: Union[str, None]
    """Your own words for switching it off; null if you gave none, and while it is on."""
    consecutive_failures: int
    """Failed attempts since the last success."""
    created_at: str
    """Time at which the webhook was created."""
    updated_at: str
    """Time of the webhook's last change."""
    is_active: bool
    """Whether it is on: true or false about one webhook; lists show the stored 1 or 0."""
    secret: str
    """The secret that signs deliveries, shown only this once."""
    previous_secret_expires_at: Union[str, None]
    """Time until which webhook-signature also carries the previous secret's signature; null if
    there is no previous secret.
    """


class RunWebhookScenarioAnswer(TypedDict):
    success: Literal[True]
    selected_scenario_id: str
    """Id of the scenario that was run."""
    scenario: RunWebhookScenarioScenario
    """The scenario that was run."""
    simulation: Simulation
    """The request that a live delivery would send."""
    fixture_secret: Union[str, None]
    """The public signing secret of the sandbox; null if you gave a secret of your own."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""
    mode: Literal["sandbox"]
    """Always sandbox: answers have no live effect."""
    fixture_profile: Literal["standard-v1"]
    """Name of the initial state that has this fixture."""
    source: Literal["fixture"]
    """Fixed, whatever the sandbox file holds."""
    live_side_effects_performed: Literal[False]
    """Always false: nothing live was touched, and nothing was sent."""


class RunWebhookScenarioScenario(TypedDict):
    """The scenario that was run."""

    id: str
    """Id of the scenario, which a run takes as scenario_id."""
    title: str
    """Title of the scenario in one line."""
    event_type: str
    """Type of the event that the scenario delivers."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class SalutesConversionFailedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    conversion_id: int
    """Id of the conversion."""
    state: Literal["pending_settlement", "settled", "failed"]
    """State of the conversion. pending_settlement: salutes debited, tokens not paid yet.
    settled: paid. failed: cancelled, and the salutes returned.
    """
    amount: Number
    """Salutes converted."""
    token_amount: str
    """Tokens to be paid, net of the fee, as a decimal text."""
    fee: str
    """Fee in tokens, as a decimal text."""
    wallet_address: str
    """Address of the wallet to which the tokens are paid."""
    ledger_entry_id: int
    """Id of the ledger entry that debited the salutes."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the conversion; null before."""
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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class SalutesConversionSettledEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    conversion_id: int
    """Id of the conversion."""
    state: Literal["pending_settlement", "settled", "failed"]
    """State of the conversion. pending_settlement: salutes debited, tokens not paid yet.
    settled: paid. failed: cancelled, and the salutes returned.
    """
    amount: Number
    """Salutes converted."""
    token_amount: str
    """Tokens to be paid, net of the fee, as a decimal text."""
    fee: str
    """Fee in tokens, as a decimal text."""
    wallet_address: str
    """Address of the wallet to which the tokens are paid."""
    ledger_entry_id: int
    """Id of the ledger entry that debited the salutes."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the conversion; null before."""
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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class SalutesConvertedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    conversion_id: int
    """Id of the conversion."""
    state: Literal["pending_settlement", "settled", "failed"]
    """State of the conversion. pending_settlement: salutes debited, tokens not paid yet.
    settled: paid. failed: cancelled, and the salutes returned.
    """
    amount: Number
    """Salutes converted."""
    token_amount: str
    """Tokens to be paid, net of the fee, as a decimal text."""
    fee: str
    """Fee in tokens, as a decimal text."""
    wallet_address: str
    """Address of the wallet to which the tokens are paid."""
    ledger_entry_id: int
    """Id of the ledger entry that debited the salutes."""
    settlement_signature: Union[str, None]
    """Signature of the transaction that paid the conversion; null before."""
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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class _SalutesCreditEventData(TypedDict):
    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    delta: Number
    """Change of the balance in salutes; negative for a debit."""
    balance: Number
    """The user's balance after this entry, in salutes."""
    reason: str
    """Purpose of the entry: your reason, or the service's own for its entries."""
    source: str
    """Origin of the entry: your source, api if you gave none, or the service's own for its
    entries.
    """
    ledger_entry_id: int
    """Id of the ledger entry."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""


class SalutesCreditEventData(_SalutesCreditEventData, total=False):
    """Fields of the event."""

    reverses: int
    """Id of the entry that this one reverses; only present if it reverses one."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class _SalutesDebitEventData(TypedDict):
    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    delta: Number
    """Change of the balance in salutes; negative for a debit."""
    balance: Number
    """The user's balance after this entry, in salutes."""
    reason: str
    """Purpose of the entry: your reason, or the service's own for its entries."""
    source: str
    """Origin of the entry: your source, api if you gave none, or the service's own for its
    entries.
    """
    ledger_entry_id: int
    """Id of the ledger entry."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""


class SalutesDebitEventData(_SalutesDebitEventData, total=False):
    """Fields of the event."""

    reverses: int
    """Id of the entry that this one reverses; only present if it reverses one."""


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
    """Headers of the request by name, including the signatures."""
    body: str
    """The exact text that is signed."""


class TestWebhookAnswer(TypedDict):
    success: Literal[True]
    queued: Literal[True]
    """Always true: a delivery record was made."""
    event_id: int
    """Id of the delivery record that was made."""
    event_uid: str
    """Id of the test event: event_id of the delivered body."""
    event_type: Literal["webhook.test"]
    """Type of the event; always webhook.test."""
    webhook_id: int
    """Id of the webhook that gets the test."""
    status: Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]
    """State of the delivery record: pending, or held until the webhook is on."""


class TriggerSandboxEventAnswer(TypedDict):
    success: Literal[True]
    event: TriggerSandboxEventEvent
    """The event that was made, as the feed lists it."""
    mode: Literal["sandbox"]
    """Always sandbox: answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """Initial state of the sandbox, with the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""
    live_side_effects_performed: Literal[False]
    """Always false: nothing live was touched, and nothing was sent."""


class TriggerSandboxEventEvent(TypedDict):
    """The event that was made, as the feed lists it."""

    event_id: str
    """The event's id: evt_ and 26 characters, as in deliveries."""
    sequence: int
    """Its number among your events: each is one above the one before."""
    event_type: str
    """Type of the event, as the catalogue names it."""
    occurred_at: str
    """Time at which the change was made."""
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""
    data: Dict[str, object]
    """The event's data, as in the delivered body."""


class UnlinkWalletAnswer(TypedDict):
    success: Literal[True]
    deleted: bool
    """Always true: the wallet was unlinked."""
    wallet_address: str
    """Address of the unlinked wallet."""
    wallets: List[Wallet]
    """The remaining wallets, oldest first."""


class UpdateUserAnswer(TypedDict):
    success: Literal[True]
    user: User
    """The user as stored now."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class UpdateWebhookAnswer(TypedDict):
    success: Literal[True]
    webhook: UpdateWebhookWebhook
    """The webhook as stored now."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""


class UpdateWebhookWebhook(TypedDict):
    """The webhook as stored now."""

    id: int
    """Id of the webhook; paths and filters take it as webhook_id."""
    event_type: str
    """The first name of event_types."""
    event_types: List[str]
    """The subscribed names: types of the catalogue, prefix.* or *."""
    target_url: str
    """Address of the receiver."""
    description: Union[str, None]
    """Your own note about this webhook; null if there is none."""
    headers: Dict[str, str]
    """Your own headers of each delivery, by name; values are masked."""
    max_per_second: Union[int, None]
    """Largest number of attempts that may start in any one second; null for no limit."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    off_reason: Union[Literal["partner", "gone"], None]
    """Why the webhook is off. partner: you switched it off. gone: its receiver answered 410.
    Null while it is on.
    """
    reason: Union[str, None]
    """Your own words for switching it off; null if you gave none, and while it is on."""
    consecutive_failures: int
    """Failed attempts since the last success."""
    created_at: str
    """Time at which the webhook was created."""
    updated_at: str
    """Time of the webhook's last change."""
    is_active: bool
    """Whether it is on: true or false about one webhook; lists show the stored 1 or 0."""


class _User(TypedDict):
    id: int
    """The service's id of the user; other operations take it as user_id."""
    external_id: str
    """Your own id of the user, unique among your users."""
    username: Union[str, None]
    """The user's name in your application, such as a login; null if none is set."""
    display_name: Union[str, None]
    """Name shown to people; null if none is set."""
    email: Union[str, None]
    """The user's e-mail address; null if none is set."""
    status: Literal["active", "suspended"]
    """active, or suspended: nothing can be debited, converted or claimed, while credits and
    reads go on.
    """
    is_verified: bool
    """Whether ownership of the user's primary wallet was proved."""
    wallet_address: Union[str, None]
    """Address of the user's primary wallet; null if no wallet is linked."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    created_at: str
    """Time at which the user was created."""
    updated_at: str
    """Time at which the user was last changed."""


class User(_User, total=False):
    wallets: List[Wallet]
    """The user's wallets, oldest first; only present with include_wallets."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class UsersCreatedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    username: Union[str, None]
    """The user's name in your application; null if none is set."""
    display_name: Union[str, None]
    """Name shown to people; null if none is set."""
    status: Literal["active", "suspended"]
    """active, or suspended: nothing can be debited, converted or claimed."""
    is_verified: bool
    """Whether the user's primary wallet is verified."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class UsersDeletedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id of the user."""
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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class UsersUpdatedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    username: Union[str, None]
    """The user's name in your application; null if none is set."""
    display_name: Union[str, None]
    """Name shown to people; null if none is set."""
    status: Literal["active", "suspended"]
    """active, or suspended: nothing can be debited, converted or claimed."""
    is_verified: bool
    """Whether the user's primary wallet is verified."""
    metadata: Union[Dict[str, str], None]
    """Your own notes, as given; null if none are set."""
    changed_fields: List[str]
    """Names of the changed fields."""


class VerifySandboxKeyAnswer(TypedDict):
    success: Literal[True]
    verified: Literal[True]
    """Always true: key, signature and clock are right."""
    partner: str
    """Name of the partner."""
    key_id: str
    """Id of the calling key."""
    key_mode: Literal["sandbox"]
    """Always sandbox: the mode of the calling key."""
    scopes: List[str]
    """Scopes of the key: what it may do."""
    sandbox: Union[str, None]
    """Name of the sandbox that X-Sandbox asks for; null for your own."""
    practice_time_utc: str
    """The sandbox clock: it advances one second with each mutation."""
    docs_links: Dict[str, str]
    """Relative addresses, by name."""
    links: Dict[str, str]
    """Relative addresses, by name."""
    mode: Literal["sandbox"]
    """Always sandbox: answers have no live effect."""
    fixture_profile: Literal["standard-v1", "empty", "ten-thousand"]
    """Initial state of the sandbox, with the same users, ids and times for everybody."""
    source: Literal["practice_state"]
    """Your sandbox file, which starts with the fixture profile."""


class VerifyWebhookSignatureAnswer(TypedDict):
    success: Literal[True]
    valid: bool
    """Whether the given signature is the right one."""
    provided_signature: str
    """The signature, as given in the request."""
    expected_signature: str
    """The right signature for this payload, timestamp and secret."""
    timestamp: int
    """The signed timestamp, in Unix seconds."""
    canonical_body: str
    """The signed text: the timestamp, a full stop, the payload."""
    validator_example: str
    """The same check as code, as an example."""


class Wallet(TypedDict):
    blockchain: str
    """Blockchain of the address; always solana."""
    wallet_address: str
    """The wallet's address, in base58."""
    label: Union[str, None]
    """Your label for the wallet; null if none is set."""
    is_primary: int
    """1 for the user's primary wallet, otherwise 0."""
    is_hidden: int
    """1 if the user keeps the wallet private, otherwise 0."""
    verified: int
    """1 if ownership of the wallet was ever proved, otherwise 0."""
    verified_at: Union[str, None]
    """Time of the last proof of ownership; null before the first."""
    proof_format: Union[Literal["raw", "offchain_v1", "offchain_v0", "offchain_legacy"], None]
    """Form of the signed text in the last proof: raw for the text itself, the others for
    Solana's off-chain envelopes. Null before the first proof.
    """
    created_at: str
    """Time at which the wallet was linked to the user."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class WalletsLinkedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    wallet: WalletsLinkedEventDataWallet
    """The wallet as linked now."""


class WalletsLinkedEventDataWallet(TypedDict):
    """The wallet as linked now."""

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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class WalletsUnlinkedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    wallet: WalletsUnlinkedEventDataWallet
    """The wallet as linked now."""


class WalletsUnlinkedEventDataWallet(TypedDict):
    """The wallet as linked now."""

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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class WalletsUpdatedEventData(TypedDict):
    """Fields of the event."""

    user_id: str
    """The service's id of the user."""
    external_id: Union[str, None]
    """Your own id of the user; null if none is set."""
    wallet: WalletsUpdatedEventDataWallet
    """The wallet as linked now."""


class WalletsUpdatedEventDataWallet(TypedDict):
    """The wallet as linked now."""

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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class WebhookDeliveryFailedEventData(TypedDict):
    """Fields of the event."""

    event_id: int
    """Id of the delivery record, as the API lists and replays it."""
    event_uid: str
    """Id of the undelivered event: event_id of its body."""
    event_type: str
    """The type of the undelivered event."""
    webhook_id: int
    """Id of the webhook that did not get the event."""
    target_url: str
    """Address of the receiver."""
    attempts: int
    """Number of attempts so far."""
    reason_tag: Union[str, None]
    """Cause of the last failure as a code, as in webhook-events; null if there is none."""
    last_error: Union[str, None]
    """Error of the last attempt; null if there was none."""
    created_at: str
    """Time at which the undelivered event's record was made."""


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
    """Time at which the change was made."""
    sequence: int
    """Its number among your events, without gaps: GET /api/partner/events lists them in this
    order.
    """
    idempotency_key: Union[str, None]
    """Idempotency-Key of the request that caused the event; null if no request did."""


class WebhookTestEventData(TypedDict):
    """Fields of the event."""

    webhook_id: int
    """Id of the webhook under test."""
    message: str
    """A sentence that says this is a test."""


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
