"""How a server bears many games at once: a real process, two sockets a game, clocks running.

Told are how long a move took (POST), how long until its opponent's socket had it ("heard"), memory, and the longest
garbage collection, while sockets come and while games are played. On one machine the players take their share of the
processor: how late they were themselves is told as well.

    python benchmarks/house_load.py --games 1000
    python benchmarks/house_load.py --games 2400 --rate 100 --seconds 60 --json
    python benchmarks/house_load.py --games 1000 --rate 200 --servers 2

With more than one server they share a database of PostgreSQL, which must be installed, and the two of a game are at
different ones; processor time and memory are then those of all of them together.

A process may have only so many files open: `ulimit -n` must be well above twice the number of games.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import uvloop
from house_players import Sender, open_socket

SPEC = "hex(size=11)"
CELLS = [f"{column}{row}" for column in "abcdefghijk" for row in range(1, 12)]
CLOCK = {"initial_ms": 24 * 3_600_000, "increment_ms": 0}
GAMES_A_GUEST = 400
CONNECTIONS = 64
"""Over which moves are sent."""
JOINS_AT_ONCE = 100
SPARE_FILES = 200


# --- the server


def serve(place: str, report: str) -> None:
    """Run `motu serve` in this process and write down how long garbage collections take; it ends by a signal."""
    from motu.cli.main import main

    began, file = [0.0], Path(report).open("a", encoding="ascii", buffering=1)  # noqa: SIM115 - as long as the process

    def note(phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            began[0] = time.perf_counter()
        else:
            file.write(f"{time.time():.3f} {told['generation']} {1000 * (time.perf_counter() - began[0]):.3f}\n")

    gc.callbacks.append(note)
    where = "--database" if "://" in place else "--data"
    sys.argv = ["motu", "serve", "--port", "0", "--no-browser", where, place]
    main()


class Running:
    """A server in a process of its own."""

    def __init__(self, folder: Path, place: str) -> None:
        folder.mkdir(exist_ok=True)
        self._report = folder / "collections.txt"
        command = [sys.executable, __file__, "--serve", place, str(self._report)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[3]

    def cpu_seconds(self) -> float:
        """Seconds of processor time that it has taken so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mib(self, name: str) -> float:
        """MiB of memory that it has ("VmRSS") or has had at most ("VmHWM")."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        return int(next(line for line in status.splitlines() if line.startswith(name)).split()[1]) / 1024

    def collections(self, since: float, until: float) -> tuple[int, float]:
        """Return how many collections there were between two times of day, and the longest in milliseconds."""
        rows = [line.split() for line in self._report.read_text("ascii").splitlines()]
        found = [float(row[2]) for row in rows if since <= float(row[0]) <= until]
        return len(found), max(found, default=0.0)


@contextmanager
def servers(count: int) -> Iterator[list[Running]]:
    """Run servers: one with a folder of its own, or several with a database."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        place = str(folder / "data") if count == 1 else stack.enter_context(database())
        started = list[Running]()
        stack.callback(lambda: [end(each) for each in started])
        for number in range(count):
            started.append(Running(folder / f"server{number}", place))
        yield started


def end(running: Running) -> None:
    """End a server."""
    running.process.terminate()
    running.process.wait()


@contextmanager
def database() -> Iterator[str]:
    """Run PostgreSQL with an empty database; yield its URL."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from server.databases import PostgresServer, programs

    found = programs()
    assert found is not None, "PostgreSQL is not installed"
    with tempfile.TemporaryDirectory(prefix="motu-load-") as folder:
        server = PostgresServer(Path(folder), found)
        try:
            yield server.new_database().render_as_string(hide_password=False)
        finally:
            server.stop()


# --- those who play


@dataclass
class LoadedGame:
    """A game with two sockets."""

    id: str
    cookie: str
    cells: list[str]
    seq: int = 1
    sent_at: float = 0.0
    """When the last move was sent, as `time.perf_counter` says it."""
    is_asked: bool = False
    heard: list[float] = field(default_factory=list)
    """How long each move took to the opponent's socket, in milliseconds."""
    num_gone: int = 0


async def begin_games(url: str, count: int) -> list[LoadedGame]:
    """Begin games, several hundred a guest."""
    sender, games, cookie = Sender(url), list[LoadedGame](), ""
    chance = random.Random(count)
    for number in range(count):
        body = {"spec": SPEC, "seats": [{}, {}], "clock": CLOCK}
        told, cookie = await sender.post("/api/games", body, cookie if number % GAMES_A_GUEST else "")
        games.append(LoadedGame(told["id"], cookie, chance.sample(CELLS, len(CELLS))))
    return games


async def join(url: str, game: LoadedGame, is_opponent: bool) -> None:
    """Open a socket and wait for the game as it stands."""

    def hear(message: bytes) -> None:
        if is_opponent and message.startswith(b'{"type":"update"'):
            game.heard.append(1000 * (time.perf_counter() - game.sent_at))

    def gone(_: asyncio.Future[None]) -> None:
        game.num_gone += 1

    socket = await open_socket(url, f"/api/games/{game.id}/live", game.cookie, hear)
    socket.lost.add_done_callback(gone)


