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


def call(method: str, target: str, content: object = None) -> "tuple[int, str]":
    """Sends a signed request. Returns the status and the text of the answer."""
    body = b"" if content is None else json.dumps(content).encode()
    timestamp = str(int(time.time()))
    nonce = secrets.token_hex(16)
    headers = {
        "Content-Type": "application/json",
        "X-Partner-Key": os.environ["KEY_ID"],
        "X-Partner-Timestamp": timestamp,
        "X-Partner-Nonce": nonce,
        "X-Partner-Signature": sign(os.environ["SECRET"], method, target, timestamp, nonce, body),
        # Identifies this intent: store it with the quest and send the same one on every retry. A new key credits again.
        "Idempotency-Key": os.environ.get("IDEMPOTENCY_KEY") or str(uuid.uuid4()),
    }
    request = urllib.request.Request(os.environ["BASE_URL"] + target, body or None, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


if __name__ == "__main__":
    content = {"user_id": "ext:demo-user", "amount": 25, "reason": "quest", "source": "campaign-7"}
    print(*call("POST", "/api/salutes/credit", content))
