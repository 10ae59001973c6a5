"""
Lets Schemathesis past authentication: signs each request over the bytes that are really sent, as a partner would. Written
from the contract with the standard library, not with the server's own code. Keys come by the environment.
"""

import hashlib
import hmac
import os
import re
import secrets
import time
import urllib.parse

import requests
import schemathesis

LIVE = (os.environ["SALUTE_LIVE_KEY"], os.environ["SALUTE_LIVE_SECRET"])
SANDBOX = (os.environ["SALUTE_SANDBOX_KEY"], os.environ["SALUTE_SANDBOX_SECRET"])
OPERATOR_TOKEN = os.environ["SALUTE_OPERATOR_TOKEN"]

OPERATOR_PATHS = re.compile(r"^/(admin|metrics|api/messenger/(ops|admin))\b")


class Signature(requests.auth.AuthBase):
    def __call__(self, request):
        target = request.path_url
        if OPERATOR_PATHS.match(target):
            request.headers["Authorization"] = f"Bearer {OPERATOR_TOKEN}"
            return request
        key_id, secret = SANDBOX if target.startswith("/api/partner/sandbox/") else LIVE
        freshen(request.headers, "X-Partner-Nonce", r"[0-9a-fA-F]{16,128}")
        freshen(request.headers, "Idempotency-Key", r"[\x21-\x7e]{1,255}")
        timestamp = str(int(time.time()))
        nonce = text(request.headers.get("X-Partner-Nonce", "")).strip()
        body = request.body or b""
        if isinstance(body, str):
            body = body.encode()
        lines = [request.method, target, timestamp, nonce, hashlib.sha256(body).hexdigest()]
        canonical = "\n".join(lines).encode()
        request.headers["X-Partner-Key"] = key_id
        request.headers["X-Partner-Timestamp"] = timestamp
        request.headers["X-Partner-Signature"] = hmac.new(secret.encode(), canonical, hashlib.sha256).hexdigest()
        return request


def freshen(headers, name, valid):
    """A valid value is made new, so that not every request is a replay; an invalid one is sent as it was made up."""
    if re.fullmatch(valid, text(headers.get(name, ""))):
        headers[name] = secrets.token_hex(16)


def text(value):
    return value.decode("latin-1") if isinstance(value, bytes) else value


schemathesis.auth.set_from_requests(Signature())


# The HTTP parser below the server answers 431 by itself past 16 KB of request line and headers.
LONGEST_TARGET = 8_000


@schemathesis.hook
def filter_case(context, case):
    """Leaves out requests that never reach the server's own code."""
    return len(case.as_transport_kwargs().get("url", "")) + query_length(case) < LONGEST_TARGET


def query_length(case):
    return len(urllib.parse.urlencode(case.query or {}, doseq=True))
