"""What a house of two servers comes to when parts of it are killed: a server, PostgreSQL, Valkey, with games going on;
or when it is rolled: its servers are told to stop, one after the other, and started anew.

Players move as fast as they are told to, at whichever server answers; where no answer comes, they look before they move
again. Told are the moves that were acknowledged, those of them that are lost (there must be none), games that are wrong
(none), how long players had to wait, how long sockets were gone, and how far clocks and time lie apart; and for the
sake of judging that, how long what was killed was gone, and how late the players themselves were: on one machine they
take their share of the processor.

    python benchmarks/house_kills.py --killed server
    python benchmarks/house_kills.py --killed postgresql --games 200 --times 20 --json
    python benchmarks/house_kills.py --killed valkey
    python benchmarks/house_kills.py --killed rolling --times 4
    python benchmarks/house_kills.py --killed alone

The last kills the one server of a folder, with SQLite.

PostgreSQL, and for the last Valkey or Redis, must be installed; each run has servers of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from house_players import Sender, open_socket

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from motu.server.events import Event, Moved, Paused
from motu.server.game_log import GameLog
from server.databases import PostgresServer, programs
from server.valkeys import ValkeyServer

SPEC = "hex(size=19,swap=false)"
CELLS = [f"{column}{row}" for row in range(1, 20) for column in "abcdefghijklmnopqrs"]
"""In an order in which nobody wins soon."""
CLOCK = {"initial_ms": 3_600_000, "increment_ms": 0}
KINDS = ("server", "postgresql", "valkey", "rolling", "alone")
LOOK_SECONDS = 0.1
BACK_SECONDS = 2.0
"""How long what was killed is gone."""
MOST_SECONDS = 60.0
GAMES_A_GUEST = 100
GONE, FOUND, WELL, BEHIND, TRY_AGAIN = 0, 200, 201, 409, 503
DRAIN_SECONDS = 1.0


class Known(msgspec.Struct):
    """What is read of a message about a game."""

    seq: int = 0


class Moves(Known, kw_only=True):
    """What is read of the answer to a move."""

    events: tuple[Event, ...]


class HouseServer:
    """`motu serve` at a port that it keeps."""

    def __init__(self, *options: str) -> None:
        self._options, self.port = options, "0"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "motu", "serve", "--no-browser", "--port", self.port, *self._options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().split()[3].rstrip("/")
        self.port = self.url.rpartition(":")[2]

    def kill(self) -> None:
        self._process.kill()
        self._end()

    def stop(self) -> None:
        """Tell it to stop, and wait until it has."""
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


@dataclass
class House:
    """All that a house consists of."""

    servers: list[HouseServer]
    kill: Callable[[], None]
    start: Callable[[], None]
    back_seconds: float = BACK_SECONDS


@contextlib.contextmanager
def house(killed: str) -> Iterator[House]:
    """Run a house, one part of which is to be killed."""
    if killed == "alone":
        with tempfile.TemporaryDirectory(prefix="motu-kills-") as folder:
            server = HouseServer("--data", folder)
            try:
                yield House([server], server.kill, server.start)
            finally:
                server.kill()
        return
    found = programs()
    assert found is not None, "PostgreSQL is not installed"
    with contextlib.ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="motu-kills-"))) for _ in range(2)]
        postgres = PostgresServer(folders[0], found)
        stack.callback(postgres.stop)
        options = ["--database", postgres.new_database().render_as_string(hide_password=False)]
        if killed == "valkey":
            valkey = ValkeyServer(folders[1])
            stack.callback(valkey.kill)
            options += ["--bus", valkey.url]
        if killed == "rolling":
            options += ["--drain", f"{DRAIN_SECONDS}"]
        servers = [HouseServer(*options) for _ in range(2)]
        for server in servers:
            stack.callback(server.kill)
        if killed == "rolling":
            order = itertools.cycle(servers)
            yield House(servers, lambda: roll(next(order)), lambda: None, 0.0)
            return
        part: Any = {"server": servers[0], "postgresql": postgres, "valkey": killed == "valkey" and valkey}[killed]
        yield House(servers, part.stop if killed == "postgresql" else part.kill, part.start)


def roll(server: HouseServer) -> None:
    """Stop a server and start it anew."""
    server.stop()
    server.start()


@dataclass
class KilledGame:
    """A game, and what its players know of it."""

    id: str
    cookie: str
    acknowledged: dict[int, Event] = field(default_factory=dict)
    gaps: list[float] = field(default_factory=list)
    """Seconds from when a move was sent first to when it was acknowledged."""
    gone: list[float] = field(default_factory=list)
    """Seconds for which a socket was gone."""
    heard: int = 0
    """The number of the next event that its socket has told last."""
    num_retried: int = 0
    num_refused_again: int = 0
    """How often a server had a fault when it was asked once more."""


async def play(game: KilledGame, urls: list[str], pause: float, is_over: asyncio.Event) -> None:
    """Move until it is over, at whichever server answers; what has been begun is brought to an end."""
    senders = [Sender(url) for url in urls]
    try:
        await move_on(game, senders, pause, is_over)
    finally:
        for sender in senders:
            sender.close()


async def move_on(game: KilledGame, senders: list[Sender], pause: float, is_over: asyncio.Event) -> None:
    path = f"/api/games/{game.id}"
    began, tries, seq, status, answer = 0.0, 0, 1, 0, b""
    while tries or not is_over.is_set():
        await asyncio.sleep(random.expovariate(1 / pause) if not tries else 0.1)
        began = began if tries else time.monotonic()
        sender = senders[tries % len(senders)]
        try:
            if tries:
                status, answer, _ = await sender.ask("GET", path, cookie=game.cookie)
                seq = msgspec.json.decode(answer, type=Known).seq if status == FOUND else seq
            if not tries or status == FOUND:
                body = {"move": CELLS[seq - 1], "seq": seq}
                status, answer, _ = await sender.ask("POST", f"{path}/moves", body, game.cookie)
        except (OSError, EOFError, TimeoutError):
            status = GONE
        if status != WELL:
            assert status in (GONE, BEHIND, TRY_AGAIN), answer
            game.num_refused_again += bool(tries) and status == TRY_AGAIN
            tries, game.num_retried = tries + 1, game.num_retried + 1
            continue
        told = msgspec.json.decode(answer, type=Moves)
        for event in told.events:
            game.acknowledged[event.seq] = event
        game.gaps.append(time.monotonic() - began)
        tries, seq = 0, told.seq


async def watch(game: KilledGame, urls: list[str]) -> None:
    """Listen to a game, at whichever server answers."""

    def hear(message: bytes) -> None:
        game.heard = max(game.heard, msgspec.json.decode(message, type=Known).seq)

    lost = None
    for url in itertools.cycle(urls):
        with contextlib.suppress(OSError, TimeoutError):
            socket = await open_socket(url, f"/api/games/{game.id}/live", game.cookie, hear)
            if lost is not None:
                game.gone.append(time.monotonic() - lost)
                lost = None
            try:
                await socket.lost
            finally:
                socket.transport.abort()
        lost = time.monotonic() if lost is None else lost
        await asyncio.sleep(0.2)


@dataclass
class Outcome:
    """What came of it; seconds."""

    killed: str
    games: int
    times: int
    acknowledged: int
    lost: int
    """Acknowledged moves that the database doesn't have, or has otherwise."""
    wrong: int
    """Games with a gap, or that don't replay."""
    unheard: int
    """Games of which a socket knew less in the end than the database."""
    retried: int
    refused_again: int
    """Faults of a server that was asked once more."""
    paused: int
    gap_most: float
    gap_p99: float
    """Of all moves, those that nothing has happened to included."""
    socket_gone_most: float
    clock_off_most: float
    """By how much the time that clocks have counted differs from what has passed, but for when they stood."""
    stood_most: float
    """For how long a clock stood at most, in favour of whoever was to move: as long as nobody was there, and up to two
    seconds more, for it is from when the house was last seen."""
    down_most: float
    """For how long what was killed was gone: until it was ready again."""
    players_late_most: float
    """By how much the players themselves were late at most."""
    load: float
    """Processes that wanted a processor in the last minute."""
    errors: list[str] = field(default_factory=list)


