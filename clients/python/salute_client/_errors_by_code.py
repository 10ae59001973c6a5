"""Written by `bun run clients` from the OpenAPI document; change the generator, not this file."""

from __future__ import annotations

from typing import Dict, Type

from ._errors import SaluteError


class BatchRefusedError(SaluteError):
    """batch_refused: Items of an atomic batch were refused, and nothing was applied"""


class ClaimNotFoundError(SaluteError):
    """claim_not_found: No such donation claim"""


class ConversionDisabledError(SaluteError):
    """conversion_disabled: Conversion is switched off"""


class CurrencyNotSupportedError(SaluteError):
    """currency_not_supported: No claim can be issued in this currency"""


class DbUnavailableError(SaluteError):
    """db_unavailable: The database could not be written or read"""


class DeprecationNotFoundError(SaluteError):
    """deprecation_not_found: No such deprecation"""


class EventsExpiredError(SaluteError):
    """events_expired: The events after this one are no longer kept"""


class ExternalIdTakenError(SaluteError):
    """external_id_taken: The external_id belongs to another user"""


class ForbiddenError(SaluteError):
    """forbidden: The key may not do this"""


class IdempotencyConflictError(SaluteError):
    """idempotency_conflict: The Idempotency-Key belongs to another payload"""


class IdempotencyKeyRequiredError(SaluteError):
    """idempotency_key_required: Idempotency-Key is missing"""


class IdempotencyReplayError(SaluteError):
    """idempotency_replay: This intent was already carried out"""


class InsufficientBalanceError(SaluteError):
    """insufficient_balance: The balance does not cover the debit"""


class InvalidPayloadError(SaluteError):
    """invalid_payload: The body or a header is not valid"""


class InvalidQueryError(SaluteError):
    """invalid_query: A query or path parameter is not valid"""


class MethodNotAllowedError(SaluteError):
    """method_not_allowed: This path does not take this method"""


class NonceRequiredError(SaluteError):
    """nonce_required: X-Partner-Nonce is missing"""


class NotFoundError(SaluteError):
    """not_found: There is nothing at this address"""


class OverloadedError(SaluteError):
    """overloaded: Too many connections are open, or too many request bodies are arriving"""


class PayloadTooLargeError(SaluteError):
    """payload_too_large: The body is too large"""


class RateLimitedError(SaluteError):
    """rate_limited: Too many requests"""


class ReplayDetectedError(SaluteError):
    """replay_detected: The nonce was used before"""


class RpcUnavailableError(SaluteError):
    """rpc_unavailable: The chain cannot be read now"""


class RunNotFoundError(SaluteError):
    """run_not_found: No such audit run"""


class SafeModeError(SaluteError):
    """safe_mode: The service takes no changes now"""


class ServerError(SaluteError):
    """server_error: Something failed on our side"""


class StateConflictError(SaluteError):
    """state_conflict: The present state does not allow this"""


class ServerTimeoutError(SaluteError):
    """timeout: No answer came in time"""


class UnauthorizedError(SaluteError):
    """unauthorized: The credentials were not accepted"""


class UnsupportedMediaTypeError(SaluteError):
    """unsupported_media_type: The body is not declared as JSON"""


class UserNotFoundError(SaluteError):
    """user_not_found: No such user"""


class WalletNotFoundError(SaluteError):
    """wallet_not_found: No such wallet link"""


class WalletTakenError(SaluteError):
    """wallet_taken: The address is linked to another user"""


class WebhookNotFoundError(SaluteError):
    """webhook_not_found: No such webhook"""


ERRORS_BY_CODE: Dict[str, Type[SaluteError]] = {
    "batch_refused": BatchRefusedError,
    "claim_not_found": ClaimNotFoundError,
    "conversion_disabled": ConversionDisabledError,
    "currency_not_supported": CurrencyNotSupportedError,
    "db_unavailable": DbUnavailableError,
    "deprecation_not_found": DeprecationNotFoundError,
    "events_expired": EventsExpiredError,
    "external_id_taken": ExternalIdTakenError,
    "forbidden": ForbiddenError,
    "idempotency_conflict": IdempotencyConflictError,
    "idempotency_key_required": IdempotencyKeyRequiredError,
    "idempotency_replay": IdempotencyReplayError,
    "insufficient_balance": InsufficientBalanceError,
    "invalid_payload": InvalidPayloadError,
    "invalid_query": InvalidQueryError,
    "method_not_allowed": MethodNotAllowedError,
    "nonce_required": NonceRequiredError,
    "not_found": NotFoundError,
    "overloaded": OverloadedError,
    "payload_too_large": PayloadTooLargeError,
    "rate_limited": RateLimitedError,
    "replay_detected": ReplayDetectedError,
    "rpc_unavailable": RpcUnavailableError,
    "run_not_found": RunNotFoundError,
    "safe_mode": SafeModeError,
    "server_error": ServerError,
    "state_conflict": StateConflictError,
    "timeout": ServerTimeoutError,
    "unauthorized": UnauthorizedError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "user_not_found": UserNotFoundError,
    "wallet_not_found": WalletNotFoundError,
    "wallet_taken": WalletTakenError,
    "webhook_not_found": WebhookNotFoundError,
}
"""Error classes by code."""
