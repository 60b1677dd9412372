"""A PostgreSQL that goes deaf: the cable is pulled, a firewall forgets; nobody says that nobody is there."""

from __future__ import annotations

import asyncio
import contextlib
import select
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from motu.server import postgres_connection
from motu.server import store as store_module
from motu.server.events import ServerError
from motu.server.postgres import postgres_engine, postgres_options
from motu.server.store import Store
from server.databases import PostgresServer

SOON_S = 5.0


class Cable:
    """What leads to a server; once it has been cut, nothing more ever comes over the connections of before."""

    def __init__(self, to: Path) -> None:
        self._to, self.is_cut = to, False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._listening.accept()
                self._open.append(here)
                if not self.is_cut:
                    threading.Thread(target=self._carry, args=(here,), daemon=True).start()

    def _carry(self, here: socket.socket) -> None:
        # A socket that has been closed meanwhile is a ValueError to `select`.
        with socket.socket(socket.AF_UNIX) as there, contextlib.suppress(OSError, ValueError):
            there.connect(str(self._to))
            while True:
                readable, _, _ = select.select((here, there), (), (), 0.05)
                if self.is_cut:
                    return
                for each in readable:
                    data = each.recv(65536)
                    if not data:
                        here.close()
                        return
                    (there if each is here else here).sendall(data)

    def close(self) -> None:
        self._listening.close()
        for each in self._open:
            each.close()


@pytest.fixture
def cable(postgres: PostgresServer) -> Iterator[Cable]:
    laid = Cable(postgres.folder / ".s.PGSQL.5432")
    yield laid
    laid.close()


@pytest.fixture
def far(postgres: PostgresServer, cable: Cable) -> Iterator[sa.URL]:
    """A database at the other end of a cable."""
    near = postgres.new_database()
    yield sa.URL.create("postgresql+psycopg", near.username, host="127.0.0.1", port=cable.port, database=near.database)
    cable.close()
    time.sleep(0.2)
    postgres.give_back(near)


async def refused(work: Callable[[], Awaitable[object]]) -> float:
    """Return after how many seconds something is refused since there is no database."""
    began = time.monotonic()
    with pytest.raises(ServerError) as caught:
        await work()
    assert caught.value.slug == "server/disk"
    return time.monotonic() - began


def test_whoever_waits_for_a_deaf_database_is_told_so(
    far: sa.URL, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_connection, "ANSWER_SECONDS", 1.0)
    monkeypatch.setattr(store_module, "READ_SECONDS", 2.0)

    async def script() -> None:
        opened = Store(far)
        await opened.secret("guests")
        cable.is_cut = True
        reading = [refused(lambda: opened.due(10)) for _ in range(50)]
        writing = refused(lambda: opened.write(lambda connection: connection.execute(sa.text("SELECT 1"))))
        elsewhere = asyncio.to_thread(time.monotonic)  # what has its own threads goes on
        began = time.monotonic()
        assert await asyncio.wait_for(elsewhere, 1.0) - began < 1.0
        # The writer tries anew over the new connections, which are as deaf: libpq gives up by itself.
        assert max(await asyncio.gather(writing, *reading)) < 5 * SOON_S
        cable.is_cut = False
        deadline = time.monotonic() + 4 * SOON_S
        while True:
            try:
                assert await opened.due(10) == []
                await opened.check()
                break
            except ServerError:
                assert time.monotonic() < deadline
                await asyncio.sleep(0.2)
        opened.close()

    asyncio.run(script())


def test_a_patient_connection_waits(far: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of a large house may take minutes to be changed."""
    monkeypatch.setattr(postgres_connection, "ANSWER_SECONDS", 0.2)
    for url, is_patient, waits in (
        (far, False, False),
        (far, True, True),
        (far.update_query_dict({"options": "-c statement_timeout=0"}), False, True),
    ):
        engine = postgres_engine(url, is_patient=is_patient)
        told = contextlib.nullcontext() if waits else pytest.raises(sa.exc.OperationalError)
        with told, engine.connect() as connection:
            connection.execute(sa.text("SELECT pg_sleep(0.6)"))
        engine.dispose()


def test_what_the_url_says_comes_first(far: sa.URL) -> None:
    told = {"keepalives_idle": "60", "options": "-c statement_timeout=5min"}
    options = postgres_options(told, is_patient=False)
    assert options["keepalives_idle"] == "60"
    assert options["tcp_user_timeout"] == 10_000
    assert options["options"] == told["options"]
    assert "options" not in postgres_options({"options": " "}), "a pooler may take none"
    engine = postgres_engine(far.update_query_dict(told))
    with engine.connect() as connection:
        assert connection.execute(sa.text("SHOW statement_timeout")).scalar_one() == "5min"
        assert connection.execute(sa.text("SHOW tcp_user_timeout")).scalar_one() in ("10000", "10s", "0")
    engine.dispose()


def test_a_statement_of_a_server_has_an_end(far: sa.URL) -> None:
    for is_patient, limit in ((False, "20s"), (True, "0")):
        engine = postgres_engine(far, is_patient=is_patient)
        with engine.connect() as connection:
            assert connection.execute(sa.text("SHOW statement_timeout")).scalar_one() == limit
        engine.dispose()


def test_a_statement_that_takes_too_long_holds_nobody_up(far: sa.URL) -> None:
    async def script() -> None:
        opened = Store(far.update_query_dict({"options": "-c statement_timeout=300"}))
        began = time.monotonic()
        slow = [refused(lambda: opened.write(lambda each: each.execute(sa.text("SELECT pg_sleep(9)")))) for _ in "abc"]
        await asyncio.gather(*slow)
        assert time.monotonic() - began < SOON_S
        await opened.check()
        opened.close()

    asyncio.run(script())
