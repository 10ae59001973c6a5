"""The client."""

from __future__ import annotations

from typing import Sequence

from ._caller import Caller
from ._resources import Resources


class Salute(Resources):
    """salute's partner API. A sandbox key (pk_sandbox_...) goes to the sandbox with the same methods."""

    def __init__(
        self,
        base_url: str,
        key_id: str,
        secret: str,
        *,
        retries: int = 4,
        retry_statuses: Sequence[int] = (429, 503),
        timeout: float = 30.0,
        max_wait: float = 60.0,
    ) -> None:
        """
        base_url: The service's address, such as https://salute.example.
        retries: Tries after the first that was refused or not answered.
        retry_statuses: Statuses that are tried again.
        timeout: Seconds that one try may take.
        max_wait: Longest wait before a try, in seconds; a Retry-After beyond it is not waited for.
        """
        super().__init__(
            Caller(
                base_url,
                key_id,
                secret,
                retries=retries,
                retry_statuses=retry_statuses,
                timeout=timeout,
                max_wait=max_wait,
            )
        )
