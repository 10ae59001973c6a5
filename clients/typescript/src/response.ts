import type { SaluteCall } from "./call.ts";

export interface RateLimit {
  /** Requests per minute. */
  limit: number;
  /** Requests left in this minute. */
  remaining: number;
  /** End of this minute. */
  resetsAt: Date;
}

/** Withdrawal of the endpoint (RFC 9745, RFC 8594). */
export interface Deprecation {
  deprecatedAt: Date;
  /** Time from which it answers 410. */
  sunsetAt: Date | null;
  /** Links to the notice and the replacement, as in the header. */
  link: string | null;
}

/** Metadata of the last response to a call. */
export interface SaluteResponse extends SaluteCall {
  status: number;
  /** Names the request in the server's log. */
  requestId: string;
  rateLimit: RateLimit | null;
  /** Null unless the endpoint is deprecated. */
  deprecation: Deprecation | null;
  /** Seconds to wait; null if the response has no Retry-After. */
  retryAfter: number | null;
  headers: Headers;
}

const responses = new WeakMap<object, SaluteResponse>();

/** Metadata of the response that brought an answer; null for objects that are not answers. */
export function responseOf(answer: object): SaluteResponse | null {
  return responses.get(answer) ?? null;
}

export function keepResponse(answer: object, response: SaluteResponse): void {
  responses.set(answer, response);
}

export function readResponse(call: SaluteCall, { status, headers }: Response): SaluteResponse {
  return {
    ...call,
    status,
    requestId: headers.get("x-request-id") ?? "",
    rateLimit: readRateLimit(headers),
    deprecation: readDeprecation(headers),
    retryAfter: readRetryAfter(headers.get("retry-after")),
    headers,
  };
}

function readRateLimit(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
    Number.parseInt(headers.get(`x-ratelimit-${name}`) ?? "", 10),
  );
  if (!(Number.isFinite(limit) && Number.isFinite(remaining) && Number.isFinite(reset))) return null;
  return { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1000) };
}

function readDeprecation(headers: Headers): Deprecation | null {
  const seconds = /^@(\d+)$/.exec(headers.get("deprecation") ?? "")?.[1];
  if (seconds === undefined) return null;
  const sunset = Date.parse(headers.get("sunset") ?? "");
  return {
    deprecatedAt: new Date(Number(seconds) * 1000),
    sunsetAt: Number.isNaN(sunset) ? null : new Date(sunset),
    link: headers.get("link"),
  };
}

/** Seconds, from a number or an HTTP date. */
function readRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}
