"""Client of salute's partner API: signing, nonces, retries, paging, webhook verification. Standard library only."""

from ._client import Salute
from ._errors import SaluteConnectionError, SaluteError
from ._errors_by_code import *  # noqa: F401,F403
from ._errors_by_code import ERRORS_BY_CODE
from ._webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "Salute",
    "SaluteConnectionError",
    "SaluteError",
    "WebhookVerificationError",
    "verify_webhook",
    *sorted(kind.__name__ for kind in ERRORS_BY_CODE.values()),
]
