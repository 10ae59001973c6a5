"""Signs requests, sends them, tries again where that is safe, and reads the answers."""

from __future__ import annotations

import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from http.client import HTTPException
from typing import Dict, Iterator, Mapping, Optional, Sequence, Tuple, TypeVar, Union, cast

from ._errors import SaluteConnectionError, SaluteError
from ._errors_by_code import ERRORS_BY_CODE
from ._signing import signature_headers

_FIRST_WAIT_SECONDS = 0.5

Value = TypeVar("Value")


class Unset:
    """Stands for what was not given, where None means null."""


UNSET = Unset()


def given(value: Optional[Value]) -> Union[Value, Unset]:
    """What was given, where None means that nothing was."""
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


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


class Caller:
    def __init__(
        self,
        base_url: str,
        key_id: str,
        secret: str,
        *,
        retries: int,
        retry_statuses: Sequence[int],
        timeout: float,
        max_wait: float,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._key_id = key_id
        self._secret = secret
        self._retries = retries
        self._retry_statuses = tuple(retry_statuses)
        self._timeout = timeout
        self._max_wait = max_wait
        self._opener = urllib.request.build_opener(_NoRedirects())

    def json(
        self, route: Route, values: Mapping[str, object], idempotency_key: Optional[str] = None
    ) -> Dict[str, object]:
        return cast(Dict[str, object], json.loads(self.text(route, values, idempotency_key)))

    def each(self, route: Route, member: str, values: Mapping[str, object]) -> Iterator[object]:
        """Goes through all pages by cursor, a row at a time."""
        asked = dict(values)
        while True:
            page = self.json(route, asked)
            yield from cast(Sequence[object], page[member])
            cursor = cast(Mapping[str, object], page["pagination"])["next_cursor"]
            if cursor is None:
                return
            asked = {**values, "offset": UNSET, "cursor": cursor}

    def text(self, route: Route, values: Mapping[str, object], idempotency_key: Optional[str] = None) -> str:
        target = self._target_of(route, values)
        body = b"" if route.verb == "GET" else json.dumps(_pick(values, route.body)).encode()
        headers = {} if route.verb == "GET" else {"Content-Type": "application/json"}
        if route.is_mutation:
            # Names the intent: all tries share it, so that none acts twice.
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        attempt = 0
        while True:
            try:
                return self._send(route.verb, target, body, headers)
            except (SaluteError, SaluteConnectionError) as outcome:
                original = _original_of(outcome)
                if original is not None:
                    return original
                wait = _wait_before(attempt, outcome)
                if attempt >= self._retries or wait > self._max_wait or not self._may_retry(outcome):
                    raise
            time.sleep(wait)
            attempt += 1

    def _send(self, method: str, target: str, body: bytes, headers: Mapping[str, str]) -> str:
        """One try with a fresh time and nonce."""
        signed = signature_headers(self._key_id, self._secret, method, target, body)
        request = urllib.request.Request(
            self._base_url + target,
            data=None if method == "GET" else body,
            headers={"Accept": "application/json", **headers, **signed},
            method=method,
        )
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return cast(bytes, response.read()).decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise _error_of(refusal) from None
        except (OSError, HTTPException) as cause:
            raise SaluteConnectionError(f"{method} {target} got no answer") from cause

    def _target_of(self, route: Route, values: Mapping[str, object]) -> str:
        is_sandbox = self._key_id.startswith("pk_sandbox_")
        template = route.sandbox if is_sandbox and route.sandbox is not None else route.live
        path = re.sub(r"\{(\w+)\}", lambda name: urllib.parse.quote(str(values[name[1]]), safe=""), template)
        query = urllib.parse.urlencode(
            {name: _query_text(value) for name, value in _pick(values, route.query).items()}, doseq=True
        )
        return path if query == "" else f"{path}?{query}"

    def _may_retry(self, outcome: Exception) -> bool:
        """A change keeps its Idempotency-Key, so that a try whose answer was lost is safe to repeat."""
        if not isinstance(outcome, SaluteError):
            return True
        return outcome.status in self._retry_statuses or outcome.code == "replay_detected"


def _pick(values: Mapping[str, object], names: Sequence[str]) -> Dict[str, object]:
    return {name: values[name] for name in names if not isinstance(values.get(name, UNSET), Unset)}


def _query_text(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, (list, tuple)) else str(value)


def _error_of(refusal: urllib.error.HTTPError) -> SaluteError:
    try:
        body = json.loads(refusal.read())
    except (ValueError, OSError):
        body = {}
    if not isinstance(body, dict):
        body = {}
    retry_after = refusal.headers.get("Retry-After", "")
    kind = ERRORS_BY_CODE.get(str(body.get("error")), SaluteError)
    return kind(refusal.code, body, float(retry_after) if retry_after.isdigit() else None)


def _original_of(outcome: Exception) -> Optional[str]:
    """The first answer to an intent that was carried out before; None where the outcome is another."""
    if not isinstance(outcome, SaluteError) or outcome.code != "idempotency_replay":
        return None
    original = outcome.body.get("original")
    body = original.get("body") if isinstance(original, dict) else None
    return None if body is None else json.dumps(body)


def _wait_before(attempt: int, outcome: Exception) -> float:
    """Seconds: what the answer asks for, else twice as long each time, shortened at random."""
    if isinstance(outcome, SaluteError) and outcome.retry_after is not None:
        return outcome.retry_after
    return _FIRST_WAIT_SECONDS * 2**attempt * (0.5 + random.random() / 2)
