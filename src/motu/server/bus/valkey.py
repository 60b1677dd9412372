"""Messages over Valkey, or Redis (floor: server): for houses in which PostgreSQL has enough to do.

By redis-py itself: Litestar's backend on top of it takes three times as long for a message and adds nothing here.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from motu.server.bus.carrier import Carrier, Send
from motu.server.bus.seam import Again, Hear
from motu.server.store import Work

CONNECT_SECONDS = 5
ANSWER_SECONDS = 10
"""How long a server may take for an answer, before it is taken for dead."""
HEALTH_SECONDS = 5
"""So often a connection on which nothing comes is tried."""
MOST_BYTES = 256 * 1024
_NOTICED = {
    getattr(socket, name): value
    for name, value in {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}.items()
    if hasattr(socket, name)
}
"""After ten seconds a machine at the other end is taken for dead that says nothing any more, not even to a try."""


class ValkeyBus:
    """Carries messages over a channel of a server."""

    is_shared = True
    most_bytes = MOST_BYTES

    def __init__(self, url: str, channel: str) -> None:
        """Use a server at a URL (`redis://` or `rediss://`), and a channel that the house has to itself."""
        self._url, self._channel = url, channel
        self._carrier = Carrier("Valkey", (RedisError,))

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

    def within(self, _message: bytes) -> Work | None:
        """Send nothing in a transaction: whoever heard it would be ahead of the database."""
        return None

    def send(self, message: bytes) -> None:
        """Send a message, some time soon."""
        self._carrier.put(message)

    async def close(self) -> None:
        """Hear no more."""
        await self._carrier.close()

    def _connect(self) -> Redis:
        return Redis.from_url(
            self._url,
            retry=Retry(NoBackoff(), 0),  # whoever reconnects by himself tells nobody
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            socket_keepalive=True,
            socket_keepalive_options=_NOTICED,
            health_check_interval=HEALTH_SECONDS,
        )

    async def _listen(self, hear: Hear, again: Again) -> None:
        async with self._connect() as server, server.pubsub(ignore_subscribe_messages=True) as heard:
            await heard.subscribe(self._channel)
            again()
            while True:  # `listen` would wait for ever, and try nothing meanwhile
                told = await heard.get_message(timeout=HEALTH_SECONDS)
                if told is not None:
                    hear(told["data"])

    async def _speak(self, send_all: Callable[[Send], Awaitable[None]]) -> None:
        async with self._connect() as server:

            async def send(messages: list[bytes]) -> None:
                pipeline = server.pipeline(transaction=False)
                for message in messages:
                    pipeline.publish(self._channel, message)
                await pipeline.execute()

            await send_all(send)
