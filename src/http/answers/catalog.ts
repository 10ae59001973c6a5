import type { TSchema } from "@sinclair/typebox";

export type RetryClass = "retry_after" | "retryable" | "safe_no_op" | "fail_fast";

export interface CatalogEntry {
  title: string;
  category: string;
  http_status: number;
  retry_class: RetryClass;
  retry_behavior: string;
  retry_after_seconds: number | null;
}

/** An entry with its members in the published order. */
function entry({
  title,
  category,
  http_status,
  retry_class,
  retry_behavior,
  retry_after_seconds = null,
}: Omit<CatalogEntry, "retry_after_seconds"> & { retry_after_seconds?: number | null }): CatalogEntry {
  return { title, category, http_status, retry_class, retry_behavior, retry_after_seconds };
}

const SAME_KEY = "keep the Idempotency-Key (it names the intent) and take a new nonce and timestamp";

/** Every shared error code, with the right reaction of a client (contract sections 2 and 4). */
export const CATALOG = {
  invalid_payload: entry({
    http_status: 400,
    category: "validation",
    retry_class: "fail_fast",
    title: "The body or a header is not valid",
    retry_behavior: "Correct the fields that details names, then send again with the same Idempotency-Key.",
  }),
  invalid_query: entry({
    http_status: 400,
    category: "validation",
    retry_class: "fail_fast",
    title: "A query or path parameter is not valid",
    retry_behavior: "Correct the parameters that details names.",
  }),
  idempotency_key_required: entry({
    http_status: 400,
    category: "validation",
    retry_class: "fail_fast",
    title: "Idempotency-Key is missing",
    retry_behavior: "Send an Idempotency-Key of 1 to 255 visible ASCII characters, one for each intent.",
  }),
  nonce_required: entry({
    http_status: 400,
    category: "validation",
    retry_class: "fail_fast",
    title: "X-Partner-Nonce is missing",
    retry_behavior: "Send a fresh hex nonce of 16 to 128 characters, and sign it.",
  }),
  unauthorized: entry({
    http_status: 401,
    category: "authentication",
    retry_class: "fail_fast",
    title: "The credentials were not accepted",
    retry_behavior: "Check key id, secret, clock (300 s) and the canonical string; do not retry unchanged.",
  }),
  forbidden: entry({
    http_status: 403,
    category: "authorization",
    retry_class: "fail_fast",
    title: "The key may not do this",
    retry_behavior: "Ask for the scope or address, or use the key or route that the message names.",
  }),
  not_found: entry({
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "There is nothing at this address",
    retry_behavior: "Check the path against the OpenAPI document.",
  }),
  method_not_allowed: entry({
    http_status: 405,
    category: "protocol",
    retry_class: "fail_fast",
    title: "This path does not take this method",
    retry_behavior: "Use a method that the Allow header names.",
  }),
  replay_detected: entry({
    http_status: 409,
    category: "idempotency",
    retry_class: "retryable",
    title: "The nonce was used before",
    retry_behavior: `Retry once: ${SAME_KEY}.`,
  }),
  idempotency_replay: entry({
    http_status: 409,
    category: "idempotency",
    retry_class: "safe_no_op",
    title: "This intent was already carried out",
    retry_behavior: "Treat as success: original holds the first answer.",
  }),
  idempotency_conflict: entry({
    http_status: 409,
    category: "idempotency",
    retry_class: "fail_fast",
    title: "The Idempotency-Key belongs to another payload",
    retry_behavior:
      "For a retry send the first payload again: conflict names what differs. A new key is right only for a new intent; the same intent under another key would act twice.",
  }),
  state_conflict: entry({
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The present state does not allow this",
    retry_behavior: "Read the state that the message names, and act on it.",
  }),
  payload_too_large: entry({
    http_status: 413,
    category: "validation",
    retry_class: "fail_fast",
    title: "The body is too large",
    retry_behavior: "Send a smaller body.",
  }),
  unsupported_media_type: entry({
    http_status: 415,
    category: "protocol",
    retry_class: "fail_fast",
    title: "The body is not declared as JSON",
    retry_behavior: "Send Content-Type: application/json.",
  }),
  rate_limited: entry({
    http_status: 429,
    category: "throttling",
    retry_class: "retry_after",
    title: "Too many requests",
    retry_behavior: `Wait for Retry-After seconds; when a mutation is retried, ${SAME_KEY}.`,
    retry_after_seconds: 60,
  }),
  server_error: entry({
    http_status: 500,
    category: "server",
    retry_class: "retryable",
    title: "Something failed on our side",
    retry_behavior: `Retry with capped exponential backoff and report request_id; when a mutation is retried, ${SAME_KEY}.`,
  }),
  db_unavailable: entry({
    http_status: 503,
    category: "availability",
    retry_class: "retryable",
    title: "The database could not be written or read",
    retry_behavior: `Retry with jittered backoff (1, 2, 4, 8 s, at most 30 s); when a mutation is retried, ${SAME_KEY}.`,
    retry_after_seconds: 1,
  }),
  timeout: entry({
    http_status: 504,
    category: "availability",
    retry_class: "retryable",
    title: "No answer came in time",
    retry_behavior: `Retry with jittered backoff: the request may have been carried out, so when a mutation is retried, ${SAME_KEY}.`,
  }),
  overloaded: entry({
    http_status: 503,
    category: "availability",
    retry_class: "retry_after",
    title: "Too many connections are open, or too many request bodies are arriving",
    retry_behavior: `Wait for Retry-After seconds, then ${SAME_KEY}.`,
    retry_after_seconds: 2,
  }),
  safe_mode: entry({
    http_status: 503,
    category: "availability",
    retry_class: "retry_after",
    title: "The service takes no changes now",
    retry_behavior: `Reads work; wait for Retry-After seconds, then ${SAME_KEY}.`,
    retry_after_seconds: 60,
  }),
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof CATALOG;

/** A code with its description. */
export interface ErrorKind extends CatalogEntry {
  code: string;
  /** Further links for a client that met it: names to path templates. */
  recovery: Readonly<Record<string, string>>;
  /** Further members of its body, each optional, with an example in `examples`. */
  members: Readonly<Record<string, TSchema>>;
  /** Statuses that it may have instead of `http_status`. */
  otherStatuses: readonly number[];
}

/** A shared code by name, or a module's own. */
export type ErrorRef = ErrorCode | ErrorKind;

type ErrorDeclaration = Pick<
  CatalogEntry,
  "http_status" | "category" | "retry_class" | "title" | "retry_behavior"
> &
  Partial<Pick<ErrorKind, "retry_after_seconds" | "recovery" | "members" | "otherStatuses">>;

/** Declares a module's own codes; operations list them in `errors`, and `Problem` accepts them. */
export function defineErrors<const Entries extends Record<string, ErrorDeclaration>>(
  entries: Entries,
): { readonly [Code in keyof Entries]: ErrorKind } {
  return Object.fromEntries(
    Object.entries(entries).map(([code, declared]) => [
      code,
      { retry_after_seconds: null, recovery: {}, members: {}, otherStatuses: [], ...declared, code },
    ]),
  ) as { [Code in keyof Entries]: ErrorKind };
}

/** A code of an operation with its description. */
export type DocumentedCode = CatalogEntry & Pick<ErrorKind, "code" | "members" | "otherStatuses">;

const entries = new Map<ErrorCode, DocumentedCode>();

/** The entry of a shared or a module's own code; the same object at each call. */
export function toDocumentedCode(ref: ErrorRef): DocumentedCode {
  if (typeof ref !== "string") return ref;
  const entry = entries.get(ref) ?? { code: ref, members: {}, otherStatuses: [], ...CATALOG[ref] };
  entries.set(ref, entry);
  return entry;
}
