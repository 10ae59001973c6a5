"""Makes calls without blocking the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import AsyncIterator, Mapping, Optional, Sequence, cast

from ._errors import SaluteCallError
from ._exchange import Exchange, Route, next_page, read_json
from ._response import Answer, TextAnswer
from ._settings import Settings
from ._transport import Transport


class AsyncCaller:
    """Each request runs in a thread, of which there are as many as connections; waits between attempts hold none."""

    def __init__(self, settings: Settings, max_connections: int) -> None:
        self._settings = settings
        self._transport = Transport(settings.base_url, settings.timeout)
        self._threads = ThreadPoolExecutor(max_connections, thread_name_prefix="salute-client")

    async def json(
        self, route: Route, values: Mapping[str, object], idempotency_key: Optional[str] = None
    ) -> Answer:
        return read_json(await self.text(route, values, idempotency_key))

    async def text(
        self, route: Route, values: Mapping[str, object], idempotency_key: Optional[str] = None
    ) -> TextAnswer:
        exchange = Exchange(self._settings, self._transport, route, values, idempotency_key)
        loop = asyncio.get_running_loop()
        while True:
            try:
                return await loop.run_in_executor(self._threads, exchange.send)
            except SaluteCallError as failure:
                outcome = exchange.after(failure)
            if isinstance(outcome, TextAnswer):
                return outcome
            await asyncio.sleep(outcome)

    async def each(
        self, route: Route, member: str, values: Mapping[str, object]
    ) -> AsyncIterator[object]:
        """Goes through all pages by cursor, a row at a time."""
        asked: Optional[Mapping[str, object]] = values
        while asked is not None:
            page = await self.json(route, asked)
            for row in cast(Sequence[object], page[member]):
                yield row
            asked = next_page(page, values)

    async def close(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self._threads.shutdown)
        self._transport.close()
