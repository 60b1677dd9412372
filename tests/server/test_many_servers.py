"""Several servers of one database: which of them one is at makes no difference, and one may go at any time."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import threading
import time
from collections.abc import Iterator
from subprocess import Popen
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.sync.client import ClientConnection, connect

from cli.running import PATIENCE_S, start
from motu.server.database import open_database
from motu.server.postgres import HOUSE, held_lock
from server.databases import PostgresServer
from server.processes import Guest, Server, free_port, server
from server.test_database import text_of
from server.valkeys import ValkeyServer

CLOCK = {"initial_ms": 600_000, "increment_ms": 0}
CELLS = [f"{column}{row}" for row in range(1, 20) for column in "abcdefghijklmnopqrs"]
"""Of Hex on 19×19, along which nobody wins soon."""


@pytest.fixture
def place(postgres: PostgresServer) -> Iterator[sa.URL]:
    """A database on a server."""
    url = postgres.new_database()
    yield url
    postgres.give_back(url)


@contextlib.contextmanager
def live(running: Server, path: str, guest: Guest) -> Iterator[ClientConnection]:
    """Open a socket as a guest."""
    address = running.url.replace("http", "ws", 1) + path.removeprefix("/")
    with connect(address, additional_headers={"cookie": guest.cookie}) as opened:
        yield opened


def told(opened: ClientConnection, kind: str) -> Any:
    """Return the next message of a kind."""
    while (message := json.loads(opened.recv(PATIENCE_S)))["type"] != kind:
        pass
    return message


def meet(ann: Guest, bob: Guest, spec: str = "hex(size=5,swap=false)", **terms: Any) -> str:
    """Let two guests play each other, wherever they are; return the game's id."""
    for guest in (ann, bob):
        guest.ask("GET", "/api/games")
    made = ann.well("POST", "/api/challenges", {"spec": spec, "side": "first", **terms})["id"]
    return str(bob.well("POST", f"/api/challenges/{made}/accept", {})["game"])


def ready(running: Server) -> int:
    with contextlib.closing(Guest(running.url)) as guest:
        return guest.ask("GET", "/api/ready")[0]


@pytest.mark.parametrize("bus", ["postgresql", "valkey"])
def test_two_people_play_at_two_servers(bus: str, place: sa.URL, request: pytest.FixtureRequest) -> None:
    valkey: ValkeyServer | None = request.getfixturevalue("valkey") if bus == "valkey" else None
    options = () if valkey is None else ("--bus", valkey.url)
    with server(place, *options) as first, server(place, *options) as second:
        ann, bob = first.guest(), second.guest()
        game = meet(ann, bob)
        path = f"/api/games/{game}/live"
        with live(first, path, ann) as anns, live(second, path, bob) as bobs:
            assert told(anns, "snapshot")["seat"] == 0
            assert told(bobs, "snapshot")["seat"] == 1
            while not all(told(anns, "presence")["here"]):
                pass
            for seq, move in enumerate(("a1", "b2", "c3", "d4"), start=1):
                mover = (ann, bob)[(seq - 1) % 2]
                mover.well("POST", f"/api/games/{game}/moves", {"move": move, "seq": seq})
                for live_one in (anns, bobs):
                    assert [step[0] for step in told(live_one, "update")["added"]] == [move]
        for each in (first, second):
            each.process.send_signal(signal.SIGTERM)
        for each in (first, second):
            assert each.process.communicate(timeout=PATIENCE_S)[1] == ""


def test_six_first_starts_at_once_make_one_database(place: sa.URL) -> None:
    with contextlib.ExitStack() as stack:
        options = "--port", "0", "--no-browser", "--database", text_of(place)
        started = [stack.enter_context(start("serve", *options)) for _ in range(6)]
        for process in started:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("motu is at http://"), process.communicate()[1]
        for process in started:
            process.terminate()
        for process in started:
            assert process.communicate(timeout=PATIENCE_S)[1] == ""


@contextlib.contextmanager
def starting(place: sa.URL) -> Iterator[tuple[Popen[str], int, contextlib.ExitStack]]:
    """Run a server that can't come up until something is let go; return it, its port, and what to close for that."""
    port, engine = free_port(), open_database(place)
    with contextlib.ExitStack() as held, engine.connect() as connection:
        held.enter_context(held_lock(place, HOUSE))
        options = "--port", str(port), "--no-browser", "--database", text_of(place)
        with start("serve", *options) as process:
            try:
                deadline = time.monotonic() + PATIENCE_S
                while not connection.exec_driver_sql("SELECT 1 FROM pg_locks WHERE NOT granted").first():
                    assert time.monotonic() < deadline
                    assert process.poll() is None, process.communicate()[1]
                    connection.rollback()
                    time.sleep(0.02)
                yield process, port, held
            finally:
                process.kill()
    engine.dispose()


def test_a_server_that_is_not_up_yet_refuses_so_that_one_goes_elsewhere(place: sa.URL) -> None:
    with starting(place) as (process, port, held):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        held.close()
        assert process.stdout is not None
        assert process.stdout.readline().startswith(f"motu is at http://127.0.0.1:{port}/ ")
        socket.create_connection(("127.0.0.1", port), PATIENCE_S).close()


def test_a_server_whose_port_is_taken_while_it_comes_up_says_so(place: sa.URL) -> None:
    with starting(place) as (process, port, held), socket.create_server(("127.0.0.1", port)):
        held.close()
        complaints = process.communicate(timeout=PATIENCE_S)[1]
        assert process.returncode == 2, complaints
        assert complaints.startswith(f"motu: can't listen at 127.0.0.1:{port}: address already in use; ")
        assert complaints.count("\n") == 1


