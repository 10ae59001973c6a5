"""Errors from responses that are not successes."""

from __future__ import annotations

import json
import re
from typing import Optional

from ._errors import SaluteError, SaluteProxyError
from ._errors_by_code import ERRORS_BY_CODE
from ._json import decode
from ._response import Answer, Response

_SHOWN_CHARACTERS = 120


def error_of(response: Response, text: str) -> SaluteError:
    body = parse_object(text)
    code = None if body is None else body.get("error")
    if body is None or not isinstance(code, str):
        return proxy_error(response, text)
    kind = ERRORS_BY_CODE.get(code, SaluteError)
    return kind(code, str(body.get("message", "")), response, body)


def proxy_error(response: Response, text: str) -> SaluteProxyError:
    """The error of a response that salute did not write."""
    title = re.search(r"<title[^>]*>([^<]*)", text, re.I) or re.search(r"<h1[^>]*>([^<]*)", text, re.I)
    shown = (text if title is None else title[1]).strip()[:_SHOWN_CHARACTERS]
    kind = "an HTML page" if is_page(text) else "text that is not salute's"
    message = f"a proxy in front of salute answered {response.status} with {kind}: {json.dumps(shown)}"
    return SaluteProxyError(f"http_{response.status}", message, response, {})


def is_page(text: str) -> bool:
    """True for HTML and XML; no answer of salute to a partner key starts like them."""
    return text.lstrip().startswith("<")


def parse_object(text: str) -> Optional[Answer]:
    """The object in a JSON text; None if there is none."""
    try:
        value = decode(text)
    except ValueError:
        return None
    return Answer(value) if isinstance(value, dict) else None
