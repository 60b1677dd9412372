"""`motu worker` as a process: it moves for servers, and another one goes on where it is killed."""

from __future__ import annotations

import contextlib
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from subprocess import Popen
from typing import Any

import pytest
import sqlalchemy as sa

from cli.running import MOTU, PATIENCE_S, environment, refusal, start
from server.databases import PostgresServer
from server.processes import Guest, server
from server.test_database import text_of

MOST_WAITING_S = 20.0
"""How long a move takes at most where the worker is killed that was to make it."""
MOST_KILLS = 5
SPEC = "hex(size=5,swap=false)"
CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
WAITS: list[float] = []
SEATS = [{}, {"kind": "level", "level": 3}]


@pytest.fixture
def place(postgres: PostgresServer) -> Iterator[sa.URL]:
    """A database on a server."""
    url = postgres.new_database()
    yield url
    postgres.give_back(url)


@contextlib.contextmanager
def begun(place: sa.URL, *options: str) -> Iterator[Popen[str]]:
    """Run a worker that comes up some time."""
    with start("worker", "--database", text_of(place), *options) as process:
        try:
            yield process
        finally:
            process.kill()


@contextlib.contextmanager
def worker(place: sa.URL, *options: str) -> Iterator[Popen[str]]:
    """Run a worker until the block ends."""
    with begun(place, *options) as process:
        check_up(process)
        yield process


def is_up(process: Popen[str]) -> bool:
    """Return whether a worker that is to come up has said that it takes jobs; ask until it has."""
    assert process.stdout is not None
    if not select.select([process.stdout], [], [], 0)[0]:
        return False
    check_up(process)
    return True


def check_up(process: Popen[str]) -> None:
    """Wait for the first word of a worker."""
    assert process.stdout is not None
    said = process.stdout.readline()
    assert said == "motu worker takes jobs (Ctrl-C ends it)\n", process.communicate()[1]


class Game:
    """A game with the machine, and how long each of its moves took."""

    def __init__(self, url: str) -> None:
        self._url, self._cookie = url, ""
        whole = self._ask("POST", "/api/games", {"spec": SPEC, "seats": SEATS})
        self.id, self.seq, self.is_over = whole["id"], whole["seq"], False
        self._since = 0.0
        self.move()

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask over a connection of its own: one that is kept open is closed where nothing comes for seconds."""
        with contextlib.closing(Guest(self._url, self._cookie)) as guest:
            answer = guest.well(method, path, body)
            self._cookie = guest.cookie
            return answer

    def move(self) -> None:
        """Move as a person."""
        whole = self._ask("GET", f"/api/games/{self.id}")
        taken = {text for text, _ in whole["steps"]}
        move = next(cell for cell in CELLS if cell not in taken)
        told = self._ask("POST", f"/api/games/{self.id}/moves", {"move": move, "seq": whole["seq"]})
        self.seq, self.is_over, self._since = told["seq"], told["result"] is not None, time.monotonic()

    def look(self) -> bool:
        """Return whether the machine has moved."""
        whole = self._ask("GET", f"/api/games/{self.id}")
        if whole["seq"] == self.seq:
            assert time.monotonic() - self._since < MOST_WAITING_S, "no move came"
            return False
        assert whole["seq"] == self.seq + 1, "one move, and no two"
        WAITS.append(time.monotonic() - self._since)
        self.is_over = whole["result"] is not None
        return True


def test_a_worker_moves_for_a_server_and_ends_when_it_is_told_to(place: sa.URL) -> None:
    with server(place, "--workers") as running:
        game = Game(running.url)
        with worker(place) as process:
            for _ in range(2):
                while not game.look():
                    time.sleep(0.02)
                game.move()
            process.send_signal(signal.SIGTERM)
            assert process.communicate(timeout=PATIENCE_S)[1] == ""
            assert process.returncode == 0
        running.part()
        running.process.send_signal(signal.SIGTERM)
        assert running.process.communicate(timeout=PATIENCE_S)[1] == ""


@pytest.mark.slow
def test_workers_are_killed_in_fifty_moves_and_each_comes_once(place: sa.URL) -> None:
    """After every ten moves one is killed in the middle of its work, and another one comes up.

    Nobody is killed before that one is there: without any worker, moves take as long as one needs to start, which is
    for ever on a machine that has much to do.
    """
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(server(place, "--workers")).url
        running, coming = [stack.enter_context(worker(place, "--engines", "1")) for _ in range(2)], None
        games, num_moves, num_kills = [Game(url) for _ in range(6)], 0, 0
        while num_moves < 50 or num_kills < MOST_KILLS:
            for game in games:
                if game.look():
                    num_moves += 1
                    if not game.is_over:
                        game.move()
            games = [Game(url) if game.is_over else game for game in games]
            if coming is not None and is_up(coming):
                running, coming = [running[1], coming], None
            if coming is None and num_moves >= 10 * (num_kills + 1):
                running[0].kill()
                num_kills += 1
                coming = stack.enter_context(begun(place, "--engines", "1"))
        assert max(WAITS) < MOST_WAITING_S


def test_a_worker_needs_a_database_that_others_reach() -> None:
    assert refusal("worker", "--database", "sqlite:///x.db").startswith("workers need games in PostgreSQL")


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
def test_a_worker_that_cannot_say_that_it_is_there_ends_with_one_line(place: sa.URL, redirection: str) -> None:
    command = f"{shlex.join([*MOTU, 'worker', '--database', text_of(place)])} {redirection}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=2 * PATIENCE_S, env=environment(), check=False
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("motu: cannot write to stdout: ")
    assert done.stderr.count("\n") == 1, done.stderr
