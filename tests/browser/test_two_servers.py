"""Two people at two servers of one house: one of the servers is killed, a network fails, a page is loaded anew."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

import motu
from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import board, click, moves
from browser.test_sealed_dice import SMALL, game_of, is_open, wait_for
from browser.test_two_screens import Two, complaints, play, post
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


@pytest.mark.parametrize("spec", ["atoll(size=11,swap=false)", SMALL], ids=["atoll", "atmalof"])
def test_a_game_to_its_end_while_all_goes_wrong(pages: Two, postgres: PostgresServer, spec: str) -> None:
    """Each loses its network for ten seconds, a page is loaded anew, a server is killed: both see the same game."""
    database = postgres.new_database()
    with contextlib.ExitStack() as stack:
        one, other = (stack.enter_context(server(database, "--name", "127.0.0.1")) for _ in range(2))
        places = Balancer(one, other), Balancer(other, one)
        for each in places:
            stack.callback(each.close)
        meet(pages, (places[0].address, places[1].address), spec, clock={"initial_ms": 1_800_000})
        game = pages.first.url.rsplit("/", 1)[1]
        if spec == SMALL:
            wait_for(pages.first, game, is_open)
        happens: dict[int, Callable[[], object]] = {
            2: lambda: without_network(pages, game, 1),
            5: lambda: without_network(pages, game, 0),
            6: pages.first.reload,
            7: one.kill,
        }
        mover = Mover(spec)
        for turn in range(120):
            told = game_of(pages.second, game)
            if told["result"]:
                break
            if turn in happens:
                happens[turn]()
            else:
                make_move(pages, game, mover)
        assert turn > max(happens)
        ends = [game_of(page, game) for page in pages]
        assert ends[0]["result"] == ends[1]["result"] is not None
        assert ends[0]["steps"] == ends[1]["steps"]
        winner = ends[0]["result"]["winner"]
        for person, page in enumerate(pages):
            expect(page.locator(".verdict")).to_have_text("You won" if person == winner else "You lost")
            if spec == SMALL:
                page.get_by_role("button", name="Check the dice").click()
                expect(page.locator(".proof.good")).to_be_visible()
            assert complaints(page) == []


class Mover:
    """Says what is played, so that a large board is not filled to its last cell: the first player knows how."""

    def __init__(self, spec: str) -> None:
        self.game = motu.load_game(spec)
        self.players = motu.make_player("level:4", 1), motu.make_player("random", 2)

    def choose(self, told: Any) -> str:
        """Return a place on the board."""
        if lines := told["position"].get("announce"):
            return str(max(lines, key=lambda each: each["hits"])["line"])
        state = self.game.new_initial_state().play_all([text for text, _ in told["steps"]])
        return state.action_to_string(self.players[state.current_player()].choose(state).action)


def make_move(pages: Two, game: str, mover: Mover, away: int | None = None) -> None:
    """Let whose turn it is play, and wait until it has happened, and both see it, but for who is away."""
    told = game_of(pages.second if away == 0 else pages.first, game)
    player, count = told["position"]["player"], len(told["steps"])
    page = pages.page(player)
    expect(page).to_have_title(re.compile("Your turn"))
    expect(board(page).locator(".open").first).to_be_visible()
    click(page, mover.choose(told))
    wait_for(page, game, lambda now: len(now["steps"]) > count and not now["position"].get("announced"))
    for seat, each in enumerate(pages):
        if seat != away:
            expect(moves(each)).not_to_have_count(0)


def without_network(pages: Two, game: str, person: int) -> None:
    """Cut somebody off for ten seconds; where it is the other one's turn, he plays meanwhile."""
    page = pages.page(person)
    page.context.set_offline(True)
    told = game_of(pages.page(1 - person), game)
    if told["position"]["player"] != person and not told["position"].get("announce"):
        make_move(pages, game, Mover(told["created"]["spec"]), away=person)
    pages.page(1 - person).wait_for_timeout(10_000)
    page.context.set_offline(False)
    expect(board(page).locator("[data-cell]").first).to_be_visible()
