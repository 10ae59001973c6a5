import { canonicalString } from "../../kit/crypto/canonical-string.ts";
import { equalConstantTime, hmacSha256Hex } from "../../kit/crypto/seal.ts";
import type { AddressSet } from "../../kit/network/addresses.ts";
import { invalidPayload, Problem } from "../answers/problem.ts";
import type { Exchange } from "../exchange.ts";
import type { KeyFacts, KeyMode } from "./actor.ts";

/** A partner's key with its opened secrets, for authentication. */
export interface PartnerKey extends KeyFacts {
  keyId: string;
  partner: string;
  /** The partner's id in the file with its state. */
  partnerId: number;
  mode: KeyMode;
  disabled: boolean;
  secret: string;
  /** Valid in addition to `secret` until `previousSecretExpiresAt` (Unix milliseconds), after a rotation. */
  previousSecret: string | null;
  previousSecretExpiresAt: number;
  allowedAddresses: AddressSet;
  rateLimitPerMinute: number | null;
}

/** Finds a key by its id; null for an unknown one. */
export type FindKey = (keyId: string) => PartnerKey | null;

export const MAX_SKEW_SECONDS = 300;
const VERSION_HEADER = "x-partner-signature-version";
/** Used if there is no secret, so that the check takes as long. */
const STAND_IN_SECRET = "sk_stand_in_for_no_secret_at_all";

/** The sixth line for the request's version; null if it has five. @throws Problem invalid_payload */
function sixthLine({ headers }: Request): string | null {
  const version = headers.get(VERSION_HEADER);
  if (version === null) return null;
  if (version === "2") return headers.get("idempotency-key") ?? "";
  throw invalidPayload("X-Partner-Signature-Version", "must be 2, or left out");
}

const RESPELLED = /%(27|22|3C|3E|7B|7D|5E|60)/gi;

/**
 * The spellings of a target that a signature may cover. The runtime's URL parser percent-encodes ' " < > { } ^ `; a
 * client may have sent them unencoded. No other alternative is accepted.
 */
export function targetSpellings(target: string): string[] {
  if (!target.includes("%")) return [target];
  const plain = target.replace(RESPELLED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return plain === target ? [target] : [target, plain];
}

/** The parts of an exchange that a signature covers, and its time. */
type SignedParts = Pick<Exchange, "request" | "method" | "target" | "now">;

/**
 * Finds and verifies the key of a signed request.
 * @throws Problem unauthorized, or invalid_payload for an unknown version. Unknown keys and wrong signatures give the
 *   same answer in the same time.
 */
export function authenticate(
  { request, method, target: { whole: target }, now: nowMs }: SignedParts,
  body: Uint8Array,
  findKey: FindKey,
): PartnerKey {
  const { headers } = request;
  const keyId = headers.get("x-partner-key");
  const timestamp = headers.get("x-partner-timestamp");
  const signature = headers.get("x-partner-signature");
  if (keyId === null || timestamp === null || signature === null) {
    throw new Problem("unauthorized", "Send X-Partner-Key, X-Partner-Timestamp and X-Partner-Signature.");
  }
  // In whole seconds, as the header has them.
  const now = Math.floor(nowMs / 1000);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > MAX_SKEW_SECONDS)
    throw staleTimestamp(timestamp, nowMs);
  const sixth = sixthLine(request);
  const key = findKey(keyId);
  const nonce = headers.get("x-partner-nonce") ?? "";
  const previous = key !== null && nowMs < key.previousSecretExpiresAt ? key.previousSecret : null;
  for (const spelling of targetSpellings(target)) {
    const canonical = canonicalString(method, spelling, timestamp, nonce, body, sixth);
    const isRight =
      signedWith(key?.secret ?? null, canonical, signature) || signedWith(previous, canonical, signature);
    if (key !== null && isRight) return key;
  }
  // Holders of a sandbox key may see the server's string; it reveals no secret.
  const extra = keyId.startsWith("pk_sandbox_")
    ? { canonical: canonicalString(method, target, timestamp, nonce, body, sixth) }
    : {};
  throw new Problem("unauthorized", "Check the key id, the secret and the canonical string that is signed.", {
    extra,
  });
}

/** Milliseconds instead of seconds are the most common mistake. */
function staleTimestamp(timestamp: string, nowMs: number): Problem {
  const now = Math.floor(nowMs / 1000);
  const wanted = `Send X-Partner-Timestamp as Unix seconds within ${MAX_SKEW_SECONDS} s of now`;
  if (!/^\d{1,16}$/.test(timestamp))
    return new Problem("unauthorized", `${wanted}: the server's time is ${now}.`, {
      extra: { server_time: now, skew_seconds: null },
    });
  const isMilliseconds = Math.abs(nowMs - Number(timestamp)) <= MAX_SKEW_SECONDS * 1000;
  const skew = Number(timestamp) - now;
  const why = isMilliseconds
    ? "this one is in milliseconds"
    : `this one is ${Math.abs(skew)} s ${skew < 0 ? "behind" : "ahead"}`;
  return new Problem("unauthorized", `${wanted}: the server's time is ${now}, ${why}.`, {
    extra: { server_time: now, skew_seconds: isMilliseconds ? null : skew },
  });
}

/** A null secret signs nothing but takes as long, so that callers learn nothing about keys or rotations. */
function signedWith(secret: string | null, canonical: string, signature: string): boolean {
  const isRight = equalConstantTime(hmacSha256Hex(secret ?? STAND_IN_SECRET, canonical), signature);
  return isRight && secret !== null;
}
