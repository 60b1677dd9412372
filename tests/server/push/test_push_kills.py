"""Two servers of a house send each message once; when both are killed with one in hand, the next server sends it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from cli.running import PATIENCE_S
from server.databases import PostgresServer
from server.processes import Server
from server.push.push_services import FakeBrowser, PushRequest, PushServer, certificate
from server.test_many_servers import meet

pytestmark = pytest.mark.slow
DAYS = {"kind": "correspondence", "initial_ms": 3 * 86_400_000, "increment_ms": 86_400_000}
SHORTER = """
import os, ssl
from motu.cli.main import main
from motu.server.push import network, queue, sender, waiting
from server.push.push_services import PUBLIC, Redirecting

queue.LEASE_MS, waiting.DELAY_MS, sender.LOOK_SECONDS = 8_000, 300, 0.2
sender.STEP_SECONDS = sender.SENDING_SECONDS = 60

async def find(host, port):
    return [PUBLIC]

def pool():
    trust = ssl.create_default_context(cafile=os.environ["PUSH_TRUST"])
    return network.open_pool(network.PublicNetwork(Redirecting(int(os.environ["PUSH_PORT"])), find), trust)

sender.open_pool = pool
main()
"""
"""The command, where the open net is the push service of the tests and waiting is short."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushServer]:
    """A push service in a thread of its own."""
    served, begun, stop = PushServer(), threading.Event(), []

    async def serve() -> None:
        ended = asyncio.Event()
        stop.append(partial(asyncio.get_running_loop().call_soon_threadsafe, ended.set))
        async with await asyncio.start_server(served.serve, "127.0.0.1", 0, ssl=certificate(tmp_path)[0]) as listening:
            served.port = listening.sockets[0].getsockname()[1]
            begun.set()
            await ended.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert begun.wait(PATIENCE_S)
    yield served
    stop[0]()
    thread.join(PATIENCE_S)


@contextlib.contextmanager
def started(place: sa.URL, service: PushServer, folder: Path) -> Iterator[Server]:
    told = {"PUSH_PORT": str(service.port), "PUSH_TRUST": str(folder / "push.pem")}
    tests = str(Path(__file__).parents[2])
    environment = {
        **os.environ,
        **told,
        "PYTHONPATH": os.pathsep.join([tests, *os.environ.get("PYTHONPATH", "").split(os.pathsep)]),
    }
    url = place.render_as_string(hide_password=False)
    command = [sys.executable, "-c", SHORTER, "serve", "--port", "0", "--no-browser", "--database", url]
    with subprocess.Popen(command, text=True, env=environment, stdout=-1, stderr=-1) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("motu is at http://"), process.stderr and process.stderr.read()
            running = Server(process, said.split()[3])
            yield running
            running.part()
        finally:
            process.kill()


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def titles(browser: FakeBrowser, requests: list[PushRequest]) -> list[Any]:
    return [browser.read(each.body)["title"] for each in requests]


def turn(here: Server, there: Server, cookies: tuple[str, str]) -> None:
    """Make it the second one's turn in a new game; servers close connections that are idle."""
    ann, bob = here.guest(cookies[0]), there.guest(cookies[1])
    game = meet(ann, bob, clock=DAYS)
    ann.well("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1})


def test_each_message_is_sent_once_and_none_is_lost_with_a_server(
    postgres: PostgresServer, service: PushServer, tmp_path: Path
) -> None:
    place, browser = postgres.new_database(), FakeBrowser()
    with started(place, service, tmp_path) as here, started(place, service, tmp_path) as there:
        ann, bob = here.guest(), there.guest()
        for guest in (ann, bob):
            guest.ask("GET", "/api/games")
        bob.well("PUT", "/api/notices/choices", {"page": ["turn"], "push": ["turn"]})
        bob.well("PUT", "/api/push", browser.subscription())
        cookies = ann.cookie, bob.cookie
        for _ in range(5):
            turn(here, there, cookies)
        until(lambda: len(service.requests) >= 5)
        time.sleep(10)  # both servers have looked often, and nobody has one in hand any more
        assert len(service.requests) == 5
        assert len({each.headers["topic"] for each in service.requests}) == 5
        service.is_silent = True
        turn(here, there, cookies)
        until(lambda: len(service.requests) == 6)
        here.kill()
        there.kill()
    service.is_silent = False
    with started(place, service, tmp_path):
        until(lambda: len(service.requests) == 7)
        time.sleep(10)
    assert len(service.requests) == 7
    assert titles(browser, service.requests) == ["Your turn against Guest"] * 7
    assert service.requests[6].headers["topic"] == service.requests[5].headers["topic"], "one takes the other's place"
    postgres.give_back(place)
