"""Settings of a client."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Optional, Sequence

from ._response import Response

RETRY_STATUSES = (429, 500, 502, 503, 504)


@dataclass(frozen=True)
class Settings:
    base_url: str
    key_id: str
    secret: str
    retry_budget: float
    retries: Optional[int]
    retry_statuses: Sequence[int]
    timeout: float
    on_response: Optional[Callable[[Response], None]]
    sandbox: Optional[str]

    def __post_init__(self) -> None:
        """Raises ValueError that names what is missing or wrong."""
        for name in ("base_url", "key_id", "secret"):
            value = getattr(self, name)
            if not isinstance(value, str) or value.strip() == "":
                raise ValueError(f"{name} is missing: is its setting set?")
        if re.match(r"https?://[^/]", self.base_url) is None:
            raise ValueError(f"base_url must start with https:// or http://, not {self.base_url!r}")
        if self.sandbox is None:
            return
        if re.fullmatch(r"[a-z0-9-]{1,40}", self.sandbox) is None:
            raise ValueError(f"sandbox must be 1 to 40 of a-z, 0-9 and -, not {self.sandbox!r}")
        if not self.key_id.startswith("pk_sandbox_"):
            raise ValueError("sandbox needs a sandbox key, pk_sandbox_...")
