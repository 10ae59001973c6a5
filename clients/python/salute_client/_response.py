"""Metadata of responses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Dict, Optional


@dataclass(frozen=True)
class Call:
    """One call of the API, however many requests it takes."""

    method: str
    target: str
    """Path and query."""
    idempotency_key: Optional[str]
    """Names the intent of a change: send it again under this key only, a new key acts again. None for reads."""
    attempts: int
    """Requests sent so far."""

    def __str__(self) -> str:
        key = "" if self.idempotency_key is None else f", Idempotency-Key {self.idempotency_key}"
        return f"{self.method} {self.target}{key}"


@dataclass(frozen=True)
class RateLimit:
    limit: int
    """Requests per minute."""
    remaining: int
    """Requests left in this minute."""
    resets_at: datetime
    """End of this minute."""


@dataclass(frozen=True)
class Deprecation:
    """Withdrawal of the endpoint (RFC 9745, RFC 8594)."""

    deprecated_at: datetime
    sunset_at: Optional[datetime]
    """Time from which it answers 410."""
    link: Optional[str]
    """Links to the notice and the replacement, as in the header."""


@dataclass(frozen=True)
class Response:
    """Metadata of the last response to a call."""

    call: Call
    status: int
    headers: Message

    @property
    def request_id(self) -> str:
        """Names the request in the server's log."""
        return self.headers.get("X-Request-ID", "")

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        texts = [self.headers.get(f"X-RateLimit-{name}", "") for name in ("Limit", "Remaining", "Reset")]
        if not all(text.isdecimal() for text in texts):
            return None
        limit, remaining, reset = map(int, texts)
        return RateLimit(limit, remaining, datetime.fromtimestamp(reset, timezone.utc))

    @property
    def deprecation(self) -> Optional[Deprecation]:
        """None unless the endpoint is deprecated."""
        since = re.fullmatch(r"@(\d+)", self.headers.get("Deprecation", ""))
        if since is None:
            return None
        deprecated_at = datetime.fromtimestamp(int(since[1]), timezone.utc)
        return Deprecation(deprecated_at, _http_date(self.headers.get("Sunset")), self.headers.get("Link"))

    @property
    def retry_after(self) -> Optional[float]:
        """Seconds to wait, from a number or an HTTP date; None if the response has no Retry-After."""
        text = self.headers.get("Retry-After", "")
        if text.isdecimal():
            return float(text)
        at = _http_date(text)
        return None if at is None else max(0.0, (at - datetime.now(timezone.utc)).total_seconds())


def _http_date(text: Optional[str]) -> Optional[datetime]:
    try:
        return parsedate_to_datetime(text or "")
    except (TypeError, ValueError, IndexError):
        return None


class Answer(Dict[str, object]):
    """An answer's members, with the response that brought them."""

    response: Response


class TextAnswer(str):
    """A text, such as CSV, with the response that brought it."""

    response: Response


def response_of(answer: object) -> Optional[Response]:
    """Metadata of the response that brought an answer; None for objects that are not answers."""
    found = getattr(answer, "response", None)
    return found if isinstance(found, Response) else None
