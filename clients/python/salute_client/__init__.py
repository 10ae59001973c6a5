"""Client of salute's partner API: signing, nonces, retries, paging, webhook verification. Standard library only."""

from ._client import AsyncSalute, Salute
from ._errors import SaluteCallError, SaluteConnectionError, SaluteError, SaluteProxyError
from ._errors_by_code import *  # noqa: F401,F403
from ._errors_by_code import ERRORS_BY_CODE
from ._response import Deprecation, RateLimit, Response, response_of
from ._version import VERSION as __version__
from ._webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncSalute",
    "Deprecation",
    "RateLimit",
    "Response",
    "Salute",
    "SaluteCallError",
    "SaluteConnectionError",
    "SaluteError",
    "SaluteProxyError",
    "WebhookVerificationError",
    "__version__",
    "response_of",
    "verify_webhook",
    *sorted(kind.__name__ for kind in ERRORS_BY_CODE.values()),
]
