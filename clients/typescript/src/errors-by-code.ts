// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.
import { SaluteError } from "./errors.ts";

/** `batch_refused`: Items of an atomic batch were refused, and nothing was applied */
export class BatchRefusedError extends SaluteError {}

/** `claim_not_found`: No such donation claim */
export class ClaimNotFoundError extends SaluteError {}

/** `conversion_disabled`: Conversion is switched off */
export class ConversionDisabledError extends SaluteError {}

/** `currency_not_supported`: No claim can be issued in this currency */
export class CurrencyNotSupportedError extends SaluteError {}

/** `db_unavailable`: The database could not be written or read */
export class DbUnavailableError extends SaluteError {}

/** `deprecation_not_found`: No such deprecation */
export class DeprecationNotFoundError extends SaluteError {}

/** `events_expired`: The events after this one are no longer kept */
export class EventsExpiredError extends SaluteError {}

/** `external_id_taken`: The external_id belongs to another user */
export class ExternalIdTakenError extends SaluteError {}

/** `forbidden`: The key may not do this */
export class ForbiddenError extends SaluteError {}

/** `idempotency_conflict`: The Idempotency-Key belongs to another payload */
export class IdempotencyConflictError extends SaluteError {}

/** `idempotency_key_required`: Idempotency-Key is missing */
export class IdempotencyKeyRequiredError extends SaluteError {}

/** `idempotency_replay`: This intent was already carried out */
export class IdempotencyReplayError extends SaluteError {}

/** `insufficient_balance`: The balance does not cover the debit */
export class InsufficientBalanceError extends SaluteError {}

/** `invalid_payload`: The body or a header is not valid */
export class InvalidPayloadError extends SaluteError {}

/** `invalid_query`: A query or path parameter is not valid */
export class InvalidQueryError extends SaluteError {}

/** `method_not_allowed`: This path does not take this method */
export class MethodNotAllowedError extends SaluteError {}

/** `nonce_required`: X-Partner-Nonce is missing */
export class NonceRequiredError extends SaluteError {}

/** `not_found`: There is nothing at this address */
export class NotFoundError extends SaluteError {}

/** `overloaded`: Too many connections are open, or too many request bodies are arriving */
export class OverloadedError extends SaluteError {}

/** `payload_too_large`: The body is too large */
export class PayloadTooLargeError extends SaluteError {}

/** `rate_limited`: Too many requests */
export class RateLimitedError extends SaluteError {}

/** `replay_detected`: The nonce was used before */
export class ReplayDetectedError extends SaluteError {}

/** `rpc_unavailable`: The chain cannot be read now */
export class RpcUnavailableError extends SaluteError {}

/** `run_not_found`: No such audit run */
export class RunNotFoundError extends SaluteError {}

/** `safe_mode`: The service takes no changes now */
export class SafeModeError extends SaluteError {}

/** `server_error`: Something failed on our side */
export class ServerError extends SaluteError {}

/** `state_conflict`: The present state does not allow this */
export class StateConflictError extends SaluteError {}

/** `timeout`: No answer came in time */
export class ServerTimeoutError extends SaluteError {}

/** `unauthorized`: The credentials were not accepted */
export class UnauthorizedError extends SaluteError {}

/** `unsupported_media_type`: The body is not declared as JSON */
export class UnsupportedMediaTypeError extends SaluteError {}

/** `user_not_found`: No such user */
export class UserNotFoundError extends SaluteError {}

/** `wallet_not_found`: No such wallet link */
export class WalletNotFoundError extends SaluteError {}

/** `wallet_taken`: The address is linked to another user */
export class WalletTakenError extends SaluteError {}

/** `webhook_not_found`: No such webhook */
export class WebhookNotFoundError extends SaluteError {}

/** Error classes by code. */
export const ERRORS_BY_CODE: Readonly<Record<string, typeof SaluteError>> = {
  batch_refused: BatchRefusedError,
  claim_not_found: ClaimNotFoundError,
  conversion_disabled: ConversionDisabledError,
  currency_not_supported: CurrencyNotSupportedError,
  db_unavailable: DbUnavailableError,
  deprecation_not_found: DeprecationNotFoundError,
  events_expired: EventsExpiredError,
  external_id_taken: ExternalIdTakenError,
  forbidden: ForbiddenError,
  idempotency_conflict: IdempotencyConflictError,
  idempotency_key_required: IdempotencyKeyRequiredError,
  idempotency_replay: IdempotencyReplayError,
  insufficient_balance: InsufficientBalanceError,
  invalid_payload: InvalidPayloadError,
  invalid_query: InvalidQueryError,
  method_not_allowed: MethodNotAllowedError,
  nonce_required: NonceRequiredError,
  not_found: NotFoundError,
  overloaded: OverloadedError,
  payload_too_large: PayloadTooLargeError,
  rate_limited: RateLimitedError,
  replay_detected: ReplayDetectedError,
  rpc_unavailable: RpcUnavailableError,
  run_not_found: RunNotFoundError,
  safe_mode: SafeModeError,
  server_error: ServerError,
  state_conflict: StateConflictError,
  timeout: ServerTimeoutError,
  unauthorized: UnauthorizedError,
  unsupported_media_type: UnsupportedMediaTypeError,
  user_not_found: UserNotFoundError,
  wallet_not_found: WalletNotFoundError,
  wallet_taken: WalletTakenError,
  webhook_not_found: WebhookNotFoundError,
};