def test_a_server_that_is_to_stop_says_first_that_it_is_not_ready(place: sa.URL) -> None:
    with server(place, "--drain", "1.5") as running:
        guest = running.guest()
        assert ready(running) == 200
        running.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE_S
        while ready(running) == 200:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert guest.well("GET", "/api/health")["status"] == "ok"
        assert guest.ask("POST", "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})[0] == 201
        running.part()
        assert running.process.communicate(timeout=PATIENCE_S)[1] == ""
        assert running.process.returncode == -signal.SIGTERM


def test_a_second_signal_stops_at_once(place: sa.URL) -> None:
    with server(place, "--drain", "600") as running:
        running.process.send_signal(signal.SIGINT)
        while ready(running) == 200:
            time.sleep(0.01)
        running.process.send_signal(signal.SIGINT)
        running.process.communicate(timeout=PATIENCE_S)


def test_without_its_database_a_server_is_not_ready(postgres: PostgresServer, place: sa.URL) -> None:
    with server(place) as running:
        assert ready(running) == 200
        postgres.stop()
        try:
            assert ready(running) == 503
        finally:
            postgres.start()
        deadline = time.monotonic() + PATIENCE_S
        while ready(running) != 200:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_a_database_that_does_not_answer_makes_a_server_not_ready(place: sa.URL) -> None:
    """It is there, and keeps everybody waiting: somebody has locked what the server reads."""
    with server(place) as running:
        engine = open_database(place)
        with engine.connect() as connection:
            connection.exec_driver_sql("LOCK TABLE process IN ACCESS EXCLUSIVE MODE")
            deadline = time.monotonic() + PATIENCE_S
            while ready(running) == 200:  # until it notes that it lives
                assert time.monotonic() < deadline
        engine.dispose()
        while ready(running) != 200:
            assert time.monotonic() < deadline


def test_the_clocks_of_a_killed_server_run_on_and_out(place: sa.URL) -> None:
    """The other one ends the game within 1.1 s of the moment at which the time is up."""
    with server(place) as first, server(place) as second:
        ann, bob = first.guest(), second.guest()
        game = meet(ann, bob, clock={"initial_ms": 3_000, "increment_ms": 0})
        ann.well("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1})
        bob.well("POST", f"/api/games/{game}/moves", {"move": "b2", "seq": 2})  # first moves cost no time
        first.kill()
        with live(second, f"/api/games/{game}/live", bob) as bobs:
            update = told(bobs, "update")
        assert update["result"] == {"winner": 1, "reason": "time"}
        moved, flagged = (event["at_ms"] for event in bob.well("GET", f"/api/games/{game}/events")[2:])
        assert 3_000 <= flagged - moved <= 4_100


class Mover(threading.Thread):
    """Plays a game at whichever of some servers answers, one move after the other."""

    def __init__(self, cookie: str, game: str, urls: list[str]) -> None:
        super().__init__()
        self._cookie, self._game, self._urls = cookie, game, urls
        self.is_wanted = True
        self.num_moves = 0
        self.faults: list[str] = []

    def run(self) -> None:
        tries = 0
        while self.is_wanted:
            with contextlib.closing(Guest(self._urls[tries % len(self._urls)], self._cookie)) as guest:
                try:
                    self._move(guest)
                    tries = 0
                except OSError:
                    tries += 1
                except Exception as fault:  # noqa: BLE001 - the test tells it
                    self.faults.append(repr(fault))
                    return
                if tries > 50:
                    self.faults.append("nobody answers")
                    return
            time.sleep(0.01)

    def _move(self, guest: Guest) -> None:
        whole = guest.well("GET", f"/api/games/{self._game}")
        if whole["result"] is not None:
            self.is_wanted = False
            return
        taken = {text for text, _ in whole["steps"]}
        move = next(cell for cell in CELLS if cell not in taken)
        status, answer = guest.ask("POST", f"/api/games/{self._game}/moves", {"move": move, "seq": whole["seq"]})
        if status == 201:
            self.num_moves += 1
        elif status not in (409, 503):
            self.faults.append(f"{status}: {answer}")


@pytest.mark.slow
def test_a_rolling_restart_pauses_nobody(place: sa.URL) -> None:
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(server(place, "--drain", "0.5"))
        second = stack.enter_context(server(place, "--drain", "0.5"))
        urls = [first.url, second.url]
        movers = []
        for _ in range(8):
            guest = first.guest()
            body = {"spec": "hex(size=19,swap=false)", "seats": [{}, {}], "clock": CLOCK}
            movers.append(Mover(guest.cookie, guest.well("POST", "/api/games", body)["id"], urls))
            movers[-1]._cookie = guest.cookie
        for mover in movers:
            mover.start()
        running = [first, second]
        for at in (0, 1):
            time.sleep(1)
            running[at].part()
            running[at].process.send_signal(signal.SIGTERM)
            assert running[at].process.communicate(timeout=PATIENCE_S)[1] == ""
            running[at] = stack.enter_context(server(place, "--drain", "0.5"))
            urls[at] = running[at].url
        time.sleep(1)
        for mover in movers:
            mover.is_wanted = False
        for mover in movers:
            mover.join(PATIENCE_S)
            assert mover.faults == []
            assert mover.num_moves > 20
            guest = running[0].guest(mover._cookie)
            happened = guest.well("GET", f"/api/games/{mover._game}/events")
            assert [event["seq"] for event in happened] == list(range(len(happened)))
            assert {event["what"]["type"] for event in happened} == {"created", "moved"}
