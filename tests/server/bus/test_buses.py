"""Buses: everybody hears what anybody sends, and hears again after a cut."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest
import sqlalchemy as sa

from motu.server.bus.carrier import Carrier, Send
from motu.server.bus.choice import bus_url, make_bus
from motu.server.bus.memory import Hub, MemoryBus
from motu.server.bus.postgres import MOST_BYTES, NotifyBus
from motu.server.bus.seam import Bus
from motu.server.bus.valkey import ValkeyBus
from motu.server.database import file_url
from motu.server.events import ServerError
from motu.server.store import Store
from server.databases import PostgresServer
from server.houses import PATIENCE_S, until
from server.valkeys import ValkeyServer

NewBus = Callable[[], Bus]


@dataclass
class Listener:
    """Somebody at a bus."""

    bus: Bus
    heard: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)
    num_connections: int = 0

    def connected(self) -> None:
        self.num_connections += 1

    async def hears(self) -> bytes:
        return await asyncio.wait_for(self.heard.get(), PATIENCE_S)


@pytest.fixture(params=["memory", "postgresql", "valkey"])
def new_bus(request: pytest.FixtureRequest) -> NewBus:
    if request.param == "memory":
        hub = Hub()
        return lambda: MemoryBus(hub)
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres").new_database()
        return lambda: NotifyBus(url)
    server: ValkeyServer = request.getfixturevalue("valkey")
    return lambda: ValkeyBus(bus_url(server.url), "motu:test")


@contextlib.asynccontextmanager
async def listeners(*buses: Bus) -> AsyncIterator[list[Listener]]:
    found = [Listener(bus) for bus in buses]
    for each in found:
        await each.bus.open(each.heard.put_nowait, each.connected)
    yield found
    for each in found:
        await each.bus.close()


def run(script: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await script()

    asyncio.run(main())


def test_everybody_hears_everything_in_its_order(new_bus: NewBus) -> None:
    async def script() -> None:
        async with listeners(new_bus(), new_bus(), new_bus()) as found:
            assert [each.num_connections for each in found] == [1, 1, 1]
            sent = [f"{number} ĉ'\"\\🙂".encode() for number in range(300)] + [b"x" * MOST_BYTES]
            for message in sent:
                found[0].bus.send(message)
            for each in found:
                assert [await each.hears() for _ in sent] == sent

    run(script)


def test_what_is_sent_at_the_end_still_goes(new_bus: NewBus) -> None:
    async def script() -> None:
        async with listeners(new_bus()) as [stays]:
            async with listeners(new_bus()) as [goes]:
                goes.bus.send(b"farewell")
            assert await stays.hears() == b"farewell"

    run(script)


async def hears_at_last(speaker: Listener, listener: Listener, message: bytes) -> None:
    """Send a message again and again until it is heard: some are lost."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            speaker.bus.send(message)
            await asyncio.sleep(0.1)
            while not listener.heard.empty():
                if listener.heard.get_nowait() == message:
                    return


def test_after_a_cut_messages_are_heard_again(new_bus: NewBus, request: pytest.FixtureRequest) -> None:
    kind = request.node.callspec.params["new_bus"]
    if kind == "memory":
        pytest.skip("nothing cuts it")
    server: PostgresServer | ValkeyServer = request.getfixturevalue("valkey" if kind == "valkey" else "postgres")

    async def script() -> None:
        async with listeners(new_bus(), new_bus()) as found:
            for times in (2, 3):
                await asyncio.to_thread(server.kill if isinstance(server, ValkeyServer) else server.stop)
                found[0].bus.send(b"perhaps lost")
                await asyncio.sleep(0.7)
                await asyncio.to_thread(server.start)
                await hears_at_last(found[0], found[1], b"again")
                await hears_at_last(found[1], found[0], b"and again")
                await asyncio.sleep(0.3)  # what was sent more than once
                for each in found:
                    assert each.num_connections == times
                    while not each.heard.empty():
                        each.heard.get_nowait()

    run(script)


