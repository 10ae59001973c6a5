import { parseTarget } from "../../http/target.ts";
import { SECOND_MS, systemClock } from "../../kit/clock.ts";
import { canonicalString } from "../../kit/crypto/canonical-string.ts";
import { hmacSha256Hex } from "../../kit/crypto/seal.ts";
import type { Caller } from "./caller.ts";

/** A request before it is signed. */
export interface PlainRequest {
  method: string;
  /** Path and query. */
  target: string;
  body: Uint8Array | null;
  /** Null to send none. */
  nonce: string | null;
  /** Null to send none. */
  idempotencyKey: string | null;
}

/** Address and headers of a request, signed now. */
export function signRequest(
  { key, secret, baseUrl }: Caller,
  { method, target, body, nonce, idempotencyKey }: PlainRequest,
): { url: string; headers: [string, string][] } {
  const url = new URL(baseUrl + target);
  url.hash = "";
  const timestamp = String(Math.floor(systemClock.now() / SECOND_MS));
  // The spelling that is sent, the URL parser's, is also signed.
  const signed = parseTarget(url.href).whole;
  const canonical = canonicalString(method, signed, timestamp, nonce ?? "", body ?? new Uint8Array(0));
  return {
    url: url.href,
    headers: [
      ["X-Partner-Key", key],
      ["X-Partner-Timestamp", timestamp],
      ...(nonce === null ? [] : [["X-Partner-Nonce", nonce] as [string, string]]),
      ["X-Partner-Signature", hmacSha256Hex(secret, canonical)],
      ...(idempotencyKey === null ? [] : [["Idempotency-Key", idempotencyKey] as [string, string]]),
    ],
  };
}