@contextlib.asynccontextmanager
async def watched(games: list[KilledGame], urls: list[str]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(watch(game, order)) for game in games for order in (urls, urls[::-1])]
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def begin(url: str, count: int) -> list[KilledGame]:
    sender, found, cookie = Sender(url), list[KilledGame](), ""
    body = {"spec": SPEC, "seats": [{}, {}], "clock": CLOCK}
    for number in range(count):
        told, cookie = await sender.post("/api/games", body, cookie if number % GAMES_A_GUEST else "")
        found.append(KilledGame(told["id"], cookie))
    sender.close()
    return found


async def be_late(late: list[float]) -> None:
    """Note again and again how late this process is."""
    while True:
        due = time.monotonic() + LOOK_SECONDS
        await asyncio.sleep(LOOK_SECONDS)
        late.append(time.monotonic() - due)


async def kill_again_and_again(running: House, times: int, between: float) -> float:
    """Kill and start; return for how long it was gone at most."""
    down_most = 0.0
    for _ in range(times):
        await asyncio.sleep(between)
        began = time.monotonic()
        await asyncio.to_thread(running.kill)
        await asyncio.sleep(running.back_seconds)
        await asyncio.to_thread(running.start)
        down_most = max(down_most, time.monotonic() - began)
    return down_most


