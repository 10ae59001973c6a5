"""The clients."""

from __future__ import annotations

from types import TracebackType
from typing import Callable, Optional, Sequence, Type

from ._async_caller import AsyncCaller
from ._async_resources import AsyncResources
from ._caller import Caller
from ._resources import Resources
from ._response import Response
from ._settings import RETRY_STATUSES, Settings


class Salute(Resources):
    """salute's partner API. A sandbox key (pk_sandbox_...) goes to the sandbox with the same methods.

    Threads may share it. Its connections stay open until close(), or the end of a with statement.
    """

    def __init__(
        self,
        base_url: str,
        key_id: str,
        secret: str,
        *,
        retry_budget: float = 60.0,
        retries: Optional[int] = None,
        retry_statuses: Sequence[int] = RETRY_STATUSES,
        timeout: float = 30.0,
        on_response: Optional[Callable[[Response], None]] = None,
        sandbox: Optional[str] = None,
    ) -> None:
        """
        base_url: The service's address, such as https://salute.example.
        retry_budget: Seconds after the start of a call in which it is sent again: the default outlives a failover;
            0 for no retries. A longer Retry-After is not waited for.
        retries: Most retries within the budget; unlimited by default.
        retry_statuses: Statuses that are retried.
        timeout: Seconds that one request may take.
        on_response: Called with the metadata of every response, for example to log deprecations; its exceptions are
            logged and ignored.
        sandbox: Name of a sandbox of its own, such as ci-1 for a job that runs beside others: 1 to 40 of a-z, 0-9
            and -. For sandbox keys; it is made at its first use and deleted a day after its last one.

        Raises ValueError if an argument is missing or wrong.
        """
        self._caller = Caller(
            Settings(
                base_url,
                key_id,
                secret,
                retry_budget,
                retries,
                retry_statuses,
                timeout,
                on_response,
                sandbox,
            )
        )
        super().__init__(self._caller)

    def close(self) -> None:
        self._caller.close()

    def __enter__(self) -> Salute:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


class AsyncSalute(AsyncResources):
    """The same API for asyncio. Its connections stay open until close(), or the end of an async with statement.

    A cancelled call raises asyncio.CancelledError, which names no key: give your own idempotency_key to calls that
    may be cancelled.
    """

    def __init__(
        self,
        base_url: str,
        key_id: str,
        secret: str,
        *,
        retry_budget: float = 60.0,
        retries: Optional[int] = None,
        retry_statuses: Sequence[int] = RETRY_STATUSES,
        timeout: float = 30.0,
        on_response: Optional[Callable[[Response], None]] = None,
        sandbox: Optional[str] = None,
        max_connections: int = 16,
    ) -> None:
        """Arguments of Salute.

        on_response: Called in a thread.
        max_connections: Requests at once, and threads that make them.
        """
        self._caller = AsyncCaller(
            Settings(
                base_url,
                key_id,
                secret,
                retry_budget,
                retries,
                retry_statuses,
                timeout,
                on_response,
                sandbox,
            ),
            max_connections,
        )
        super().__init__(self._caller)

    async def close(self) -> None:
        await self._caller.close()

    async def __aenter__(self) -> AsyncSalute:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()
