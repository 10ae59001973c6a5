"""Verification of deliveries."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Mapping, Optional, Sequence, Union, cast

from ._models import WebhookEvent


class WebhookVerificationError(Exception):
    """A delivery whose signature, time or body is wrong: answer it with 401 and take nothing of it."""


def verify_webhook(
    secret: Union[str, Sequence[str]],
    headers: Mapping[str, str],
    body: Union[str, bytes],
    *,
    tolerance_seconds: float = 300,
) -> WebhookEvent:
    """Verifies a delivery and returns its event. Raises WebhookVerificationError.

    secret: The webhook's secret; for a day after a rotation both.
    body: The exact bytes as they came: parsing and writing them again breaks the signature.
    Deliveries come at least once: drop an event whose event_id you have taken.
    """
    raw = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}

    def read(name: str) -> str:
        return lower.get(f"x-{name}", lower.get(name, ""))

    timestamp = read("webhook-timestamp")
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookVerificationError("X-Webhook-Timestamp is missing")
    if abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(f"its time is more than {tolerance_seconds} s from now")
    own = lower.get("x-webhook-signature")
    for each in [secret] if isinstance(secret, str) else secret:
        if not each:
            raise WebhookVerificationError("the webhook's secret is empty: is its setting missing?")
        if _is_right(each, own, timestamp, raw, read("webhook-id"), lower.get("webhook-signature", "")):
            return cast(WebhookEvent, json.loads(raw))
    raise WebhookVerificationError("the signature is not of this secret and body")


def _is_right(
    secret: str, own: Optional[str], timestamp: str, body: bytes, webhook_id: str, standard: str
) -> bool:
    """Either family of headers proves a delivery; one is enough."""
    if own is not None:
        expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        return hmac.compare_digest(expected.encode(), own.encode())
    key = base64.b64decode(secret.replace("whsec_", "", 1))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    signature = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(signature, each.encode()) for each in standard.split(" "))
