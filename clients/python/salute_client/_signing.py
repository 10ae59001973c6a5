"""What requests are signed with."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Dict


def signature_headers(key_id: str, secret: str, method: str, target: str, body: bytes) -> Dict[str, str]:
    """The headers of a signature over method, target, time, nonce and the exact body; time and nonce are fresh."""
    timestamp = str(int(time.time()))
    nonce = secrets.token_hex(16)
    canonical = "\n".join([method, target, timestamp, nonce, hashlib.sha256(body).hexdigest()])
    return {
        "X-Partner-Key": key_id,
        "X-Partner-Timestamp": timestamp,
        "X-Partner-Nonce": nonce,
        "X-Partner-Signature": hmac.new(secret.encode(), canonical.encode(), hashlib.sha256).hexdigest(),
    }
