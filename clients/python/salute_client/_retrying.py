"""Decides whether and when a call is sent again."""

from __future__ import annotations

import random
import time
from typing import Optional

from ._errors import SaluteCallError, SaluteConnectionError, SaluteError
from ._settings import Settings

_FIRST_WAIT_SECONDS = 0.1
_LONGEST_WAIT_SECONDS = 8.0


class Retrying:
    """A change keeps its Idempotency-Key, so repeating it is safe."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._started_at = time.monotonic()

    def wait_after(self, failure: SaluteCallError) -> Optional[float]:
        """Seconds before the next attempt; None if there is none."""
        retries = self._settings.retries
        if (retries is not None and failure.attempts > retries) or not self._may_retry(failure):
            return None
        asked = failure.retry_after if isinstance(failure, SaluteError) else None
        wait = _backoff(failure.attempts) + (asked or 0.0)
        spent = time.monotonic() - self._started_at
        return None if spent + wait > self._settings.retry_budget else wait

    def _may_retry(self, failure: SaluteCallError) -> bool:
        if isinstance(failure, SaluteConnectionError):
            return True
        if not isinstance(failure, SaluteError):
            return False
        return failure.status in self._settings.retry_statuses or failure.code == "replay_detected"


def _backoff(attempts: int) -> float:
    """Doubles with each attempt, up to a limit; shortened by up to half at random, so that clients do not return at once."""
    longest = min(_LONGEST_WAIT_SECONDS, _FIRST_WAIT_SECONDS * 2.0 ** min(attempts - 1, 20))
    return longest * (0.5 + random.random() / 2)
