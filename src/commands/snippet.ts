import type { IssuedKey } from "../features/keys/index.ts";

/** A shell snippet that signs a credit for the demo user when it is pasted: bash, openssl and curl. */
export function signedCreditSnippet(baseUrl: string, key: Pick<IssuedKey, "key_id" | "secret">): string {
  return String.raw`KEY='${key.key_id}' SECRET='${key.secret}' BASE='${baseUrl}'
TARGET='/api/salutes/credit' BODY='{"user_id":"ext:demo-user","amount":25,"reason":"quest","source":"campaign-7"}'
TS=$(date +%s) NONCE=$(openssl rand -hex 16)
HASH=$(printf '%s' "$BODY" | openssl dgst -sha256 -hex | sed 's/.*= *//')
SIG=$(printf 'POST\n%s\n%s\n%s\n%s' "$TARGET" "$TS" "$NONCE" "$HASH" | openssl dgst -sha256 -hmac "$SECRET" -hex | sed 's/.*= *//')
curl -sS -X POST "$BASE$TARGET" -H 'Content-Type: application/json' -H "X-Partner-Key: $KEY" -H "X-Partner-Timestamp: $TS" \
  -H "X-Partner-Nonce: $NONCE" -H "X-Partner-Signature: $SIG" -H "Idempotency-Key: $(openssl rand -hex 16)" -d "$BODY"`;
}
