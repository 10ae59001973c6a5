import { canonicalString } from "../../../kit/crypto/canonical-string.ts";
import { hmacSha256Hex } from "../../../kit/crypto/seal.ts";

/** A signed example request against which readers can check their code. Its key exists on no server. */
const REQUEST = {
  keyId: "pk_live_3f9c1b7a5d2e4860",
  secret: "sk_live_4pQm0s8Vn2Yx6KfTzB1cRw7HdLj5GaEuNi3OyXqPvSk",
  method: "POST",
  target: "/api/salutes/credit",
  timestamp: "1795300003",
  nonce: "9f86d081884c7d659a2feaa0c55ad015",
  idempotencyKey: "0d5b1a1e-2a74-4f5e-8f1c-6f1b0f3d9a10",
  body: '{"user_id":"1","amount":25,"reason":"quest","source":"campaign-7"}',
};

const { method, target, timestamp, nonce, body } = REQUEST;
const canonical = canonicalString(method, target, timestamp, nonce, new TextEncoder().encode(body));

export const WORKED_EXAMPLE = { ...REQUEST, canonical, signature: hmacSha256Hex(REQUEST.secret, canonical) };

/** Response to the example, if user 1 had 100 salutes. */
export const WORKED_ANSWER = {
  success: true,
  user_id: "1",
  balance: 125,
  delta: 25,
  ledger_entry_id: 1,
  idempotency_key: REQUEST.idempotencyKey,
  metadata: null,
};
