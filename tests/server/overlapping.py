"""Two servers of one PostgreSQL database, and what is done at both of them at the same moment."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Iterator, Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.schema import metadata
from motu.server.store import Store
from server.databases import PostgresServer

PATIENCE_S = 60.0
_WAITS = "SELECT 1 FROM pg_locks WHERE NOT granted"


class TwoServers:
    """The stores of two servers."""

    def __init__(self, database: sa.URL) -> None:
        self.first, self.second = Store(database), Store(database)

    async def overlap(self, at_first: Coroutine[Any, Any, Any], at_second: Coroutine[Any, Any, Any]) -> list[Any]:
        """Do something at each, the second when all of the first is written, but for the commit.

        The first is committed when the second is done, or waits for it. It may be one transaction alone, or what
        follows one.

        Returns:
            What has come of both; a refusal where it was refused.
        """
        is_written, release, is_armed = threading.Event(), threading.Event(), [True]

        def hold(_: sa.Connection) -> None:
            if is_armed.pop() if is_armed else False:
                is_written.set()
                release.wait(PATIENCE_S)

        sa.event.listen(self.first._engine, "commit", hold)
        try:
            first = asyncio.ensure_future(at_first)
            assert await asyncio.to_thread(is_written.wait, PATIENCE_S)
            second = asyncio.ensure_future(at_second)
            await self._until_done_or_waiting(second)
            release.set()
            return [*await asyncio.gather(first, second, return_exceptions=True)]
        finally:
            release.set()
            sa.event.remove(self.first._engine, "commit", hold)

    async def _until_done_or_waiting(self, second: asyncio.Future[Any]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not second.done():
                if await self.second.read(lambda opened: opened.exec_driver_sql(_WAITS).first()) is not None:
                    return
                await asyncio.sleep(0.005)

    def empty(self) -> None:
        """Have nothing in any table."""
        names = ", ".join(each.name for each in metadata.sorted_tables)
        with self.first._engine.begin() as connection:
            connection.exec_driver_sql(f"TRUNCATE {names}")

    def close(self) -> None:
        """End both."""
        for each in (self.first, self.second):
            each.close()


@pytest.fixture(scope="module")
def _two_servers(postgres: PostgresServer) -> Iterator[TwoServers]:
    url = postgres.new_database()
    with contextlib.closing(TwoServers(url)) as both:
        yield both
    postgres.give_back(url)


@pytest.fixture
def two_servers(_two_servers: TwoServers) -> TwoServers:
    """Two servers of a database with nothing in it."""
    _two_servers.empty()
    return _two_servers


def slugs(answers: Sequence[Any]) -> list[str | None]:
    """Return by what each was refused; None where it was done."""
    for each in answers:
        if isinstance(each, BaseException) and not isinstance(each, ServerError):
            raise each
    return [each.slug if isinstance(each, ServerError) else None for each in answers]
