import { isoUtc } from "../kit/clock.ts";
import { sha256Hex } from "../kit/crypto/seal.ts";
import { type CanonicalMember, canonicalMembers, canonicalObject } from "../kit/formats/canonical-json.ts";
import { JsonError, type JsonLimits, parseJsonObject } from "../kit/formats/json.ts";
import { Problem } from "./answers/problem.ts";
import type { Target } from "./target.ts";

/** What a change asks for. Requests with the same key and the same payload are one intent (contract section 20). */
export interface Payload {
  /** Method and path template. */
  operation: string;
  /** SHA-256 of method, target and the body's RFC 8785 form; of its bytes if it has none. */
  hash: string;
  /** The body's top-level fields; none if it has no RFC 8785 form. */
  fields: readonly CanonicalMember[];
  /** Whether a record with this hash is of the same payload; earlier records hold the hash of the bytes. */
  matches(recordedHash: string): boolean;
}

/** The first request with an idempotency key, compared with another one. */
export interface FirstRequest {
  isSame: boolean;
  /** Unix milliseconds. */
  createdAt: number;
  /** Method and path template; null if no longer known. */
  operation: string | null;
  ledgerEntryId: number | null;
  /** Names of the top-level fields that differ; null if no longer known. */
  differs: readonly string[] | null;
}

/** A change as it was sent. */
interface SentChange {
  operation: string;
  body: Uint8Array;
  bodyLimits?: JsonLimits | undefined;
  exchange: { method: string; target: Target };
}

/**
 * The payload of a partner's or operator's change.
 * @param value the body as it was parsed; without it, the bytes are parsed here
 */
export function toPayload(change: SentChange, value: unknown = parsed(change)): Payload {
  const { body, exchange, operation } = change;
  const subject = `${exchange.method}\n${exchange.target.whole}`;
  const hashOfBytes = () => new Bun.CryptoHasher("sha256").update(`${subject}\n`).update(body).digest("hex");
  const known = jsonPayload({ operation, subject, value });
  const { fields = [], hash = hashOfBytes() } = known ?? {};
  return { operation, hash, fields, matches: (recorded) => recorded === hash || recorded === hashOfBytes() };
}

interface JsonPayload {
  operation: string;
  /** What the body is sent to. */
  subject: string;
  value: unknown;
}

/** The payload of a JSON object; null for other values and those without an RFC 8785 form. */
export function jsonPayload({ operation, subject, value }: JsonPayload): Payload | null {
  if (typeof value !== "object" || value === null) return null;
  try {
    const fields = canonicalMembers(value);
    const hash = sha256Hex(`${subject}\n${canonicalObject(fields)}`);
    return { operation, hash, fields, matches: (recorded) => recorded === hash };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Null if the body is not JSON. An empty body is read as an empty object, as operations do. */
function parsed({ body, bodyLimits }: SentChange): unknown {
  try {
    return body.length === 0 ? {} : parseJsonObject(body, bodyLimits);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

/**
 * The refusal of a payload whose key belongs to another one. It names fields, never values.
 * @param keyName where the caller sent the key
 */
export function idempotencyConflict(
  first: FirstRequest,
  payload: Payload,
  keyName: "Idempotency-Key" | "idempotency_key" = "Idempotency-Key",
): Problem {
  const { createdAt, differs, ledgerEntryId, operation } = first;
  const created_at_utc = isoUtc(createdAt);
  const entry = ledgerEntryId === null ? "" : ` (ledger entry ${ledgerEntryId})`;
  return new Problem(
    "idempotency_conflict",
    `For a retry send the first payload again: this ${keyName} belongs to ${operation ?? "a request"} of ${created_at_utc}${entry}, ${describeDifference(first, payload)}; a new key is right only for a new intent.`,
    { extra: { conflict: { created_at_utc, operation, ledger_entry_id: ledgerEntryId, differs } } },
  );
}

function describeDifference({ differs, operation }: FirstRequest, payload: Payload): string {
  if (operation !== null && operation !== payload.operation) return `and this one is ${payload.operation}`;
  if (differs === null) return "whose payload was another";
  if (differs.length === 0) return "whose path or query was another";
  return `which differs in ${differs.join(", ")}`;
}
