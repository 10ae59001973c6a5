"""One call: signs its requests, sends them, and reads the answer. The caller waits between attempts."""

from __future__ import annotations

import logging
import re
import urllib.parse
import uuid
from dataclasses import dataclass
from decimal import Decimal
from http.client import HTTPException
from typing import Dict, Iterable, Mapping, Optional, Sequence, Tuple, TypeVar, Union

from ._errors import SaluteCallError, SaluteConnectionError, SaluteError
from ._json import decimal_text, encode
from ._refusal import error_of, is_page, parse_object, proxy_error
from ._response import Answer, Call, Response, TextAnswer
from ._retrying import Retrying
from ._settings import Settings
from ._signing import signature_headers
from ._transport import Transport
from ._version import VERSION

_USER_AGENT = f"salute-client-python/{VERSION}"

Value = TypeVar("Value")


class Unset:
    """Stands for an input that was not given, where None means null."""


UNSET = Unset()


def given(value: Optional[Value]) -> Union[Value, Unset]:
    """The input, where None means that none was given."""
    return UNSET if value is None else value


@dataclass(frozen=True)
class Route:
    """Where a method's request goes, and which of its inputs goes where."""

    verb: str
    live: str
    sandbox: Optional[str] = None
    is_mutation: bool = False
    path: Tuple[str, ...] = ()
    query: Tuple[str, ...] = ()
    body: Tuple[str, ...] = ()


class Exchange:
    def __init__(
        self,
        settings: Settings,
        transport: Transport,
        route: Route,
        values: Mapping[str, object],
        idempotency_key: Optional[str],
    ) -> None:
        self._settings = settings
        self._transport = transport
        self._method = route.verb
        self._target = _target_of(settings, route, values)
        self._body = None if route.verb == "GET" else encode(_pick(values, route.body)).encode()
        # All attempts share it, so that none acts twice.
        self._key = _intent_key(idempotency_key) if route.is_mutation else None
        self._attempts = 0
        self._retrying = Retrying(settings)

    def send(self) -> TextAnswer:
        """One attempt with a fresh time and nonce. Raises SaluteCallError."""
        self._attempts += 1
        call = Call(self._method, self._target, self._key, self._attempts)
        try:
            received = self._transport.send(self._method, self._target, self._headers(), self._body)
        except (OSError, HTTPException) as cause:
            raise SaluteConnectionError(call, cause) from cause
        response = Response(call, received.status, received.headers)
        self._report(response)
        text = received.body.decode(errors="replace")
        if not 200 <= response.status < 300:
            raise error_of(response, text)
        if is_page(text):
            raise proxy_error(response, text)
        return _text_answer(text, response)

    def after(self, failure: SaluteCallError) -> Union[TextAnswer, float]:
        """The answer kept of an earlier attempt, or seconds to wait before the next one. Raises the failure."""
        original = _original_of(failure)
        if original is not None:
            return original
        wait = self._retrying.wait_after(failure)
        if wait is None:
            raise failure
        return wait

    def _headers(self) -> Dict[str, str]:
        body = self._body or b""
        headers = {"Accept": "application/json", "User-Agent": _USER_AGENT}
        if self._body is not None:
            headers["Content-Type"] = "application/json"
        if self._settings.sandbox is not None:
            headers["X-Sandbox"] = self._settings.sandbox
        if self._key is not None:
            headers["Idempotency-Key"] = self._key
        signed = signature_headers(self._settings.key_id, self._settings.secret, self._method, self._target, body)
        return {**headers, **signed}

    def _report(self, response: Response) -> None:
        if self._settings.on_response is None:
            return
        try:
            self._settings.on_response(response)
        except Exception:  # The outcome of the call must not depend on it.
            logging.getLogger("salute_client").exception("on_response failed")


def read_json(answer: TextAnswer) -> Answer:
    """The object in an answer. Raises SaluteProxyError if there is none."""
    found = parse_object(answer)
    if found is None:
        raise proxy_error(answer.response, answer)
    found.response = answer.response
    return found


def next_page(
    page: Mapping[str, object], values: Mapping[str, object]
) -> Optional[Dict[str, object]]:
    """Inputs for the next page; None after the last one."""
    pagination = page["pagination"]
    cursor = pagination["next_cursor"] if isinstance(pagination, dict) else None
    return None if cursor is None else {**values, "offset": UNSET, "cursor": cursor}


def _intent_key(idempotency_key: Optional[str]) -> str:
    """The caller's key, or a new one. Raises ValueError for a key that no request can carry."""
    if idempotency_key is None:
        return str(uuid.uuid4())
    if re.fullmatch(r"[\x21-\x7e]{1,255}", idempotency_key) is None:
        raise ValueError("idempotency_key must have 1 to 255 visible ASCII characters")
    return idempotency_key


def _text_answer(text: str, response: Response) -> TextAnswer:
    answer = TextAnswer(text)
    answer.response = response
    return answer


def _original_of(failure: SaluteCallError) -> Optional[TextAnswer]:
    """The first answer to an intent that was carried out before; None if the outcome is another."""
    if not isinstance(failure, SaluteError) or failure.code != "idempotency_replay":
        return None
    original = failure.body.get("original")
    body = original.get("body") if isinstance(original, dict) else None
    return None if body is None else _text_answer(encode(body), failure.response)


def _target_of(settings: Settings, route: Route, values: Mapping[str, object]) -> str:
    is_sandbox = settings.key_id.startswith("pk_sandbox_")
    template = route.sandbox if is_sandbox and route.sandbox is not None else route.live
    path = re.sub(r"\{(\w+)\}", lambda name: urllib.parse.quote(str(values[name[1]]), safe=""), template)
    query = urllib.parse.urlencode(
        {
            name: _query_text(value)
            for given, whole in _pick(values, route.query).items()
            for name, value in _members_of(given, whole)
        },
        doseq=True,
    )
    return path if query == "" else f"{path}?{query}"


def _pick(values: Mapping[str, object], names: Sequence[str]) -> Dict[str, object]:
    return {name: values[name] for name in names if not isinstance(values.get(name, UNSET), Unset)}


def _members_of(name: str, value: object) -> Iterable[Tuple[str, object]]:
    """One parameter for each member of a mapping, named `name.member`; the value itself otherwise."""
    if isinstance(value, Mapping):
        return [(f"{name}.{member}", each) for member, each in value.items()]
    return [(name, value)]


def _query_text(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return decimal_text(value)
    return value if isinstance(value, (list, tuple)) else str(value)
