# Receives deliveries: verifies and acknowledges them, drops duplicates. Requires Python 3.8 or newer. Usage:
#   SECRETS=whsec_... PORT=3000 python3 receive.py
import base64
import hashlib
import hmac
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Optional

# The current secret and, for a day after a rotation, the previous one, separated by a comma.
SECRETS = [each for each in os.environ.get("SECRETS", "").split(",") if each.startswith("whsec_")]
SKEW_SECONDS = 300
# Replays and deliveries that were held arrive up to 90 days later.
SEEN_SECONDS = 90 * 24 * 3600
MAX_BYTES = 1_000_000


def verify(secret: str, timestamp: str, body: bytes, signature: str) -> bool:
    """X-Webhook-Signature: hex over "timestamp.body", keyed with the complete text of the secret."""
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


def verify_standard(secret: str, webhook_id: str, timestamp: str, body: bytes, signatures: str) -> bool:
    """webhook-signature, of Standard Webhooks: over "id.timestamp.body", keyed with the bytes behind whsec_."""
    try:
        key = base64.b64decode(secret.replace("whsec_", "", 1), validate=True)
    except ValueError:
        return False
    if not key:  # Anybody could sign with an empty one.
        return False
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(expected, each.encode()) for each in signatures.split(" "))


def is_signed(headers, body: bytes) -> bool:
    """Accepts either set of headers as proof."""
    webhook_id = headers.get("X-Webhook-Id") or headers.get("webhook-id", "")
    timestamp = headers.get("X-Webhook-Timestamp") or headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > SKEW_SECONDS:
        return False
    own = headers.get("X-Webhook-Signature")
    if own is not None:
        return any(verify(secret, timestamp, body, own) for secret in SECRETS)
    standard = headers.get("webhook-signature", "")
    return any(verify_standard(secret, webhook_id, timestamp, body, standard) for secret in SECRETS)


def verified_event(headers, body: bytes) -> Optional[dict]:
    """The event of a genuine delivery; None for others.

    X-Webhook-Signature covers the body alone, so a captured delivery could be sent again under another id in the
    headers: only event_id in the body identifies an event.
    """
    if not is_signed(headers, body):
        return None
    event = json.loads(body)
    ids = [headers.get("X-Webhook-Id"), headers.get("webhook-id")]
    return event if all(each in (None, event["event_id"]) for each in ids) else None


# Processed event ids with their expiry. Keep them in your database, in the transaction that stores the event.
seen = {}
lock = threading.Lock()


def take(event: dict) -> None:
    event_id, now = event["event_id"], time.time()
    with lock:
        for old in [each for each, until in seen.items() if until < now]:
            del seen[old]
        if event_id in seen:
            return
        seen[event_id] = now + SEEN_SECONDS
    # Queue the event here and process it after the response. Unknown types are not an error.
    print(f"took {event['event_type']} {event_id}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length", 0))
        # The exact bytes: parsing and serialising them again would break the signature.
        body = self.rfile.read(min(size, MAX_BYTES))
        event = verified_event(self.headers, body) if size <= MAX_BYTES else None
        if event is None:
            self.answer(401)
            return
        take(event)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_) -> None:
        pass


if __name__ == "__main__":
    # Without a secret anybody could sign with an empty one.
    if not SECRETS:
        sys.exit("SECRETS must hold the webhook's secret, whsec_...")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