async def measure(killed: str, count: int, times: int, rate: float, between: float) -> Outcome:
    """Play and kill."""
    late = [0.0]
    with house(killed) as running:
        urls = [server.url for server in running.servers]
        games = await begin(urls[0], count)
        is_over = asyncio.Event()
        async with watched(games, urls):
            players = [
                asyncio.create_task(play(game, urls[at % len(urls) :] + urls[: at % len(urls)], count / rate, is_over))
                for at, game in enumerate(games)
            ]
            timing = asyncio.create_task(be_late(late))
            down_most = await kill_again_and_again(running, times, between)
            await asyncio.sleep(between)
            is_over.set()
            faults = [each for each in await asyncio.gather(*players, return_exceptions=True) if each]
            timing.cancel()
            await asyncio.sleep(6)
            outcome = Outcome(killed, count, times, *[0] * 7, *[0.0] * 5, down_most, max(late), os.getloadavg()[0])
            outcome.errors += [repr(fault) for fault in faults]
            sender = Sender(urls[-1])
            for game in games:
                status, answer, _ = await sender.ask("GET", f"/api/games/{game.id}/events", cookie=game.cookie)
                assert status == FOUND, answer
                judge(game, msgspec.json.decode(answer, type=list[Event]), outcome)
            sender.close()
    gaps = sorted(gap for game in games for gap in game.gaps)
    outcome.gap_p99 = gaps[int(0.99 * (len(gaps) - 1))] if gaps else 0.0
    return outcome


def judge(game: KilledGame, events: list[Event], outcome: Outcome) -> None:
    """Compare what the players know with what is kept."""
    outcome.acknowledged += len(game.acknowledged)
    outcome.lost += sum(seq >= len(events) or events[seq] != known for seq, known in game.acknowledged.items())
    try:
        log = GameLog.load(events)
    except Exception as error:  # noqa: BLE001 - it is told
        outcome.wrong += 1
        outcome.errors.append(f"{game.id}: {error}")
        return
    outcome.unheard += game.heard < log.next_seq
    outcome.retried += game.num_retried
    outcome.refused_again += game.num_refused_again
    outcome.paused += any(isinstance(event.what, Paused) for event in events)
    outcome.gap_most = max(outcome.gap_most, *game.gaps, 0.0)
    outcome.socket_gone_most = max(outcome.socket_gone_most, *game.gone, 0.0)
    off, stood = clocks_of(events)
    outcome.clock_off_most = max(outcome.clock_off_most, off)
    outcome.stood_most = max(outcome.stood_most, *stood, 0.0)


def clocks_of(events: list[Event]) -> tuple[float, list[float]]:
    """Return by how much clocks and time lie apart up to the last move, and how long clocks stood each time."""
    spent_ms, stood, since, in_turn = 0, list[int](), events[0].at_ms, 0
    passed_ms, counted_ms = 0, 0
    for event in events:
        match event.what:
            case Paused(spent_ms=so_far):
                stood.append(event.at_ms - since - (so_far - in_turn))
                since, in_turn = event.at_ms, so_far
            case Moved(spent_ms=whole):
                spent_ms += whole
                since, in_turn = event.at_ms, 0
                passed_ms, counted_ms = event.at_ms - events[0].at_ms, spent_ms + sum(stood)
    return abs(passed_ms - counted_ms) / 1000, [each / 1000 for each in stood]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--killed", choices=KINDS, default="server")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second, of all games together")
    parser.add_argument("--between", type=float, default=6.0, help="seconds from one to the next")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    outcome = uvloop.run(measure(given.killed, given.games, given.times, given.rate, given.between))
    if given.json:
        print(json.dumps(asdict(outcome)))
    else:
        for name, value in asdict(outcome).items():
            print(f"{name.replace('_', ' '):20}{value}")
    sys.exit(bool(outcome.lost or outcome.wrong or outcome.unheard or outcome.errors))


if __name__ == "__main__":
    main()
