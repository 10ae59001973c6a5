#!/usr/bin/env bash
# Verifies a stored delivery: its raw body on standard input, its headers in the environment. Requires bash and
# openssl. Prints "genuine" and the event's id: drop ids that you have taken. Usage with X-Webhook-Signature, or with
# webhook-signature:
#   SECRETS=whsec_... ID=evt_... TIMESTAMP=1795255200 SIGNATURE=9f86... bash receive.sh < body.json
set -euo pipefail

# Either refuses if openssl fails, as it does for a mangled secret: anybody could send an empty signature.
# verify SECRET TIMESTAMP BODY SIGNATURE: hex over "timestamp.body", keyed with the complete text of the secret.
verify() {
  local expected
  expected=$(printf '%s.%s' "$2" "$3" | openssl dgst -sha256 -hex -hmac "$1" | sed 's/^.*= *//') || return 1
  [ "$expected" = "$4" ]
}

# verify_standard SECRET ID TIMESTAMP BODY SIGNATURES: Standard Webhooks' own, over "id.timestamp.body", keyed with the
# bytes behind whsec_.
verify_standard() {
  local key expected each
  key=$(printf '%s' "${1#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n') || return 1
  [ -n "$key" ] || return 1
  expected=v1,$(printf '%s.%s.%s' "$2" "$3" "$4" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A) || return 1
  for each in $5; do [ "$each" = "$expected" ] && return 0; done
  return 1
}

# The exact bytes: $(…) alone would drop trailing newlines.
body=$(cat; printf x)
body=${body%x}

# event_id is the first member of every body. X-Webhook-Signature covers the body alone, so a captured delivery could be
# sent again under another id in the headers: only event_id in the body identifies an event.
genuine() {
  [[ $body =~ ^[[:space:]]*\{[[:space:]]*\"event_id\"[[:space:]]*:[[:space:]]*\"([^\"]+)\" ]] || return 1
  [ "${ID:-${BASH_REMATCH[1]}}" = "${BASH_REMATCH[1]}" ] || return 1
  echo "genuine ${BASH_REMATCH[1]}"
}

age=$(($(date +%s) - TIMESTAMP))
if [ "${age#-}" -gt 300 ]; then echo "stale"; exit 1; fi
# The current secret and, for a day after a rotation, the previous one, separated by a comma.
for secret in ${SECRETS//,/ }; do
  case $SIGNATURE in
    v1,*) verify_standard "$secret" "$ID" "$TIMESTAMP" "$body" "$SIGNATURE" && genuine && exit 0 ;;
    *) verify "$secret" "$TIMESTAMP" "$body" "$SIGNATURE" && genuine && exit 0 ;;
  esac
done
echo "forged"
exit 1
