"""Why a call failed."""

from __future__ import annotations

from typing import Dict, List, Optional


class SaluteError(Exception):
    """The service refused a request. Every code has a class of its own."""

    def __init__(self, status: int, body: Dict[str, object], retry_after: Optional[float] = None) -> None:
        self.status = status
        self.body = body
        """The whole body of the answer."""
        self.code = str(body.get("error", f"http_{status}"))
        """The code to branch on, such as 'insufficient_balance'."""
        self.message = str(body.get("message", "The answer is none of salute's."))
        self.request_id = str(body.get("request_id", ""))
        """Names the request in the server's log."""
        details = body.get("details")
        self.details: List[Dict[str, str]] = details if isinstance(details, list) else []
        """The faults of a request that was refused with 400: field and message."""
        retry_class = body.get("retry_class")
        self.retry_class: Optional[str] = retry_class if isinstance(retry_class, str) else None
        self.retry_after = retry_after
        """Seconds, where the answer named them."""
        super().__init__(f"{self.code}: {self.message} ({self.request_id})")


class SaluteConnectionError(Exception):
    """No answer arrived, however often it was tried; __cause__ says why."""
