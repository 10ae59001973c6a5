import type { TSchema } from "@sinclair/typebox";

export type RetryClass = "retry_after" | "retryable" | "new_nonce" | "safe_no_op" | "fail_fast";

export interface CatalogEntry {
  title: string;
  category: string;
  http_status: number;
  retry_class: RetryClass;
  retry_behavior: string;
  retry_after_seconds: number | null;
}

function entry(
  http_status: number,
  category: string,
  retry_class: RetryClass,
  title: string,
  retry_behavior: string,
  retry_after_seconds: number | null = null,
): CatalogEntry {
  return { title, category, http_status, retry_class, retry_behavior, retry_after_seconds };
}

const SAME_KEY = "keep the Idempotency-Key (it names the intent) and take a new nonce and timestamp";

/** Every shared error code, with the right reaction of a client (contract sections 2 and 4). */
export const CATALOG = {
  invalid_payload: entry(
    400,
    "validation",
    "fail_fast",
    "The body or a header is not valid",
    "Correct the fields that details names, then send again with the same Idempotency-Key.",
  ),
  invalid_query: entry(
    400,
    "validation",
    "fail_fast",
    "A query or path parameter is not valid",
    "Correct the parameters that details names.",
  ),
  idempotency_key_required: entry(
    400,
    "validation",
    "fail_fast",
    "Idempotency-Key is missing",
    "Send an Idempotency-Key of 1 to 255 visible ASCII characters, one for each intent.",
  ),
  nonce_required: entry(
    400,
    "validation",
    "fail_fast",
    "X-Partner-Nonce is missing",
    "Send a fresh hex nonce of 16 to 128 characters, and sign it.",
  ),
  unauthorized: entry(
    401,
    "authentication",
    "fail_fast",
    "The credentials were not accepted",
    "Check key id, secret, clock (300 s) and the canonical string; do not retry unchanged.",
  ),
  forbidden: entry(
    403,
    "authorization",
    "fail_fast",
    "The key may not do this",
    "Ask for the scope or address, or use the key or route that the message names.",
  ),
  not_found: entry(
    404,
    "not_found",
    "fail_fast",
    "There is nothing at this address",
    "Check the path against the OpenAPI document.",
  ),
  method_not_allowed: entry(
    405,
    "protocol",
    "fail_fast",
    "This path does not take this method",
    "Use a method that the Allow header names.",
  ),
  replay_detected: entry(
    409,
    "idempotency",
    "new_nonce",
    "The nonce was used before",
    `Retry once: ${SAME_KEY}.`,
  ),
  idempotency_replay: entry(
    409,
    "idempotency",
    "safe_no_op",
    "This intent was already carried out",
    "Treat as success: original holds the first answer.",
  ),
  idempotency_conflict: entry(
    409,
    "idempotency",
    "fail_fast",
    "The Idempotency-Key belongs to another payload",
    "Never reuse a key for another payload: a new intent takes a new key.",
  ),
  state_conflict: entry(
    409,
    "state",
    "fail_fast",
    "The present state does not allow this",
    "Read the state that the message names, and act on it.",
  ),
  payload_too_large: entry(413, "validation", "fail_fast", "The body is too large", "Send a smaller body."),
  unsupported_media_type: entry(
    415,
    "protocol",
    "fail_fast",
    "The body is not declared as JSON",
    "Send Content-Type: application/json.",
  ),
  rate_limited: entry(
    429,
    "throttling",
    "retry_after",
    "Too many requests",
    `Wait for Retry-After seconds; when a mutation is retried, ${SAME_KEY}.`,
    60,
  ),
  server_error: entry(
    500,
    "server",
    "retryable",
    "Something failed on our side",
    `Retry with capped exponential backoff and report request_id; when a mutation is retried, ${SAME_KEY}.`,
  ),
  db_unavailable: entry(
    503,
    "availability",
    "retryable",
    "The database could not be written or read",
    `Retry with jittered backoff (1, 2, 4, 8 s, at most 30 s); when a mutation is retried, ${SAME_KEY}.`,
    1,
  ),
  overloaded: entry(
    503,
    "availability",
    "retry_after",
    "Too many request bodies are arriving at once",
    `Wait for Retry-After seconds, then ${SAME_KEY}.`,
    2,
  ),
  safe_mode: entry(
    503,
    "availability",
    "retry_after",
    "The service takes no changes now",
    `Reads work; wait for Retry-After seconds, then ${SAME_KEY}.`,
    60,
  ),
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof CATALOG;

/** A code with its description. */
export interface ErrorKind extends CatalogEntry {
  code: string;
  /** Further links for a client that met it: names to path templates. */
  recovery: Readonly<Record<string, string>>;
  /** Further members of its body, each optional, with an example in `examples`. */
  members: Readonly<Record<string, TSchema>>;
}

/** A shared code by name, or a module's own. */
export type ErrorRef = ErrorCode | ErrorKind;

type Declared = Pick<CatalogEntry, "http_status" | "category" | "retry_class" | "title" | "retry_behavior"> &
  Partial<Pick<ErrorKind, "retry_after_seconds" | "recovery" | "members">>;

/** Declares a module's own codes; operations list them in `errors`, and `Problem` accepts them. */
export function defineErrors<const Entries extends Record<string, Declared>>(
  entries: Entries,
): { readonly [Code in keyof Entries]: ErrorKind } {
  return Object.fromEntries(
    Object.entries(entries).map(([code, declared]) => [
      code,
      { retry_after_seconds: null, recovery: {}, members: {}, ...declared, code },
    ]),
  ) as { [Code in keyof Entries]: ErrorKind };
}

/** A code of an operation with its description. */
export type DocumentedCode = CatalogEntry & Pick<ErrorKind, "code" | "members">;

/** The entry of a shared or a module's own code. */
export function entryOf(ref: ErrorRef): DocumentedCode {
  return typeof ref === "string" ? { code: ref, members: {}, ...CATALOG[ref] } : ref;
}
