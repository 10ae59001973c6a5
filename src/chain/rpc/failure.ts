export type FailureCode =
  | "timeout"
  | "connection_error"
  | "http_error"
  | "rate_limited"
  | "invalid_answer"
  | "behind"
  | "rpc_error"
  | "wrong_chain";

/** A request to an RPC address failed. The code gives the cause; the provider's text is never repeated. */
export class RpcFailure extends Error {
  constructor(
    readonly code: FailureCode,
    /** Milliseconds of rest that the provider asks for; null if it does not. */
    readonly retryAfterMs: number | null = null,
    options: ErrorOptions = {},
  ) {
    super(code, options);
  }
}

/**
 * Retry-After as milliseconds from now: seconds, or an HTTP date (RFC 9110, section 10.2.3); null for anything else.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/** The failure for an HTTP status other than 200. */
export function failureOfStatus(status: number, retryAfter: string | null, nowMs: number): RpcFailure {
  const code = status === 429 || status === 403 ? "rate_limited" : "http_error";
  return new RpcFailure(code, parseRetryAfter(retryAfter, nowMs));
}
