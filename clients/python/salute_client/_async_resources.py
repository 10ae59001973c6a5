"""Written by `bun run clients` from the OpenAPI document; change the generator, not this file."""

from __future__ import annotations

from typing import AsyncIterator, Dict, List, Literal, Optional, Union, cast

from ._async_caller import AsyncCaller
from ._exchange import UNSET, Route, Unset, given
from ._json import NumberInput
from ._models import (
    AdvanceSandboxClockAnswer,
    BatchSalutesAnswer,
    CancelDonationClaimAnswer,
    ConvertSalutesAnswer,
    CreatePortalLinkAnswer,
    CreateUserAnswer,
    CreateWebhookAnswer,
    CreditSalutesAnswer,
    DebitSalutesAnswer,
    DeleteUserAnswer,
    DeleteWebhookAnswer,
    DescribeWebhookSimulatorAnswer,
    DonationClaim,
    GetCapabilitiesAnswer,
    GetConversionPolicyAnswer,
    GetDonationClaimAnswer,
    GetPartnerStatusAnswer,
    GetPromotionReportAnswer,
    GetSalutesBalanceAnswer,
    GetTokenStatusAnswer,
    GetUsageAnswer,
    GetUserAnswer,
    GetUserInclusionAnswer,
    GetWalletInfoAnswer,
    GetWalletVerificationAnswer,
    GetWebhookEventAnswer,
    IssueDonationClaimAnswer,
    IssueDonationClaimInputRecipient,
    IssueWalletChallengeAnswer,
    LedgerBatchItem,
    LedgerEntry,
    LinkWalletAnswer,
    LinkWalletInputProof,
    ListDeadLettersAnswer,
    ListDonationClaimsAnswer,
    ListErrorsAnswer,
    ListEventsAnswer,
    ListEventsEvent,
    ListLedgerAnswer,
    ListUsersAnswer,
    ListWalletsAnswer,
    ListWebhookAttemptsAnswer,
    ListWebhookAttemptsAttempt,
    ListWebhookEventsAnswer,
    ListWebhookEventsEvent,
    ListWebhookScenariosAnswer,
    ListWebhooksAnswer,
    ListWebhooksWebhook,
    LookUpUsersAnswer,
    RecoverWebhookAnswer,
    ReplayWebhookEventsAnswer,
    ReplayWebhookEventsInputFilter,
    ResetSandboxAnswer,
    RotateWebhookSecretAnswer,
    RunWebhookScenarioAnswer,
    TestWebhookAnswer,
    TriggerSandboxEventAnswer,
    UnlinkWalletAnswer,
    UpdateUserAnswer,
    UpdateWebhookAnswer,
    User,
    VerifySandboxKeyAnswer,
    VerifyWebhookSignatureAnswer,
    Wallet,
)


class AccountResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def usage(
        self,
        *,
        hours: Optional[int] = None,
    ) -> GetUsageAnswer:
        """Read your requests and their latency.

        hours: Length of the window in hours.
        """
        route = Route(
            verb="GET",
            live="/api/partner/analytics/usage",
            sandbox="/api/partner/sandbox/analytics/usage",
            query=("hours",),
        )
        return cast(GetUsageAnswer, await self._caller.json(route, {"hours": given(hours)}))

    async def capabilities(self) -> GetCapabilitiesAnswer:
        """Read the capabilities of your key."""
        route = Route(
            verb="GET",
            live="/api/partner/capabilities",
        )
        return cast(GetCapabilitiesAnswer, await self._caller.json(route, {}))

    async def status(self) -> GetPartnerStatusAnswer:
        """Read the service's status for your keys."""
        route = Route(
            verb="GET",
            live="/api/partner/status",
            sandbox="/api/partner/sandbox/status",
        )
        return cast(GetPartnerStatusAnswer, await self._caller.json(route, {}))

    async def errors(self) -> ListErrorsAnswer:
        """List the error codes, with how to handle each."""
        route = Route(
            verb="GET",
            live="/api/partner/errors.json",
        )
        return cast(ListErrorsAnswer, await self._caller.json(route, {}))


class WebhooksResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def list(
        self,
        *,
        event_type: Optional[List[Literal["salutes.credit", "salutes.debit", "salutes.converted", "salutes.conversion_settled", "salutes.conversion_failed", "donation.claim", "donation.claimed", "donation.claim_redeemed", "donation.claim_expired", "donation.claim_cancelled", "users.created", "users.updated", "users.deleted", "wallets.linked", "wallets.updated", "wallets.unlinked", "webhook.test", "webhook.delivery_failed", "api.deprecation", "salutes.*", "donation.*", "users.*", "wallets.*", "webhook.*", "api.*", "*"]]] = None,
        is_active: Optional[bool] = None,
        metadata: Optional[Dict[str, str]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListWebhooksAnswer:
        """List your webhooks.

        event_type: Only webhooks whose event_types hold one of these names.
        is_active: Only webhooks that are on (true) or off (false).
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/webhooks",
            sandbox="/api/partner/sandbox/webhooks",
            query=("event_type", "is_active", "metadata", "limit", "offset", "cursor",),
        )
        return cast(ListWebhooksAnswer, await self._caller.json(route, {"event_type": given(event_type), "is_active": given(is_active), "metadata": given(metadata), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)}))

    def each(
        self,
        *,
        event_type: Optional[List[Literal["salutes.credit", "salutes.debit", "salutes.converted", "salutes.conversion_settled", "salutes.conversion_failed", "donation.claim", "donation.claimed", "donation.claim_redeemed", "donation.claim_expired", "donation.claim_cancelled", "users.created", "users.updated", "users.deleted", "wallets.linked", "wallets.updated", "wallets.unlinked", "webhook.test", "webhook.delivery_failed", "api.deprecation", "salutes.*", "donation.*", "users.*", "wallets.*", "webhook.*", "api.*", "*"]]] = None,
        is_active: Optional[bool] = None,
        metadata: Optional[Dict[str, str]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncIterator[ListWebhooksWebhook]:
        """List your webhooks: iterates over the rows of all pages.

        event_type: Only webhooks whose event_types hold one of these names.
        is_active: Only webhooks that are on (true) or off (false).
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/webhooks",
            sandbox="/api/partner/sandbox/webhooks",
            query=("event_type", "is_active", "metadata", "limit", "offset", "cursor",),
        )
        rows = self._caller.each(route, "webhooks", {"event_type": given(event_type), "is_active": given(is_active), "metadata": given(metadata), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)})
        return cast(AsyncIterator[ListWebhooksWebhook], rows)

    async def create(
        self,
        *,
        target_url: str,
        event_type: Optional[Literal["salutes.credit", "salutes.debit", "salutes.converted", "salutes.conversion_settled", "salutes.conversion_failed", "donation.claim", "donation.claimed", "donation.claim_redeemed", "donation.claim_expired", "donation.claim_cancelled", "users.created", "users.updated", "users.deleted", "wallets.linked", "wallets.updated", "wallets.unlinked", "webhook.test", "webhook.delivery_failed", "api.deprecation", "salutes.*", "donation.*", "users.*", "wallets.*", "webhook.*", "api.*", "*"]] = None,
        event_types: Optional[List[Literal["salutes.credit", "salutes.debit", "salutes.converted", "salutes.conversion_settled", "salutes.conversion_failed", "donation.claim", "donation.claimed", "donation.claim_redeemed", "donation.claim_expired", "donation.claim_cancelled", "users.created", "users.updated", "users.deleted", "wallets.linked", "wallets.updated", "wallets.unlinked", "webhook.test", "webhook.delivery_failed", "api.deprecation", "salutes.*", "donation.*", "users.*", "wallets.*", "webhook.*", "api.*", "*"]]] = None,
        description: Union[Union[str, None], Unset] = UNSET,
        headers: Union[Union[Dict[str, str], None], Unset] = UNSET,
        metadata: Union[Union[Dict[str, str], None], Unset] = UNSET,
        max_per_second: Union[Union[int, None], Unset] = UNSET,
        secret: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> CreateWebhookAnswer:
        """Create a webhook.

        target_url: An absolute https address without user name and password. If this
            installation allows it, also http and addresses outside the public internet.
        event_type: A type of the catalogue (see Webhooks), prefix.* for all types of a prefix,
            or * for all.
        event_types: 1 to 50 names, each a type of the catalogue, prefix.* or *; event_type
            gives only one.
        description: Your own note about this webhook; null removes it.
        headers: Your own headers of each delivery, such as an access token; none that salute
            sets or that belongs to the connection. Values are stored encrypted and never shown
            again. A change replaces all of them; a value of *** keeps the stored one, unless
            scheme, host or port of the target change. An object of at most 10 headers.
        metadata: Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a
            letter, at most 40) and texts of at most 200 characters. It replaces the former object
            as a whole.
        max_per_second: Largest number of attempts that may start in any one second; null for no
            limit.
        secret: whsec_ and 24 to 64 bytes as padded standard base64; generated unless given.
        """
        route = Route(
            verb="POST",
            live="/api/partner/webhooks",
            sandbox="/api/partner/sandbox/webhooks",
            is_mutation=True,
            body=("target_url", "event_type", "event_types", "description", "headers", "metadata", "max_per_second", "secret",),
        )
        return cast(CreateWebhookAnswer, await self._caller.json(route, {"target_url": target_url, "event_type": given(event_type), "event_types": given(event_types), "description": description, "headers": headers, "metadata": metadata, "max_per_second": max_per_second, "secret": given(secret)}, idempotency_key))

    async def update(
        self,
        *,
        webhook_id: Union[str, int],
        event_type: Optional[Literal["salutes.credit", "salutes.debit", "salutes.converted", "salutes.conversion_settled", "salutes.conversion_failed", "donation.claim", "donation.claimed", "donation.claim_redeemed", "donation.claim_expired", "donation.claim_cancelled", "users.created", "users.updated", "users.deleted", "wallets.linked", "wallets.updated", "wallets.unlinked", "webhook.test", "webhook.delivery_failed", "api.deprecation", "salutes.*", "donation.*", "users.*", "wallets.*", "webhook.*", "api.*", "*"]] = None,
        event_types: Optional[List[Literal["salutes.credit", "salutes.debit", "salutes.converted", "salutes.conversion_settled", "salutes.conversion_failed", "donation.claim", "donation.claimed", "donation.claim_redeemed", "donation.claim_expired", "donation.claim_cancelled", "users.created", "users.updated", "users.deleted", "wallets.linked", "wallets.updated", "wallets.unlinked", "webhook.test", "webhook.delivery_failed", "api.deprecation", "salutes.*", "donation.*", "users.*", "wallets.*", "webhook.*", "api.*", "*"]]] = None,
        target_url: Optional[str] = None,
        description: Union[Union[str, None], Unset] = UNSET,
        headers: Union[Union[Dict[str, str], None], Unset] = UNSET,
        metadata: Union[Union[Dict[str, str], None], Unset] = UNSET,
        max_per_second: Union[Union[int, None], Unset] = UNSET,
        is_active: Optional[Union[bool, Literal[1, 0]]] = None,
        reason: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
    ) -> UpdateWebhookAnswer:
        """Change a webhook, or switch it on or off.

        webhook_id: Id of the webhook, as lists show it.
        event_type: A type of the catalogue (see Webhooks), prefix.* for all types of a prefix,
            or * for all.
        event_types: 1 to 50 names, each a type of the catalogue, prefix.* or *; event_type
            gives only one.
        target_url: An absolute https address without user name and password. If this
            installation allows it, also http and addresses outside the public internet.
        description: Your own note about this webhook; null removes it.
        headers: Your own headers of each delivery, such as an access token; none that salute
            sets or that belongs to the connection. Values are stored encrypted and never shown
            again. A change replaces all of them; a value of *** keeps the stored one, unless
            scheme, host or port of the target change. An object of at most 10 headers.
        metadata: Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a
            letter, at most 40) and texts of at most 200 characters. It replaces the former object
            as a whole.
        max_per_second: Largest number of attempts that may start in any one second; null for no
            limit.
        is_active: Whether deliveries are sent. false: they are held, and sent once it is true
            again.
        reason: Why you switch it off, in your own words, which the service's operators read
            too; only for a webhook that is off or is switched off by this request. Switching it on
            removes it, and so does null.
        """
        route = Route(
            verb="PATCH",
            live="/api/partner/webhooks/{webhook_id}",
            sandbox="/api/partner/sandbox/webhooks/{webhook_id}",
            is_mutation=True,
            path=("webhook_id",),
            body=("event_type", "event_types", "target_url", "description", "headers", "metadata", "max_per_second", "is_active", "reason",),
        )
        return cast(UpdateWebhookAnswer, await self._caller.json(route, {"webhook_id": webhook_id, "event_type": given(event_type), "event_types": given(event_types), "target_url": given(target_url), "description": description, "headers": headers, "metadata": metadata, "max_per_second": max_per_second, "is_active": given(is_active), "reason": reason}, idempotency_key))

    async def delete(
        self,
        *,
        webhook_id: Union[str, int],
        idempotency_key: Optional[str] = None,
    ) -> DeleteWebhookAnswer:
        """Delete a webhook.

        webhook_id: Id of the webhook, as lists show it.
        """
        route = Route(
            verb="DELETE",
            live="/api/partner/webhooks/{webhook_id}",
            sandbox="/api/partner/sandbox/webhooks/{webhook_id}",
            is_mutation=True,
            path=("webhook_id",),
        )
        return cast(DeleteWebhookAnswer, await self._caller.json(route, {"webhook_id": webhook_id}, idempotency_key))

    async def rotate_secret(
        self,
        *,
        webhook_id: Union[str, int],
        secret: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> RotateWebhookSecretAnswer:
        """Rotate a webhook's secret.

        webhook_id: Id of the webhook, as lists show it.
        secret: whsec_ and 24 to 64 bytes as padded standard base64; generated unless given.
        """
        route = Route(
            verb="POST",
            live="/api/partner/webhooks/{webhook_id}/rotate-secret",
            sandbox="/api/partner/sandbox/webhooks/{webhook_id}/rotate-secret",
            is_mutation=True,
            path=("webhook_id",),
            body=("secret",),
        )
        return cast(RotateWebhookSecretAnswer, await self._caller.json(route, {"webhook_id": webhook_id, "secret": given(secret)}, idempotency_key))

    async def test(
        self,
        *,
        webhook_id: Union[str, int],
        idempotency_key: Optional[str] = None,
    ) -> TestWebhookAnswer:
        """Send a test to a webhook.

        webhook_id: Id of the webhook, as lists show it.
        """
        route = Route(
            verb="POST",
            live="/api/partner/webhooks/{webhook_id}/test",
            sandbox="/api/partner/sandbox/webhooks/{webhook_id}/test",
            is_mutation=True,
            path=("webhook_id",),
        )
        return cast(TestWebhookAnswer, await self._caller.json(route, {"webhook_id": webhook_id}, idempotency_key))

    async def verify_signature(
        self,
        *,
        signature: str,
        timestamp: Union[int, str],
        payload: str,
        secret: str,
    ) -> VerifyWebhookSignatureAnswer:
        """Check a computed signature.

        signature: The X-Webhook-Signature header of the delivery.
        timestamp: The X-Webhook-Timestamp header of the delivery: Unix seconds.
        payload: The raw body as text, before any parsing.
        secret: The secret to test; it is not echoed.
        """
        route = Route(
            verb="POST",
            live="/api/partner/webhooks/signature/verify",
            sandbox="/api/partner/sandbox/webhooks/signature/verify",
            body=("signature", "timestamp", "payload", "secret",),
        )
        return cast(VerifyWebhookSignatureAnswer, await self._caller.json(route, {"signature": signature, "timestamp": timestamp, "payload": payload, "secret": secret}))

    async def events(
        self,
        *,
        status: Optional[Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]] = None,
        reason_tag: Optional[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        webhook_id: Optional[Union[str, int]] = None,
        event_id: Optional[Union[str, int]] = None,
        event_type: Optional[List[Literal["salutes.credit", "salutes.debit", "salutes.converted", "salutes.conversion_settled", "salutes.conversion_failed", "donation.claim", "donation.claimed", "donation.claim_redeemed", "donation.claim_expired", "donation.claim_cancelled", "users.created", "users.updated", "users.deleted", "wallets.linked", "wallets.updated", "wallets.unlinked", "webhook.test", "webhook.delivery_failed", "api.deprecation"]]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListWebhookEventsAnswer:
        """List delivery records.

        status: Only records in this state.
        reason_tag: Only records with this cause of the last failure, or of a replay.
        from_: Only records made at or after this time.
        to: Only records made before this time.
        webhook_id: Only records of this webhook.
        event_id: A delivery record's id (42 or '42'), or an event's id, evt_… as receivers get
            it, for all records of that event, one per webhook.
        event_type: Only records of events of these types; may be repeated.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/webhook-events",
            sandbox="/api/partner/sandbox/webhook-events",
            query=("status", "reason_tag", "from", "to", "webhook_id", "event_id", "event_type", "limit", "offset", "cursor",),
        )
        return cast(ListWebhookEventsAnswer, await self._caller.json(route, {"status": given(status), "reason_tag": given(reason_tag), "from": given(from_), "to": given(to), "webhook_id": given(webhook_id), "event_id": given(event_id), "event_type": given(event_type), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)}))

    def each_event(
        self,
        *,
        status: Optional[Literal["pending", "delivering", "delivered", "failed", "dead_letter", "held", "cancelled"]] = None,
        reason_tag: Optional[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        webhook_id: Optional[Union[str, int]] = None,
        event_id: Optional[Union[str, int]] = None,
        event_type: Optional[List[Literal["salutes.credit", "salutes.debit", "salutes.converted", "salutes.conversion_settled", "salutes.conversion_failed", "donation.claim", "donation.claimed", "donation.claim_redeemed", "donation.claim_expired", "donation.claim_cancelled", "users.created", "users.updated", "users.deleted", "wallets.linked", "wallets.updated", "wallets.unlinked", "webhook.test", "webhook.delivery_failed", "api.deprecation"]]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncIterator[ListWebhookEventsEvent]:
        """List delivery records: iterates over the rows of all pages.

        status: Only records in this state.
        reason_tag: Only records with this cause of the last failure, or of a replay.
        from_: Only records made at or after this time.
        to: Only records made before this time.
        webhook_id: Only records of this webhook.
        event_id: A delivery record's id (42 or '42'), or an event's id, evt_… as receivers get
            it, for all records of that event, one per webhook.
        event_type: Only records of events of these types; may be repeated.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/webhook-events",
            sandbox="/api/partner/sandbox/webhook-events",
            query=("status", "reason_tag", "from", "to", "webhook_id", "event_id", "event_type", "limit", "offset", "cursor",),
        )
        rows = self._caller.each(route, "events", {"status": given(status), "reason_tag": given(reason_tag), "from": given(from_), "to": given(to), "webhook_id": given(webhook_id), "event_id": given(event_id), "event_type": given(event_type), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)})
        return cast(AsyncIterator[ListWebhookEventsEvent], rows)

    async def attempts(
        self,
        *,
        event_id: Union[str, int],
        webhook_id: Optional[Union[str, int]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListWebhookAttemptsAnswer:
        """List the attempts at one record.

        event_id: A delivery record's id (42 or '42'), or an event's id, evt_… as receivers get
            it, for all records of that event, one per webhook.
        webhook_id: Selects the record of one webhook if event_id names an event (evt_…);
            without it, the event's oldest record.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/webhook-events/{event_id}/attempts",
            sandbox="/api/partner/sandbox/webhook-events/{event_id}/attempts",
            path=("event_id",),
            query=("webhook_id", "limit", "offset", "cursor",),
        )
        return cast(ListWebhookAttemptsAnswer, await self._caller.json(route, {"event_id": event_id, "webhook_id": given(webhook_id), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)}))

    def each_attempt(
        self,
        *,
        event_id: Union[str, int],
        webhook_id: Optional[Union[str, int]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncIterator[ListWebhookAttemptsAttempt]:
        """List the attempts at one record: iterates over the rows of all pages.

        event_id: A delivery record's id (42 or '42'), or an event's id, evt_… as receivers get
            it, for all records of that event, one per webhook.
        webhook_id: Selects the record of one webhook if event_id names an event (evt_…);
            without it, the event's oldest record.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/webhook-events/{event_id}/attempts",
            sandbox="/api/partner/sandbox/webhook-events/{event_id}/attempts",
            path=("event_id",),
            query=("webhook_id", "limit", "offset", "cursor",),
        )
        rows = self._caller.each(route, "attempts", {"event_id": event_id, "webhook_id": given(webhook_id), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)})
        return cast(AsyncIterator[ListWebhookAttemptsAttempt], rows)

    async def delivery(
        self,
        *,
        event_id: Union[str, int],
        webhook_id: Optional[Union[str, int]] = None,
    ) -> GetWebhookEventAnswer:
        """Read one record and the request that was sent.

        event_id: A delivery record's id (42 or '42'), or an event's id, evt_… as receivers get
            it, for all records of that event, one per webhook.
        webhook_id: Selects the record of one webhook if event_id names an event (evt_…);
            without it, the event's oldest record.
        """
        route = Route(
            verb="GET",
            live="/api/partner/webhook-events/{event_id}",
            sandbox="/api/partner/sandbox/webhook-events/{event_id}",
            path=("event_id",),
            query=("webhook_id",),
        )
        return cast(GetWebhookEventAnswer, await self._caller.json(route, {"event_id": event_id, "webhook_id": given(webhook_id)}))

    async def replay(
        self,
        *,
        event_ids: Optional[List[Union[str, int]]] = None,
        filter: Optional[ReplayWebhookEventsInputFilter] = None,
        reason_tag: Optional[Literal["http_error", "timeout", "dns_error", "connection_error", "tls_error", "blocked_target", "gone", "expired", "receiver_fix", "operator_replay", "other"]] = None,
        note: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
    ) -> ReplayWebhookEventsAnswer:
        """Send records again.

        event_ids: Ids of records, as webhook-events lists them, or of events (evt_…) for all
            their records. Either these or a filter.
        filter: Selects records in place of event_ids, the oldest first, 100 per request; all
            conditions must hold. Repeat the request with after = next_after while has_more is true.
        reason_tag: Cause of a failure, or of a replay. http_error: an answer other than 2xx.
            timeout, dns_error, connection_error, tls_error: no answer. blocked_target: the address
            is not allowed. gone: the receiver answered 410. expired: waited too long. receiver_fix,
            operator_replay: sent again on request. other: anything else.
        note: A note of yours, kept in the audit trail.
        """
        route = Route(
            verb="POST",
            live="/api/partner/webhook-events/replay",
            sandbox="/api/partner/sandbox/webhook-events/replay",
            is_mutation=True,
            body=("event_ids", "filter", "reason_tag", "note",),
        )
        return cast(ReplayWebhookEventsAnswer, await self._caller.json(route, {"event_ids": given(event_ids), "filter": given(filter), "reason_tag": given(reason_tag), "note": note}, idempotency_key))

    async def dead_letters(
        self,
        *,
        hours: Optional[int] = None,
    ) -> ListDeadLettersAnswer:
        """Sum up the dead letters.

        hours: Counts records that are dead now and died within this many hours.
        """
        route = Route(
            verb="GET",
            live="/api/partner/webhooks/dlq",
            sandbox="/api/partner/sandbox/webhooks/dlq",
            query=("hours",),
        )
        return cast(ListDeadLettersAnswer, await self._caller.json(route, {"hours": given(hours)}))

    async def recover(
        self,
        *,
        webhook_id: Union[str, int],
        since: str,
        until: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> RecoverWebhookAnswer:
        """Send a webhook what it missed.

        webhook_id: Id of the webhook, as lists show it.
        since: Only events of this time and later; events are kept for 30 days.
        until: Only events before this time; now unless given.
        """
        route = Route(
            verb="POST",
            live="/api/partner/webhooks/{webhook_id}/recover",
            sandbox="/api/partner/sandbox/webhooks/{webhook_id}/recover",
            is_mutation=True,
            path=("webhook_id",),
            body=("since", "until",),
        )
        return cast(RecoverWebhookAnswer, await self._caller.json(route, {"webhook_id": webhook_id, "since": since, "until": given(until)}, idempotency_key))


class EventsResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def list(
        self,
        *,
        after: Optional[int] = None,
        types: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListEventsAnswer:
        """List your events.

        after: Only events with a higher sequence; from the oldest without.
        types: Only events of these types, comma-separated; prefix.* stands for all types of a
            prefix. Names of event types, prefix.* or *, separated by commas.
        limit: Largest number of events on a page.
        cursor: next_cursor of the page before, in place of after. Next_cursor of the previous
            page, unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/events",
            sandbox="/api/partner/sandbox/events",
            query=("after", "types", "limit", "cursor",),
        )
        return cast(ListEventsAnswer, await self._caller.json(route, {"after": given(after), "types": given(types), "limit": given(limit), "cursor": given(cursor)}))

    def each(
        self,
        *,
        after: Optional[int] = None,
        types: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncIterator[ListEventsEvent]:
        """List your events: iterates over the rows of all pages.

        after: Only events with a higher sequence; from the oldest without.
        types: Only events of these types, comma-separated; prefix.* stands for all types of a
            prefix. Names of event types, prefix.* or *, separated by commas.
        limit: Largest number of events on a page.
        cursor: next_cursor of the page before, in place of after. Next_cursor of the previous
            page, unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/events",
            sandbox="/api/partner/sandbox/events",
            query=("after", "types", "limit", "cursor",),
        )
        rows = self._caller.each(route, "events", {"after": given(after), "types": given(types), "limit": given(limit), "cursor": given(cursor)})
        return cast(AsyncIterator[ListEventsEvent], rows)


class UsersResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def list(
        self,
        *,
        status: Optional[Literal["active", "suspended"]] = None,
        q: Optional[str] = None,
        metadata: Optional[Dict[str, str]] = None,
        include_wallets: Optional[bool] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListUsersAnswer:
        """List your users, or search them.

        status: Only users with this status: active or suspended.
        q: Part of username, display_name, external_id, e-mail (any case) or of a wallet address
            (exact case); one or two characters match only the beginning.
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        include_wallets: Adds each user's wallets.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/users",
            sandbox="/api/partner/sandbox/users",
            query=("status", "q", "metadata", "include_wallets", "limit", "offset", "cursor",),
        )
        return cast(ListUsersAnswer, await self._caller.json(route, {"status": given(status), "q": given(q), "metadata": given(metadata), "include_wallets": given(include_wallets), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)}))

    def each(
        self,
        *,
        status: Optional[Literal["active", "suspended"]] = None,
        q: Optional[str] = None,
        metadata: Optional[Dict[str, str]] = None,
        include_wallets: Optional[bool] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncIterator[User]:
        """List your users, or search them: iterates over the rows of all pages.

        status: Only users with this status: active or suspended.
        q: Part of username, display_name, external_id, e-mail (any case) or of a wallet address
            (exact case); one or two characters match only the beginning.
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        include_wallets: Adds each user's wallets.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/users",
            sandbox="/api/partner/sandbox/users",
            query=("status", "q", "metadata", "include_wallets", "limit", "offset", "cursor",),
        )
        rows = self._caller.each(route, "users", {"status": given(status), "q": given(q), "metadata": given(metadata), "include_wallets": given(include_wallets), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)})
        return cast(AsyncIterator[User], rows)

    async def create(
        self,
        *,
        external_id: str,
        username: Union[Union[str, None], Unset] = UNSET,
        display_name: Union[Union[str, None], Unset] = UNSET,
        email: Union[Union[str, None], Unset] = UNSET,
        status: Optional[Literal["active", "suspended"]] = None,
        metadata: Union[Union[Dict[str, str], None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
    ) -> CreateUserAnswer:
        """Create a user.

        metadata: Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a
            letter, at most 40) and texts of at most 200 characters. It replaces the former object
            as a whole.
        """
        route = Route(
            verb="POST",
            live="/api/partner/users",
            sandbox="/api/partner/sandbox/users",
            is_mutation=True,
            body=("external_id", "username", "display_name", "email", "status", "metadata",),
        )
        return cast(CreateUserAnswer, await self._caller.json(route, {"external_id": external_id, "username": username, "display_name": display_name, "email": email, "status": given(status), "metadata": metadata}, idempotency_key))

    async def look_up(
        self,
        *,
        q: Optional[str] = None,
        email: Optional[str] = None,
        username: Optional[str] = None,
        status: Optional[Literal["active", "suspended"]] = None,
        wallet: Optional[str] = None,
        metadata: Optional[Dict[str, str]] = None,
        include_wallets: Optional[bool] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> LookUpUsersAnswer:
        """Find users by text, e-mail, username or wallet.

        q: Part of username, display_name, external_id, e-mail (any case) or of a wallet address
            (exact case); one or two characters match only the beginning.
        email: Only the user with exactly this e-mail address, in any case.
        username: Only users with exactly this username.
        status: Only users with this status: active or suspended.
        wallet: Only the user to whom exactly this wallet is linked.
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        include_wallets: Adds each user's wallets.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/user-lookup",
            sandbox="/api/partner/sandbox/user-lookup",
            query=("q", "email", "username", "status", "wallet", "metadata", "include_wallets", "limit", "offset", "cursor",),
        )
        return cast(LookUpUsersAnswer, await self._caller.json(route, {"q": given(q), "email": given(email), "username": given(username), "status": given(status), "wallet": given(wallet), "metadata": given(metadata), "include_wallets": given(include_wallets), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)}))

    def each_found(
        self,
        *,
        q: Optional[str] = None,
        email: Optional[str] = None,
        username: Optional[str] = None,
        status: Optional[Literal["active", "suspended"]] = None,
        wallet: Optional[str] = None,
        metadata: Optional[Dict[str, str]] = None,
        include_wallets: Optional[bool] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncIterator[User]:
        """Find users by text, e-mail, username or wallet: iterates over the rows of all pages.

        q: Part of username, display_name, external_id, e-mail (any case) or of a wallet address
            (exact case); one or two characters match only the beginning.
        email: Only the user with exactly this e-mail address, in any case.
        username: Only users with exactly this username.
        status: Only users with this status: active or suspended.
        wallet: Only the user to whom exactly this wallet is linked.
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        include_wallets: Adds each user's wallets.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/user-lookup",
            sandbox="/api/partner/sandbox/user-lookup",
            query=("q", "email", "username", "status", "wallet", "metadata", "include_wallets", "limit", "offset", "cursor",),
        )
        rows = self._caller.each(route, "users", {"q": given(q), "email": given(email), "username": given(username), "status": given(status), "wallet": given(wallet), "metadata": given(metadata), "include_wallets": given(include_wallets), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)})
        return cast(AsyncIterator[User], rows)

    async def get(
        self,
        *,
        user_id: Union[str, int],
        external_id: Optional[str] = None,
        include_wallets: Optional[bool] = None,
    ) -> GetUserAnswer:
        """Read a user.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        external_id: The user's expected external_id; 404 if it differs.
        include_wallets: Adds each user's wallets.
        """
        route = Route(
            verb="GET",
            live="/api/partner/users/{user_id}",
            sandbox="/api/partner/sandbox/users/{user_id}",
            path=("user_id",),
            query=("external_id", "include_wallets",),
        )
        return cast(GetUserAnswer, await self._caller.json(route, {"user_id": user_id, "external_id": given(external_id), "include_wallets": given(include_wallets)}))

    async def update(
        self,
        *,
        user_id: Union[str, int],
        username: Union[Union[str, None], Unset] = UNSET,
        display_name: Union[Union[str, None], Unset] = UNSET,
        email: Union[Union[str, None], Unset] = UNSET,
        status: Optional[Literal["active", "suspended"]] = None,
        metadata: Union[Union[Dict[str, str], None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
    ) -> UpdateUserAnswer:
        """Change a user's fields.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        metadata: Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a
            letter, at most 40) and texts of at most 200 characters. It replaces the former object
            as a whole.
        """
        route = Route(
            verb="PATCH",
            live="/api/partner/users/{user_id}",
            sandbox="/api/partner/sandbox/users/{user_id}",
            is_mutation=True,
            path=("user_id",),
            body=("username", "display_name", "email", "status", "metadata",),
        )
        return cast(UpdateUserAnswer, await self._caller.json(route, {"user_id": user_id, "username": username, "display_name": display_name, "email": email, "status": given(status), "metadata": metadata}, idempotency_key))

    async def delete(
        self,
        *,
        user_id: Union[str, int],
        idempotency_key: Optional[str] = None,
    ) -> DeleteUserAnswer:
        """Delete a user.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        """
        route = Route(
            verb="DELETE",
            live="/api/partner/users/{user_id}",
            sandbox="/api/partner/sandbox/users/{user_id}",
            is_mutation=True,
            path=("user_id",),
        )
        return cast(DeleteUserAnswer, await self._caller.json(route, {"user_id": user_id}, idempotency_key))

    async def inclusion(
        self,
        *,
        user_id: Union[str, int],
    ) -> GetUserInclusionAnswer:
        """Prove that a user's balance is counted in the published liabilities.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        """
        route = Route(
            verb="GET",
            live="/api/partner/users/{user_id}/inclusion",
            sandbox="/api/partner/sandbox/users/{user_id}/inclusion",
            path=("user_id",),
        )
        return cast(GetUserInclusionAnswer, await self._caller.json(route, {"user_id": user_id}))


class WalletsResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def link(
        self,
        *,
        user_id: Union[str, int],
        blockchain: Literal["solana"],
        wallet_address: str,
        label: Union[Union[str, None], Unset] = UNSET,
        is_primary: Optional[Union[bool, Literal[1, 0]]] = None,
        is_hidden: Optional[Union[bool, Literal[1, 0]]] = None,
        proof: Optional[LinkWalletInputProof] = None,
        idempotency_key: Optional[str] = None,
    ) -> LinkWalletAnswer:
        """Link a wallet to a user, or change its link.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        proof: Proves that the user holds the wallet's key: a signature over a challenge's text.
        """
        route = Route(
            verb="POST",
            live="/api/partner/users/{user_id}/wallets",
            sandbox="/api/partner/sandbox/users/{user_id}/wallets",
            is_mutation=True,
            path=("user_id",),
            body=("blockchain", "wallet_address", "label", "is_primary", "is_hidden", "proof",),
        )
        return cast(LinkWalletAnswer, await self._caller.json(route, {"user_id": user_id, "blockchain": blockchain, "wallet_address": wallet_address, "label": label, "is_primary": given(is_primary), "is_hidden": given(is_hidden), "proof": given(proof)}, idempotency_key))

    async def list(
        self,
        *,
        user_id: Union[str, int],
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListWalletsAnswer:
        """List a user's wallets.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/users/{user_id}/wallets",
            sandbox="/api/partner/sandbox/users/{user_id}/wallets",
            path=("user_id",),
            query=("limit", "offset", "cursor",),
        )
        return cast(ListWalletsAnswer, await self._caller.json(route, {"user_id": user_id, "limit": given(limit), "offset": given(offset), "cursor": given(cursor)}))

    def each(
        self,
        *,
        user_id: Union[str, int],
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncIterator[Wallet]:
        """List a user's wallets: iterates over the rows of all pages.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/users/{user_id}/wallets",
            sandbox="/api/partner/sandbox/users/{user_id}/wallets",
            path=("user_id",),
            query=("limit", "offset", "cursor",),
        )
        rows = self._caller.each(route, "wallets", {"user_id": user_id, "limit": given(limit), "offset": given(offset), "cursor": given(cursor)})
        return cast(AsyncIterator[Wallet], rows)

    async def unlink(
        self,
        *,
        user_id: Union[str, int],
        wallet_address: str,
        idempotency_key: Optional[str] = None,
    ) -> UnlinkWalletAnswer:
        """Unlink a wallet from a user.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        wallet_address: Address of the wallet on Solana, in base58.
        """
        route = Route(
            verb="DELETE",
            live="/api/partner/users/{user_id}/wallets/{wallet_address}",
            sandbox="/api/partner/sandbox/users/{user_id}/wallets/{wallet_address}",
            is_mutation=True,
            path=("user_id", "wallet_address",),
        )
        return cast(UnlinkWalletAnswer, await self._caller.json(route, {"user_id": user_id, "wallet_address": wallet_address}, idempotency_key))

    async def challenge(
        self,
        *,
        user_id: Union[str, int],
        wallet_address: str,
        domain: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> IssueWalletChallengeAnswer:
        """Get a text for the user's wallet to sign.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        domain: Host of the page that asks for the signature: one of the key's domains, or the
            service's own (default).
        """
        route = Route(
            verb="POST",
            live="/api/partner/users/{user_id}/wallets/challenge",
            sandbox="/api/partner/sandbox/users/{user_id}/wallets/challenge",
            is_mutation=True,
            path=("user_id",),
            body=("wallet_address", "domain",),
        )
        return cast(IssueWalletChallengeAnswer, await self._caller.json(route, {"user_id": user_id, "wallet_address": wallet_address, "domain": given(domain)}, idempotency_key))

    async def verification(
        self,
        *,
        wallet_address: str,
    ) -> GetWalletVerificationAnswer:
        """Read a wallet's user and the age of its proof.

        wallet_address: Address of the wallet on Solana, in base58.
        """
        route = Route(
            verb="GET",
            live="/api/partner/wallet-verification/{wallet_address}",
            sandbox="/api/partner/sandbox/wallet-verification/{wallet_address}",
            path=("wallet_address",),
        )
        return cast(GetWalletVerificationAnswer, await self._caller.json(route, {"wallet_address": wallet_address}))

    async def info(
        self,
        *,
        wallet_address: str,
    ) -> GetWalletInfoAnswer:
        """Read a wallet's on-chain holdings.

        wallet_address: Address of the wallet on Solana, in base58.
        """
        route = Route(
            verb="GET",
            live="/api/partner/wallet-info/{wallet_address}",
            sandbox="/api/partner/sandbox/wallet-info/{wallet_address}",
            path=("wallet_address",),
        )
        return cast(GetWalletInfoAnswer, await self._caller.json(route, {"wallet_address": wallet_address}))


class SalutesResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def balance(
        self,
        *,
        user_id: Union[str, int],
    ) -> GetSalutesBalanceAnswer:
        """Read a user's balance.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        """
        route = Route(
            verb="GET",
            live="/api/salutes/balance",
            sandbox="/api/partner/sandbox/salutes/balance",
            query=("user_id",),
        )
        return cast(GetSalutesBalanceAnswer, await self._caller.json(route, {"user_id": user_id}))

    async def credit(
        self,
        *,
        user_id: Union[str, int],
        amount: NumberInput,
        reason: str,
        source: Optional[str] = None,
        metadata: Union[Union[Dict[str, str], None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
    ) -> CreditSalutesAnswer:
        """Credit salutes to a user.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        amount: A positive number with at most 2 decimals and 17 digits, at most 1000000000000.
        reason: Your purpose of the entry, such as quest or shop; lists can be filtered by it. 1
            to 64 characters of A-Z a-z 0-9 . _ : -.
        source: Your origin of the entry, such as a campaign; lists can be filtered by it. api
            by default. 1 to 64 characters of A-Z a-z 0-9 . _ : -.
        metadata: Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a
            letter, at most 40) and texts of at most 200 characters. It replaces the former object
            as a whole.
        """
        route = Route(
            verb="POST",
            live="/api/salutes/credit",
            sandbox="/api/partner/sandbox/salutes/credit",
            is_mutation=True,
            body=("user_id", "amount", "reason", "source", "metadata",),
        )
        return cast(CreditSalutesAnswer, await self._caller.json(route, {"user_id": user_id, "amount": amount, "reason": reason, "source": given(source), "metadata": metadata}, idempotency_key))

    async def debit(
        self,
        *,
        user_id: Union[str, int],
        amount: NumberInput,
        reason: str,
        source: Optional[str] = None,
        metadata: Union[Union[Dict[str, str], None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
    ) -> DebitSalutesAnswer:
        """Debit salutes from a user.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        amount: A positive number with at most 2 decimals and 17 digits, at most 1000000000000.
        reason: Your purpose of the entry, such as quest or shop; lists can be filtered by it. 1
            to 64 characters of A-Z a-z 0-9 . _ : -.
        source: Your origin of the entry, such as a campaign; lists can be filtered by it. api
            by default. 1 to 64 characters of A-Z a-z 0-9 . _ : -.
        metadata: Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a
            letter, at most 40) and texts of at most 200 characters. It replaces the former object
            as a whole.
        """
        route = Route(
            verb="POST",
            live="/api/salutes/debit",
            sandbox="/api/partner/sandbox/salutes/debit",
            is_mutation=True,
            body=("user_id", "amount", "reason", "source", "metadata",),
        )
        return cast(DebitSalutesAnswer, await self._caller.json(route, {"user_id": user_id, "amount": amount, "reason": reason, "source": given(source), "metadata": metadata}, idempotency_key))

    async def batch(
        self,
        *,
        items: List[LedgerBatchItem],
        mode: Optional[Literal["atomic", "each"]] = None,
        idempotency_key: Optional[str] = None,
    ) -> BatchSalutesAnswer:
        """Credit and debit many users at once.

        items: The credits and debits, carried out in this order.
        mode: atomic, the default: one refused item refuses all. each: every item succeeds or
            fails by itself.
        """
        route = Route(
            verb="POST",
            live="/api/salutes/batch",
            sandbox="/api/partner/sandbox/salutes/batch",
            is_mutation=True,
            body=("items", "mode",),
        )
        return cast(BatchSalutesAnswer, await self._caller.json(route, {"items": items, "mode": given(mode)}, idempotency_key))

    async def ledger(
        self,
        *,
        user_id: Optional[Union[str, int]] = None,
        reason: Optional[str] = None,
        source: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        metadata: Optional[Dict[str, str]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        order: Optional[Literal["desc", "asc"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListLedgerAnswer:
        """Read the ledger of a user, or of all your users.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        reason: Only entries with exactly this reason. 1 to 64 characters of A-Z a-z 0-9 . _ :
            -.
        source: Only entries with exactly this source. 1 to 64 characters of A-Z a-z 0-9 . _ :
            -.
        idempotency_key: Only the entry that the request, or the batch item, with this
            Idempotency-Key made.
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        from_: Entries created at or after this time.
        to: Entries created before this time.
        order: Order of the entries by id: desc, the newest first, or asc, the oldest first.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/salutes/ledger",
            sandbox="/api/partner/sandbox/salutes/ledger",
            query=("user_id", "reason", "source", "idempotency_key", "metadata", "from", "to", "order", "limit", "offset", "cursor",),
        )
        return cast(ListLedgerAnswer, await self._caller.json(route, {"user_id": given(user_id), "reason": given(reason), "source": given(source), "idempotency_key": given(idempotency_key), "metadata": given(metadata), "from": given(from_), "to": given(to), "order": given(order), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)}))

    def each_ledger_entry(
        self,
        *,
        user_id: Optional[Union[str, int]] = None,
        reason: Optional[str] = None,
        source: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        metadata: Optional[Dict[str, str]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        order: Optional[Literal["desc", "asc"]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncIterator[LedgerEntry]:
        """Read the ledger of a user, or of all your users: iterates over the rows of all pages.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        reason: Only entries with exactly this reason. 1 to 64 characters of A-Z a-z 0-9 . _ :
            -.
        source: Only entries with exactly this source. 1 to 64 characters of A-Z a-z 0-9 . _ :
            -.
        idempotency_key: Only the entry that the request, or the batch item, with this
            Idempotency-Key made.
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        from_: Entries created at or after this time.
        to: Entries created before this time.
        order: Order of the entries by id: desc, the newest first, or asc, the oldest first.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/salutes/ledger",
            sandbox="/api/partner/sandbox/salutes/ledger",
            query=("user_id", "reason", "source", "idempotency_key", "metadata", "from", "to", "order", "limit", "offset", "cursor",),
        )
        rows = self._caller.each(route, "ledger", {"user_id": given(user_id), "reason": given(reason), "source": given(source), "idempotency_key": given(idempotency_key), "metadata": given(metadata), "from": given(from_), "to": given(to), "order": given(order), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)})
        return cast(AsyncIterator[LedgerEntry], rows)

    async def export_ledger(
        self,
        *,
        user_id: Optional[Union[str, int]] = None,
        reason: Optional[str] = None,
        source: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        metadata: Optional[Dict[str, str]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        order: Optional[Literal["desc", "asc"]] = None,
    ) -> str:
        """Stream the ledger as CSV.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        reason: Only entries with exactly this reason. 1 to 64 characters of A-Z a-z 0-9 . _ :
            -.
        source: Only entries with exactly this source. 1 to 64 characters of A-Z a-z 0-9 . _ :
            -.
        idempotency_key: Only the entry that the request, or the batch item, with this
            Idempotency-Key made.
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        from_: Entries created at or after this time.
        to: Entries created before this time.
        order: Order of the entries by id: desc, the newest first, or asc, the oldest first.
        """
        route = Route(
            verb="GET",
            live="/api/salutes/ledger.csv",
            sandbox="/api/partner/sandbox/salutes/ledger.csv",
            query=("user_id", "reason", "source", "idempotency_key", "metadata", "from", "to", "order",),
        )
        return await self._caller.text(route, {"user_id": given(user_id), "reason": given(reason), "source": given(source), "idempotency_key": given(idempotency_key), "metadata": given(metadata), "from": given(from_), "to": given(to), "order": given(order)})

    async def conversion_policy(self) -> GetConversionPolicyAnswer:
        """Read the conversion rate and limits."""
        route = Route(
            verb="GET",
            live="/api/salutes/conversion-policy",
            sandbox="/api/partner/sandbox/salutes/conversion-policy",
        )
        return cast(GetConversionPolicyAnswer, await self._caller.json(route, {}))

    async def convert(
        self,
        *,
        user_id: Union[str, int],
        amount: NumberInput,
        wallet_address: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> ConvertSalutesAnswer:
        """Convert a user's salutes into tokens for a verified wallet.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        amount: Salutes to convert, within the policy's limits. A positive number with at most 2
            decimals and 17 digits, at most 1000000000000.
        wallet_address: A verified wallet of the user; the primary one unless given.
        """
        route = Route(
            verb="POST",
            live="/api/salutes/convert",
            sandbox="/api/partner/sandbox/salutes/convert",
            is_mutation=True,
            body=("user_id", "amount", "wallet_address",),
        )
        return cast(ConvertSalutesAnswer, await self._caller.json(route, {"user_id": user_id, "amount": amount, "wallet_address": given(wallet_address)}, idempotency_key))


class DonationsResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def issue(
        self,
        *,
        campaign: str,
        amount: Union[NumberInput, str],
        currency: str,
        recipient: IssueDonationClaimInputRecipient,
        language: Optional[Literal["en", "de", "es", "pt", "ru"]] = None,
        reference: Optional[str] = None,
        metadata: Union[Union[Dict[str, str], None], Unset] = UNSET,
        expires_in: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> IssueDonationClaimAnswer:
        """Issue a donation claim.

        campaign: The purpose of the gift; the recipient reads it. Text of 1 to 80 characters,
            without control and invisible characters, encoded words and addresses of web pages.
        amount: The amount of the gift in its currency: a number, or a decimal text of at most
            17 digits. SALUTES have at most 2 decimals, other currencies 9.
        currency: SALUTES are credited to the user when the recipient claims. Other currencies
            are paid by the operators to the address that the recipient gives: SOL, the project's
            token (TOKEN unless the operators name it), and others that they have configured, such
            as USDC. 2 to 10 of A-Z and 0-9.
        recipient: The recipient of the gift: at least one of the three members; SALUTES need a
            user_id.
        language: The language of the mail to the recipient; English by default.
        reference: Your own reference, such as an order number.
        metadata: Your own notes: at most 16 members with names of a-z, 0-9 and _ (first a
            letter, at most 40) and texts of at most 200 characters. It replaces the former object
            as a whole.
        expires_in: Seconds from now until it expires if nobody claims it; 30 days by default.
        """
        route = Route(
            verb="POST",
            live="/api/partner/donation-claim",
            sandbox="/api/partner/sandbox/donation-claim",
            is_mutation=True,
            body=("campaign", "amount", "currency", "recipient", "language", "reference", "metadata", "expires_in",),
        )
        return cast(IssueDonationClaimAnswer, await self._caller.json(route, {"campaign": campaign, "amount": amount, "currency": currency, "recipient": recipient, "language": given(language), "reference": given(reference), "metadata": metadata, "expires_in": given(expires_in)}, idempotency_key))

    async def list(
        self,
        *,
        status: Optional[Literal["issued", "claimed", "redeemed", "expired", "cancelled"]] = None,
        campaign: Optional[str] = None,
        reference: Optional[str] = None,
        user_id: Optional[Union[str, int]] = None,
        metadata: Optional[Dict[str, str]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> ListDonationClaimsAnswer:
        """List your donation claims, newest first.

        status: Only claims in this state.
        campaign: Only claims with exactly this campaign text.
        reference: Only claims with exactly this reference.
        user_id: The service's id (42 or '42'), or ext: and your external_id.
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/donation-claims",
            sandbox="/api/partner/sandbox/donation-claims",
            query=("status", "campaign", "reference", "user_id", "metadata", "limit", "offset", "cursor",),
        )
        return cast(ListDonationClaimsAnswer, await self._caller.json(route, {"status": given(status), "campaign": given(campaign), "reference": given(reference), "user_id": given(user_id), "metadata": given(metadata), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)}))

    def each(
        self,
        *,
        status: Optional[Literal["issued", "claimed", "redeemed", "expired", "cancelled"]] = None,
        campaign: Optional[str] = None,
        reference: Optional[str] = None,
        user_id: Optional[Union[str, int]] = None,
        metadata: Optional[Dict[str, str]] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> AsyncIterator[DonationClaim]:
        """List your donation claims, newest first: iterates over the rows of all pages.

        status: Only claims in this state.
        campaign: Only claims with exactly this campaign text.
        reference: Only claims with exactly this reference.
        user_id: The service's id (42 or '42'), or ext: and your external_id.
        metadata: Only rows whose metadata has this note. At most 2 notes, each given like
            metadata.order=1001.
        limit: Largest number of rows on a page.
        offset: Rows to skip; not with cursor.
        cursor: Continues after a page; not with offset. Next_cursor of the previous page,
            unchanged.
        """
        route = Route(
            verb="GET",
            live="/api/partner/donation-claims",
            sandbox="/api/partner/sandbox/donation-claims",
            query=("status", "campaign", "reference", "user_id", "metadata", "limit", "offset", "cursor",),
        )
        rows = self._caller.each(route, "claims", {"status": given(status), "campaign": given(campaign), "reference": given(reference), "user_id": given(user_id), "metadata": given(metadata), "limit": given(limit), "offset": given(offset), "cursor": given(cursor)})
        return cast(AsyncIterator[DonationClaim], rows)

    async def get(
        self,
        *,
        claim_code: str,
    ) -> GetDonationClaimAnswer:
        """Read a donation claim.

        claim_code: The claim's code, in any case, with or without hyphens; O reads as 0, I and
            L as 1.
        """
        route = Route(
            verb="GET",
            live="/api/partner/donation-claims/{claim_code}",
            sandbox="/api/partner/sandbox/donation-claims/{claim_code}",
            path=("claim_code",),
        )
        return cast(GetDonationClaimAnswer, await self._caller.json(route, {"claim_code": claim_code}))

    async def cancel(
        self,
        *,
        claim_code: str,
        idempotency_key: Optional[str] = None,
    ) -> CancelDonationClaimAnswer:
        """Cancel a donation claim that nobody has claimed.

        claim_code: The claim's code, in any case, with or without hyphens; O reads as 0, I and
            L as 1.
        """
        route = Route(
            verb="POST",
            live="/api/partner/donation-claims/{claim_code}/cancel",
            sandbox="/api/partner/sandbox/donation-claims/{claim_code}/cancel",
            is_mutation=True,
            path=("claim_code",),
        )
        return cast(CancelDonationClaimAnswer, await self._caller.json(route, {"claim_code": claim_code}, idempotency_key))


class TokenResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def status(self) -> GetTokenStatusAnswer:
        """Read the token's supply, circulation and holders."""
        route = Route(
            verb="GET",
            live="/api/partner/token-status",
            sandbox="/api/partner/sandbox/token-status",
        )
        return cast(GetTokenStatusAnswer, await self._caller.json(route, {}))


class SandboxResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def verify(self) -> VerifySandboxKeyAnswer:
        """Check your signature."""
        route = Route(
            verb="GET",
            live="/api/partner/sandbox/verify",
        )
        return cast(VerifySandboxKeyAnswer, await self._caller.json(route, {}))

    async def promotion_report(
        self,
        *,
        user_id: Optional[Union[str, int]] = None,
        limit: Optional[int] = None,
    ) -> GetPromotionReportAnswer:
        """Read the promotion report.

        user_id: The service's id (42 or '42'), or ext: and your external_id.
        limit: Number of the newest sandbox entries shown.
        """
        route = Route(
            verb="GET",
            live="/api/partner/sandbox/promotion-report",
            query=("user_id", "limit",),
        )
        return cast(GetPromotionReportAnswer, await self._caller.json(route, {"user_id": given(user_id), "limit": given(limit)}))

    async def advance_clock(
        self,
        *,
        seconds: int,
        idempotency_key: Optional[str] = None,
    ) -> AdvanceSandboxClockAnswer:
        """Move the sandbox clock forward.

        seconds: Seconds by which the clock moves forward; at most 366 days.
        """
        route = Route(
            verb="POST",
            live="/api/partner/sandbox/clock/advance",
            is_mutation=True,
            body=("seconds",),
        )
        return cast(AdvanceSandboxClockAnswer, await self._caller.json(route, {"seconds": seconds}, idempotency_key))

    async def reset(
        self,
        *,
        state: Optional[Literal["standard-v1", "empty", "ten-thousand"]] = None,
        sandbox: Optional[str] = None,
    ) -> ResetSandboxAnswer:
        """Reset a sandbox to an initial state.

        state: The state to which the sandbox is reset; standard-v1 by default.
        sandbox: The named sandbox to reset; by default the one that X-Sandbox asks for. 1 to 40
            characters of a-z 0-9 -.
        """
        route = Route(
            verb="POST",
            live="/api/partner/sandbox/reset",
            body=("state", "sandbox",),
        )
        return cast(ResetSandboxAnswer, await self._caller.json(route, {"state": given(state), "sandbox": given(sandbox)}))

    async def scenarios(self) -> ListWebhookScenariosAnswer:
        """List the webhook simulator's scenarios."""
        route = Route(
            verb="GET",
            live="/api/partner/sandbox/webhook-simulator/scenarios",
        )
        return cast(ListWebhookScenariosAnswer, await self._caller.json(route, {}))

    async def describe_simulator(self) -> DescribeWebhookSimulatorAnswer:
        """Read the parameters of a scenario run."""
        route = Route(
            verb="GET",
            live="/api/partner/sandbox/webhook-simulator/run",
        )
        return cast(DescribeWebhookSimulatorAnswer, await self._caller.json(route, {}))

    async def run_scenario(
        self,
        *,
        scenario_id: Literal["claim_created", "claim_redeemed", "delivery_failed", "salutes_credit", "users_updated"],
        secret: Optional[str] = None,
        key_id: Optional[str] = None,
        timestamp: Optional[Union[Literal["now"], int]] = None,
    ) -> RunWebhookScenarioAnswer:
        """Get the signed delivery of a scenario.

        secret: The secret that signs the delivery; it is not echoed.
        key_id: The X-Partner-Key header; the calling key's id by default.
        timestamp: now signs with the current time, so that a receiver that checks the time
            accepts it; a number is Unix seconds. By default a fixed sandbox time: the same bytes
            every time.
        """
        route = Route(
            verb="POST",
            live="/api/partner/sandbox/webhook-simulator/run",
            body=("scenario_id", "secret", "key_id", "timestamp",),
        )
        return cast(RunWebhookScenarioAnswer, await self._caller.json(route, {"scenario_id": scenario_id, "secret": given(secret), "key_id": given(key_id), "timestamp": given(timestamp)}))

    async def trigger_event(
        self,
        *,
        event_type: Literal["salutes.credit", "salutes.debit", "salutes.converted", "salutes.conversion_settled", "salutes.conversion_failed", "donation.claim", "donation.claimed", "donation.claim_redeemed", "donation.claim_expired", "donation.claim_cancelled", "users.created", "users.updated", "users.deleted", "wallets.linked", "wallets.updated", "wallets.unlinked", "webhook.test", "webhook.delivery_failed", "api.deprecation"],
        idempotency_key: Optional[str] = None,
    ) -> TriggerSandboxEventAnswer:
        """Make a sample event.

        event_type: Type of the event to make, as the catalogue names it.
        """
        route = Route(
            verb="POST",
            live="/api/partner/sandbox/events/trigger",
            is_mutation=True,
            body=("event_type",),
        )
        return cast(TriggerSandboxEventAnswer, await self._caller.json(route, {"event_type": event_type}, idempotency_key))


class PortalResource:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def create_link(
        self,
        *,
        access: Literal["read", "manage"],
        expires_in: Optional[int] = None,
        embed_origin: Union[Union[str, None], Unset] = UNSET,
        idempotency_key: Optional[str] = None,
    ) -> CreatePortalLinkAnswer:
        """Create a link to your own pages.

        access: read: the pages show everything and change nothing. manage: they have their
            forms too.
        expires_in: Seconds for which the link can be opened; 300 by default.
        embed_origin: Origin of the site whose page shows the portal in a frame: one that the
            operators allow. Without it, the pages refuse to be framed.
        """
        route = Route(
            verb="POST",
            live="/api/partner/portal-links",
            is_mutation=True,
            body=("access", "expires_in", "embed_origin",),
        )
        return cast(CreatePortalLinkAnswer, await self._caller.json(route, {"access": access, "expires_in": given(expires_in), "embed_origin": embed_origin}, idempotency_key))


class AsyncResources:
    """All operations for partner keys, by resource."""

    def __init__(self, caller: AsyncCaller) -> None:
        self.account = AccountResource(caller)
        self.webhooks = WebhooksResource(caller)
        self.events = EventsResource(caller)
        self.users = UsersResource(caller)
        self.wallets = WalletsResource(caller)
        self.salutes = SalutesResource(caller)
        self.donations = DonationsResource(caller)
        self.token = TokenResource(caller)
        self.sandbox = SandboxResource(caller)
        self.portal = PortalResource(caller)
