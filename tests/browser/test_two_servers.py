"""Two people at two servers of one house: one of the servers is killed, a network fails, a page is loaded anew."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import board, click, moves
from browser.test_two_screens import Two, play, post
from server.databases import PostgresServer, postgres
from server.processes import Server, server

__all__ = ["postgres"]

pytestmark = pytest.mark.slow

PARDONED = ("WebSocket", "ERR_", "Failed to load resource")


class Balancer:
    """A place that sends connections to the first of some servers that takes them."""

    def __init__(self, *servers: Server) -> None:
        self.servers = list(servers)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        for each in self.servers:
            port = int(each.url.rstrip("/").rpartition(":")[2])
            try:
                other = socket.create_connection(("127.0.0.1", port), 5)
            except OSError:
                continue
            other.settimeout(None)
            back = threading.Thread(target=_pass_on, args=(client, other), daemon=True)
            back.start()
            _pass_on(other, client)
            back.join()
            other.close()
            break
        client.close()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for each in (source, target):
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def pages(browser: Any) -> Iterator[Two]:
    with (
        open_page(browser, DESKTOP, pardoned=PARDONED) as first,
        open_page(browser, PHONE, pardoned=PARDONED) as second,
    ):
        for page in (first, second):
            speak(page, "en", confirm="never")
        yield Two(first, second)


def meet(pages: Two, addresses: tuple[str, str], spec: str, **terms: Any) -> None:
    """Let the first page invite at its place and play first, the second accept at its own."""
    pages.first.goto(f"{addresses[0]}/games")
    made = post(pages.first, "/api/challenges", {"spec": spec, "side": "first", **terms})
    pages.first.goto(f"{addresses[0]}/challenge/{made['id']}")
    pages.second.goto(f"{addresses[1]}/challenge/{made['id']}")
    pages.second.get_by_role("button", name="Play", exact=True).click()
    for page in pages:
        page.wait_for_url("**/play/*", wait_until="commit")
        board(page).locator("[data-cell]").first.wait_for()


def test_a_whole_game_while_a_server_is_killed(pages: Two, postgres: PostgresServer) -> None:
    database = postgres.new_database()
    with contextlib.ExitStack() as stack:
        one, other = (stack.enter_context(server(database, "--name", "127.0.0.1")) for _ in range(2))
        places = Balancer(one, other), Balancer(other, one)
        for each in places:
            stack.callback(each.close)
        meet(pages, (places[0].address, places[1].address), "hex(size=3)", clock={"initial_ms": 600_000})
        play(pages, 0, "a1")
        play(pages, 1, "b2")
        pages.second.context.set_offline(True)
        click(pages.first, "a2")
        expect(moves(pages.first)).to_have_count(3)
        pages.second.wait_for_timeout(1000)
        pages.second.context.set_offline(False)
        expect(moves(pages.second)).to_have_count(3)
        one.kill()  # where the first page was
        pages.first.wait_for_timeout(3000)
        play(pages, 1, "c1")
        pages.second.reload()
        expect(moves(pages.second)).to_have_count(4)
        play(pages, 0, "a3")
        expect(pages.first.locator(".verdict")).to_have_text("You won")
        expect(pages.second.locator(".verdict")).to_have_text("You lost")
