#!/usr/bin/env bash
# Credits ext:demo-user with 25 salutes, signed. Requires bash, openssl and curl. Usage:
#   KEY_ID=pk_live_... SECRET=sk_live_... BASE_URL=http://127.0.0.1:8080 bash sign.sh
set -euo pipefail

sha256() { openssl dgst -sha256 -hex "$@" | sed 's/^.*= *//'; }

# sign METHOD TARGET TIMESTAMP NONCE BODY: HMAC-SHA256 of five lines, the last one the hash of the body.
sign() {
  printf '%s\n%s\n%s\n%s\n%s' "$1" "$2" "$3" "$4" "$(printf '%s' "$5" | sha256)" | sha256 -hmac "$SECRET"
}

# call METHOD TARGET [BODY]: sends a signed request, and prints the answer.
call() {
  local timestamp nonce
  timestamp=$(date +%s)
  nonce=$(openssl rand -hex 16)
  # The Idempotency-Key identifies this intent: store it with the quest and send the same one on every retry. A new key
  # credits again.
  curl -sS -X "$1" "$BASE_URL$2" ${3:+-d "$3"} -w '\n' \
    -H "Content-Type: application/json" \
    -H "X-Partner-Key: $KEY_ID" \
    -H "X-Partner-Timestamp: $timestamp" \
    -H "X-Partner-Nonce: $nonce" \
    -H "X-Partner-Signature: $(sign "$1" "$2" "$timestamp" "$nonce" "${3:-}")" \
    -H "Idempotency-Key: ${IDEMPOTENCY_KEY:-$(openssl rand -hex 16)}"
}

call POST /api/salutes/credit '{"user_id":"ext:demo-user","amount":25,"reason":"quest","source":"campaign-7"}'
