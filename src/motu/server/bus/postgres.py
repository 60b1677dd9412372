"""Messages over PostgreSQL's LISTEN and NOTIFY (floor: server).

What happens in games is told by the transaction that keeps it, exactly if that is kept; everything else over a
connection of its own. Litestar's backends connect anew for each message, and are deaf for good after a cut.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import sqlalchemy as sa

from motu.server.bus.carrier import Carrier, Send
from motu.server.bus.seam import Again, Hear
from motu.server.postgres import connect_options
from motu.server.store import Work
from motu.server.transactions import put_last

CHANNEL = "motu"
"""Channels belong to a database, so that one name does for all."""
MOST_BYTES = 7900
"""PostgreSQL takes messages below 8000 bytes."""
_NOTIFY_ALL = "SELECT pg_notify(%s, message) FROM unnest(%s::text[]) AS message"


class NotifyBus:
    """Carries messages through the database in which the games are."""

    is_shared = True
    most_bytes = MOST_BYTES

    def __init__(self, url: sa.URL) -> None:
        """Use a database of PostgreSQL."""
        self._options = connect_options(url)
        self._carrier = Carrier("PostgreSQL's LISTEN", (psycopg.Error,))

    @property
    def is_heard(self) -> bool:
        """Whether messages come just now."""
        return self._carrier.is_heard

    @property
    def num_waiting(self) -> int:
        """How many messages wait to be sent."""
        return self._carrier.num_waiting

    async def open(self, hear: Hear, again: Again) -> None:
        """Begin to hear."""
        await self._carrier.open(self._listen, self._speak, hear, again)

    def within(self, message: bytes) -> Work | None:
        """Return the work that sends a message if its transaction is kept."""
        text = message.decode()
        return lambda connection: put_last(connection, _notify, text)

    def send(self, message: bytes) -> None:
        """Send a message, some time soon."""
        self._carrier.put(message)

    async def close(self) -> None:
        """Hear no more."""
        await self._carrier.close()

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(**self._options, autocommit=True)

    async def _listen(self, hear: Hear, again: Again) -> None:
        async with await self._connect() as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            again()
            async for told in connection.notifies():
                hear(told.payload.encode())

    async def _speak(self, send_all: Callable[[Send], Awaitable[None]]) -> None:
        async with await self._connect() as connection:
            await connection.execute("SET synchronous_commit = off")

            async def send(messages: list[bytes]) -> None:
                await connection.execute(
                    _NOTIFY_ALL,
                    (
                        CHANNEL,
                        [message.decode() for message in messages],
                    ),
                )

            await send_all(send)


def _notify(connection: sa.Connection, messages: list[str]) -> None:
    """Send several messages if the transaction is kept."""
    connection.exec_driver_sql(_NOTIFY_ALL, (CHANNEL, messages))