async def join_all(urls: list[str], games: list[LoadedGame]) -> None:
    """Open two sockets for each game, some at once; the opponent is at another server where there is one."""
    places = asyncio.Semaphore(JOINS_AT_ONCE)

    async def one(game: LoadedGame, is_opponent: bool) -> None:
        async with places:
            await join(urls[is_opponent % len(urls)], game, is_opponent)

    await asyncio.gather(*(one(game, is_opponent) for game in games for is_opponent in (False, True)))


async def play_all(url: str, games: list[LoadedGame], rate: float, seconds: float) -> tuple[list[float], list[float]]:
    """Play moves at a rate; return how long each took and how late the players themselves were, in milliseconds."""
    free: asyncio.Queue[Sender] = asyncio.Queue()
    for _ in range(CONNECTIONS):
        free.put_nowait(Sender(url))
    took, late, chance, running = list[float](), list[float](), random.Random(1), set[asyncio.Task[None]]()

    async def move(game: LoadedGame) -> None:
        sender = await free.get()
        game.sent_at = time.perf_counter()
        body = {"move": game.cells.pop(), "seq": game.seq}
        told, _ = await sender.post(f"/api/games/{game.id}/moves", body, game.cookie)
        took.append(1000 * (time.perf_counter() - game.sent_at))
        game.seq, game.is_asked = told["seq"], False
        if told["result"] is not None:
            game.cells.clear()
        free.put_nowait(sender)

    due = time.perf_counter()
    until = due + seconds
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        late.append(1000 * max(0.0, time.perf_counter() - due))
        game = chance.choice(games)
        if game.cells and not game.is_asked:
            game.is_asked = True  # before anybody else may move
            running.add(asyncio.create_task(move(game)))
        running = {task for task in running if not task.done()}
        due += chance.expovariate(rate)
    await asyncio.gather(*running)
    await asyncio.sleep(1.0)
    return took, late


# --- the table


@dataclass
class Measured:
    """What came of it; milliseconds, MB."""

    games: int
    sockets: int
    moves: int
    moves_a_second: float
    post_p50: float
    post_p99: float
    heard_p50: float
    heard_p99: float
    heard_most: float
    players_late_p99: float
    cpu_a_move: float
    memory: float
    memory_most: float
    joins_a_second: float
    collections_joining: int
    longest_collection_joining: float
    collections_playing: int
    longest_collection_playing: float
    unheard: int
    cut_off: int
    load: float
    """Processes that wanted a processor in the last minute."""


def percentile(times: list[float], share: float) -> float:
    """Return the time that such a share of them stays below."""
    return sorted(times)[int(share * (len(times) - 1))] if times else 0.0


async def measure(running: list[Running], count: int, rate: float, seconds: float) -> Measured:
    """Begin games, join them, play."""
    url = running[0].url
    games = await begin_games(url, count)
    gc.collect()
    gc.freeze()
    gc.disable()  # else the players' own collections would be taken for the server's
    joining, began = time.time(), time.perf_counter()
    await join_all([each.url for each in running], games)
    joins = 2 * count / (time.perf_counter() - began)
    playing, cpu = time.time(), sum(each.cpu_seconds() for each in running)
    took, late = await play_all(url, games, rate, seconds)
    cpu = sum(each.cpu_seconds() for each in running) - cpu
    heard = [each for game in games for each in game.heard]
    return Measured(
        games=count,
        sockets=2 * count,
        moves=len(took),
        moves_a_second=len(took) / seconds,
        post_p50=percentile(took, 0.5),
        post_p99=percentile(took, 0.99),
        heard_p50=percentile(heard, 0.5),
        heard_p99=percentile(heard, 0.99),
        heard_most=max(heard, default=0.0),
        players_late_p99=percentile(late, 0.99),
        cpu_a_move=1000 * cpu / max(1, len(took)),
        memory=sum(each.memory_mib("VmRSS") for each in running),
        memory_most=sum(each.memory_mib("VmHWM") for each in running),
        joins_a_second=joins,
        **collected("joining", running, joining, playing),
        **collected("playing", running, playing, time.time()),
        unheard=len(took) - len(heard),
        cut_off=sum(game.num_gone for game in games),
        load=os.getloadavg()[0],
    )


def collected(when: str, running: list[Running], since: float, until: float) -> dict[str, Any]:
    """Return the collections of a while as fields of the table."""
    found = [each.collections(since, until) for each in running]
    return {
        f"collections_{when}": sum(count for count, _ in found),
        f"longest_collection_{when}": max(longest for _, longest in found),
    }


def allow_files(count: int) -> None:
    """Let this process, and those that it starts, have so many files open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        sys.exit(f"a process may have {hard} files open here, and this takes {count}: ulimit -n {count}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count), hard))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=60.0, help="moves a second, all games together")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long they play")
    parser.add_argument("--servers", type=int, default=1, help="over PostgreSQL if more than one")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", nargs=2, metavar=("PLACE", "REPORT"), help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.serve:
        serve(*wanted.serve)
        return
    allow_files(2 * wanted.games + CONNECTIONS + SPARE_FILES)
    with servers(wanted.servers) as running:
        measured = uvloop.run(measure(running, wanted.games, wanted.rate, wanted.seconds))
    if wanted.json:
        print(json.dumps(asdict(measured), indent=1))
        return
    for name, value in asdict(measured).items():
        print(f"{name.replace('_', ' '):32} {value:10.1f}" if isinstance(value, float) else f"{name:32} {value:10}")


if __name__ == "__main__":
    main()
