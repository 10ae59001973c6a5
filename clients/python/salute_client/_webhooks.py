"""Verification of deliveries."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from typing import Dict, Iterable, Optional, Protocol, Sequence, Tuple, Union, cast

from ._models import WebhookEvent
from ._refusal import parse_object


class Headers(Protocol):
    """Headers by name: a dict, http.server's, and those of the usual frameworks."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


class WebhookVerificationError(Exception):
    """A delivery whose signature, time, id or body is wrong: answer 401 and take nothing of it."""


def verify_webhook(
    secret: Union[str, Sequence[str]],
    headers: Headers,
    body: Union[str, bytes],
    *,
    tolerance_seconds: float = 300,
) -> WebhookEvent:
    """Verifies a delivery and returns its event. Raises WebhookVerificationError.

    secret: The webhook's secret; for a day after a rotation both.
    body: The exact bytes as they came: parsing and writing them again breaks the signature.
    Deliveries come at least once: drop an event whose event_id you have taken. X-Webhook-Signature covers the body
    alone, so a captured delivery could be sent again under another X-Webhook-Id: a header that differs from event_id is
    refused.
    """
    raw = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}

    def read(name: str) -> str:
        return lower.get(f"x-{name}", lower.get(name, ""))

    timestamp = read("webhook-timestamp")
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookVerificationError("X-Webhook-Timestamp is missing")
    if abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(f"X-Webhook-Timestamp is more than {tolerance_seconds} s from now")
    own = lower.get("x-webhook-signature")
    for each in [secret] if isinstance(secret, str) else secret:
        if not each:
            raise WebhookVerificationError("the webhook's secret is empty: is its setting missing?")
        if _is_right(each, own, timestamp, raw, read("webhook-id"), lower.get("webhook-signature", "")):
            return _read_event(lower, raw)
    raise WebhookVerificationError("the signature is not of this secret and body")


def _read_event(headers: Dict[str, str], body: bytes) -> WebhookEvent:
    event = parse_object(body.decode(errors="replace"))
    if event is None or not isinstance(event.get("event_id"), str):
        raise WebhookVerificationError("the body has no event_id")
    for name in ("x-webhook-id", "webhook-id"):
        if headers.get(name, event["event_id"]) != event["event_id"]:
            raise WebhookVerificationError(f"{name} differs from the signed event_id: the header was changed")
    return cast(WebhookEvent, event)


def _is_right(
    secret: str, own: Optional[str], timestamp: str, body: bytes, webhook_id: str, standard: str
) -> bool:
    """Either family of headers proves a delivery; one is enough."""
    if own is not None:
        expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        return hmac.compare_digest(expected.encode(), own.encode())
    key = _key_of(secret)
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    signature = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(signature, each.encode()) for each in standard.split(" "))


def _key_of(secret: str) -> bytes:
    """Raises WebhookVerificationError for a mangled secret; an empty key would let anybody sign."""
    try:
        key = base64.b64decode(secret.replace("whsec_", "", 1), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise WebhookVerificationError("the webhook's secret is not whsec_ and base64: is its setting complete?")
    return key