class Wire:
    """Two connections that are cut by hand."""

    def __init__(self) -> None:
        self.cut = {"listen": asyncio.Event(), "speak": asyncio.Event()}
        self.sent: asyncio.Queue[bytes] = asyncio.Queue()

    async def until_cut(self, way: str) -> None:
        await self.cut[way].wait()
        self.cut[way].clear()
        raise ConnectionError(f"{way} cut")

    async def listen(self, _hear: object, again: Callable[[], None]) -> None:
        again()
        await self.until_cut("listen")

    async def speak(self, send_all: Callable[[Send], Awaitable[None]]) -> None:
        sending = asyncio.ensure_future(send_all(self.send))
        try:
            await self.until_cut("speak")
        finally:
            sending.cancel()

    async def send(self, messages: list[bytes]) -> None:
        for message in messages:
            self.sent.put_nowait(message)


SAID = (
    "it takes nothing; other processes see later what happens here: speak cut",
    "it takes messages again",
    "it is not there; what other processes do is seen later: listen cut",
    "it is there again",
)


def test_a_cut_of_one_connection_says_nothing_of_the_other(caplog: pytest.LogCaptureFixture) -> None:
    async def said(number: int) -> None:
        await until(lambda: len(caplog.messages) >= number)

    async def script() -> None:
        carrier, wire = Carrier("it", (ConnectionError,)), Wire()
        await carrier.open(wire.listen, wire.speak, lambda _: None, lambda: None)
        for before in (0, 4):
            wire.cut["speak"].set()
            await said(before + 1)
            assert carrier.is_heard
            carrier.put(b"later")
            assert await wire.sent.get() == b"later"
            await said(before + 2)
            wire.cut["listen"].set()
            await until(lambda: not carrier.is_heard)
            await said(before + 4)
        assert caplog.messages == [*SAID, *SAID]
        wire.cut["speak"].set()
        await said(9)
        carrier.put(b"at the end")
        await carrier.close()
        assert wire.sent.get_nowait() == b"at the end"

    run(script)


def test_postgresql_tells_what_is_kept_and_nothing_else(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    store = Store(url)

    async def script() -> None:
        async with listeners(NotifyBus(url), NotifyBus(url)) as [first, second]:
            notify = first.bus.within(b"kept")
            lost = first.bus.within(b"lost")
            assert notify is not None
            assert lost is not None

            def fail(connection: sa.Connection) -> None:
                lost(connection)
                raise ServerError("no")

            with pytest.raises(ServerError):
                await store.write(fail)
            await store.write(notify)
            assert await second.hears() == b"kept"
            assert second.heard.empty()

    run(script)
    store.close()
    postgres.give_back(url)


@pytest.mark.parametrize("text", ["", "valkey", "valkey://", "http://here", "localhost:6379", "nats://a:secret@b"])
def test_what_is_no_bus_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ServerError, match="valkey://HOST") as caught:
        bus_url(text)
    assert caught.value.slug == "server/bus"
    assert "secret" not in caught.value.message


@pytest.mark.parametrize(
    ("text", "url"),
    [("valkey://h:1/0", "redis://h:1/0"), ("valkeys://a:b@h", "rediss://a:b@h"), ("redis://h", "redis://h")],
)
def test_which_server_a_bus_is_at(text: str, url: str) -> None:
    assert bus_url(text) == url


def test_two_houses_at_one_valkey_hear_nothing_of_each_other(postgres: PostgresServer, valkey: ValkeyServer) -> None:
    urls = [postgres.new_database() for _ in range(2)]
    stores = [Store(urls[0]), Store(urls[0]), Store(urls[1])]

    async def script() -> None:
        buses = [await make_bus(store._engine.url, valkey.url, store) for store in stores]
        async with listeners(*buses) as [first, second, stranger]:
            first.bus.send(b"news")
            assert await second.hears() == b"news"
            assert stranger.heard.empty()

    run(script)
    for store in stores:
        store.close()


def test_a_folder_has_no_bus(tmp_path: object) -> None:
    store = Store(file_url(tmp_path / "motu.db"))  # type: ignore[operator]
    with pytest.raises(ServerError, match="need no bus"):
        asyncio.run(make_bus(store._engine.url, "valkey://localhost", store))
    assert asyncio.run(make_bus(store._engine.url, None, store)).is_shared is False
    store.close()
