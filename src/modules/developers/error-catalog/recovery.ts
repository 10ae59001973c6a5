import type { DocumentedCode, ErrorCode, ErrorKind } from "../../../http/answers/catalog.ts";

const USER = { users: "/api/partner/users", user_lookup: "/api/partner/user-lookup" };
const CAPABILITIES = { capabilities: "/api/partner/capabilities" };
const STATUS = { status: "/api/partner/status", system_status: "/api/public/system-status" };
const REQUEST = { openapi: "/api/openapi.yaml", reference: "/docs" };
const MUTATION = { ...REQUEST, ledger: "/api/salutes/ledger" };

/** Paths that help a client recover from a code. Answers leave out paths that the build lacks. */
const RECOVERY: Readonly<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  invalid_payload: REQUEST,
  invalid_query: REQUEST,
  idempotency_key_required: REQUEST,
  nonce_required: REQUEST,
  unauthorized: { quickstart: "/api/public/quickstart/verify-key", ...REQUEST },
  forbidden: CAPABILITIES,
  not_found: { ...CAPABILITIES, ...REQUEST },
  method_not_allowed: REQUEST,
  replay_detected: MUTATION,
  idempotency_replay: MUTATION,
  idempotency_conflict: MUTATION,
  state_conflict: { ...USER, balance: "/api/salutes/balance" },
  payload_too_large: REQUEST,
  unsupported_media_type: REQUEST,
  rate_limited: { usage: "/api/partner/analytics/usage" },
  server_error: STATUS,
  db_unavailable: STATUS,
  timeout: STATUS,
  overloaded: STATUS,
  safe_mode: STATUS,
};

/** Recovery links by name: from RECOVERY for shared codes, from the declaration for codes of a module. */
export function resolveRecovery(entry: DocumentedCode | ErrorKind): Readonly<Record<string, string>> {
  if ("recovery" in entry) return entry.recovery;
  return Object.hasOwn(RECOVERY, entry.code) ? RECOVERY[entry.code as ErrorCode] : {};
}
