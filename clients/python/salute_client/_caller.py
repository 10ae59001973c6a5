"""Makes calls, blocking."""

from __future__ import annotations

import time
from typing import Iterator, Mapping, Optional, Sequence, cast

from ._errors import SaluteCallError
from ._exchange import Exchange, Route, next_page, read_json
from ._response import Answer, TextAnswer
from ._settings import Settings
from ._transport import Transport


class Caller:
    """Threads may share it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._transport = Transport(settings.base_url, settings.timeout)

    def json(
        self, route: Route, values: Mapping[str, object], idempotency_key: Optional[str] = None
    ) -> Answer:
        return read_json(self.text(route, values, idempotency_key))

    def text(
        self, route: Route, values: Mapping[str, object], idempotency_key: Optional[str] = None
    ) -> TextAnswer:
        exchange = Exchange(self._settings, self._transport, route, values, idempotency_key)
        while True:
            try:
                return exchange.send()
            except SaluteCallError as failure:
                outcome = exchange.after(failure)
            if isinstance(outcome, TextAnswer):
                return outcome
            time.sleep(outcome)

    def each(self, route: Route, member: str, values: Mapping[str, object]) -> Iterator[object]:
        """Goes through all pages by cursor, a row at a time."""
        asked: Optional[Mapping[str, object]] = values
        while asked is not None:
            page = self.json(route, asked)
            yield from cast(Sequence[object], page[member])
            asked = next_page(page, values)

    def close(self) -> None:
        self._transport.close()
