# Credits ext:demo-user with 25 salutes, signed. Requires Python 3.8 or newer. Usage:
#   KEY_ID=pk_live_... SECRET=sk_live_... BASE_URL=http://127.0.0.1:8080 python3 sign.py
import hashlib
import hmac
import json
import os
import secrets
import time
import urllib.error
import urllib.request
import uuid


def sign(secret: str, method: str, target: str, timestamp: str, nonce: str, body: bytes) -> str:
    """HMAC-SHA256 of five lines, the last one the hash of the body."""
    body_hash = hashlib.sha256(body).hexdigest()
    canonical = "\n".join([method, target, timestamp, nonce, body_hash])
    return hmac.new(secret.encode(), canonical.encode(), hashlib.sha256).hexdigest()


def main() -> None:
    target = "/api/salutes/credit"
    intent = {"user_id": "ext:demo-user", "amount": 25, "reason": "quest", "source": "campaign-7"}
    body = json.dumps(intent).encode()
    timestamp = str(int(time.time()))
    nonce = secrets.token_hex(16)
    # Identifies this intent: store it with the quest and send the same one on every retry. A new key credits again.
    idempotency_key = os.environ.get("IDEMPOTENCY_KEY") or str(uuid.uuid4())

    headers = {
        "Content-Type": "application/json",
        "X-Partner-Key": os.environ["KEY_ID"],
        "X-Partner-Timestamp": timestamp,
        "X-Partner-Nonce": nonce,
        "X-Partner-Signature": sign(os.environ["SECRET"], "POST", target, timestamp, nonce, body),
        "Idempotency-Key": idempotency_key,
    }
    request = urllib.request.Request(os.environ["BASE_URL"] + target, body, headers)
    try:
        with urllib.request.urlopen(request) as response:
            print(response.status, response.read().decode())
    except urllib.error.HTTPError as refusal:
        print(refusal.code, refusal.read().decode())


if __name__ == "__main__":
    main()
