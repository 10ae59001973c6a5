"""Exceptions of calls."""

from __future__ import annotations

from typing import Dict, List, Mapping, Optional

from ._response import Call, Response


class SaluteCallError(Exception):
    """A call failed. To try again later, repeat it with the same idempotency_key: a new key acts again."""

    def __init__(self, message: str, call: Call) -> None:
        super().__init__(message)
        self.call = call
        self.method = call.method
        self.target = call.target
        """Path and query."""
        self.idempotency_key: Optional[str] = call.idempotency_key
        """None for reads."""
        self.attempts = call.attempts
        """Requests sent."""


class SaluteError(SaluteCallError):
    """The service refused a request. Every code has its own class."""

    def __init__(self, code: str, message: str, response: Response, body: Mapping[str, object]) -> None:
        self.code = code
        """The code to branch on, such as 'insufficient_balance'."""
        self.message = message
        self.response = response
        self.status = response.status
        self.body = body
        """The whole body of the response."""
        self.request_id = str(body.get("request_id", response.request_id))
        """Names the request in the server's log."""
        details = body.get("details")
        self.details: List[Dict[str, str]] = details if isinstance(details, list) else []
        """The faults of a request that was refused with 400: field and message."""
        retry_class = body.get("retry_class")
        self.retry_class: Optional[str] = retry_class if isinstance(retry_class, str) else None
        self.retry_after = response.retry_after
        """Seconds; None if the response names none."""
        request = f", request {self.request_id}" if self.request_id else ""
        super().__init__(f"{code}: {message} ({response.call}{request})", response.call)


class SaluteProxyError(SaluteError):
    """A proxy or load balancer answered in place of salute, usually with an HTML page."""


class SaluteConnectionError(SaluteCallError):
    """No response arrived; __cause__ says why. A change may have been made all the same."""

    def __init__(self, call: Call, cause: Exception) -> None:
        super().__init__(f"no response to {call}: {str(cause) or type(cause).__name__}", call)
