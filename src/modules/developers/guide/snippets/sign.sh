#!/usr/bin/env bash
# Credits ext:demo-user with 25 salutes, signed. Requires bash, openssl and curl. Usage:
#   KEY_ID=pk_live_... SECRET=sk_live_... BASE_URL=http://127.0.0.1:8080 bash sign.sh
set -euo pipefail

sha256() { openssl dgst -sha256 -hex "$@" | sed 's/^.*= *//'; }

# sign METHOD TARGET TIMESTAMP NONCE BODY: HMAC-SHA256 of five lines, the last one the hash of the body.
sign() {
  printf '%s\n%s\n%s\n%s\n%s' "$1" "$2" "$3" "$4" "$(printf '%s' "$5" | sha256)" | sha256 -hmac "$SECRET"
}

target=/api/salutes/credit
body='{"user_id":"ext:demo-user","amount":25,"reason":"quest","source":"campaign-7"}'
timestamp=$(date +%s)
nonce=$(openssl rand -hex 16)
# Identifies this intent: store it with the quest and send the same one on every retry. A new key credits again.
idempotency_key=${IDEMPOTENCY_KEY:-$(openssl rand -hex 16)}

curl -sS -X POST "$BASE_URL$target" -d "$body" -w '\n' \
  -H "Content-Type: application/json" \
  -H "X-Partner-Key: $KEY_ID" \
  -H "X-Partner-Timestamp: $timestamp" \
  -H "X-Partner-Nonce: $nonce" \
  -H "X-Partner-Signature: $(sign POST "$target" "$timestamp" "$nonce" "$body")" \
  -H "Idempotency-Key: $idempotency_key"
