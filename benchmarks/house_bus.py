"""How long a move takes from one process of a house to the other: kept in PostgreSQL, told over a bus, heard.

Two processes have all services of a server, but no HTTP: one makes moves at a rate, the other one has the games before
it and notes when each move is told to those who look at it there. Both on one machine, so that they share a clock.

    python benchmarks/house_bus.py
    python benchmarks/house_bus.py --bus valkey --rate 300 --seconds 20 --json

PostgreSQL, and for --bus valkey Valkey or Redis, must be installed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
import uvloop
from house_load import percentile

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from motu.server.audience import Subscriber
from motu.server.events import Created, Participant
from motu.server.room import Room
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.starting import start_services
from motu.server.stopping import stop_services
from server.databases import PostgresServer, programs
from server.valkeys import ValkeyServer

SPEC = "hex(size=19,swap=false)"
CELLS = [f"{column}{row}" for row in range(1, 20) for column in "abcdefghijklmnopqrs"]
"""In an order in which nobody wins soon."""
LATE_SECONDS = 7.0
"""After so long what was lost has been found by comparing."""


class Update(msgspec.Struct):
    """What is read of a message to those who look at a game."""

    type: str
    seq: int = 0


@contextlib.contextmanager
def house(bus: str) -> Iterator[list[str]]:
    """Run PostgreSQL and, if wanted, Valkey; yield the URLs of both."""
    found = programs()
    assert found is not None, "PostgreSQL is not installed"
    with contextlib.ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="motu-bus-"))) for _ in range(2)]
        postgres = PostgresServer(folders[0], found)
        stack.callback(postgres.stop)
        urls = [postgres.new_database().render_as_string(hide_password=False)]
        if bus == "valkey":
            valkey = ValkeyServer(folders[1])
            stack.callback(valkey.kill)
            urls.append(valkey.url)
        yield urls


@contextlib.asynccontextmanager
async def process(urls: list[str]) -> AsyncIterator[Services]:
    """Have all services of a server."""
    with tempfile.TemporaryDirectory() as folder:
        bus = urls[1] if len(urls) > 1 else None
        services = await start_services(ServerSettings(Path(folder), database=sa.make_url(urls[0]), bus=bus))
        try:
            yield services
        finally:
            await stop_services(services)


# --- the process that hears


async def hear(urls: list[str]) -> None:
    """Look at all games that are named, until standard input ends; write down what was heard when."""
    heard = list[tuple[str, int, float]]()
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    async with process(urls) as services:
        ids = json.loads(await lines.readline())
        tasks = list[asyncio.Task[None]]()
        for game in ids:
            await services.rooms.find(game)
            tasks.append(asyncio.create_task(listen(services.audience.join(game), game, heard)))
        print("ready", flush=True)
        await lines.read()
        for task in tasks:
            task.cancel()
    print(json.dumps({"heard": heard, "cpu": cpu_seconds()}))


async def listen(reader: Subscriber, game: str, heard: list[tuple[str, int, float]]) -> None:
    while (message := await reader.next()) is not None:
        now, update = time.monotonic(), msgspec.json.decode(message, type=Update)
        if update.type == "update":
            heard.append((game, update.seq, now))


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


# --- the process that moves


@dataclass
class HeardMoves:
    """What came of it; milliseconds."""

    bus: str
    games: int
    moves: int
    moves_a_second: float
    kept_p50: float
    kept_p99: float
    heard_p50: float
    heard_p99: float
    heard_most: float
    cpu_a_move: float
    """Of both processes together."""
    unheard: int
    late_p99: float
    """By how much the program itself was late."""
    load: float
    """Processes that wanted a processor in the last minute."""


async def move_all(
    services: Services, rooms: list[Room], rate: float, seconds: float
) -> tuple[dict[tuple[str, int], float], list[float], list[float]]:
    """Move at a rate; return when each move was begun, how long each took to be kept, and how late all this was."""
    begun, kept, late, chance = dict[tuple[str, int], float](), list[float](), list[float](), random.Random(1)
    running, busy = set[asyncio.Task[None]](), set[str]()

    async def move(room: Room) -> None:
        busy.add(room.row.id)
        began = time.monotonic()
        await services.rooms.move(room, CELLS[len(room.log.steps)])
        begun[room.row.id, room.log.next_seq] = began
        kept.append(1000 * (time.monotonic() - began))
        busy.discard(room.row.id)

    due = time.monotonic()
    until = due + seconds
    while due < until:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        late.append(1000 * max(0.0, time.monotonic() - due))
        room = chance.choice(rooms)
        if room.row.id not in busy and len(room.log.steps) < len(CELLS) // 2:
            running.add(asyncio.create_task(move(room)))
        running = {task for task in running if not task.done()}
        due += chance.expovariate(rate)
    await asyncio.gather(*running)
    return begun, kept, late


async def measure(bus: str, count: int, rate: float, seconds: float) -> HeardMoves:
    """Run both processes."""
    with house(bus) as urls:
        async with process(urls) as services:
            created = Created(SPEC, (Participant(), Participant()))
            rooms = [await services.rooms.create(created, f"guest{number % 10}") for number in range(count)]
            command = [sys.executable, __file__, "--hear", *urls]
            pipes: Any = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE, "limit": 2**26}
            other = await asyncio.create_subprocess_exec(*command, **pipes)
            assert other.stdin is not None
            assert other.stdout is not None
            other.stdin.write(json.dumps([room.row.id for room in rooms]).encode() + b"\n")
            assert await other.stdout.readline() == b"ready\n"
            gc.collect()
            gc.freeze()
            cpu = cpu_seconds()
            begun, kept, late = await move_all(services, rooms, rate, seconds)
            cpu = cpu_seconds() - cpu
            await asyncio.sleep(LATE_SECONDS)
            other.stdin.close()
            told = json.loads(await other.stdout.read())
            await other.wait()
    first = dict[tuple[str, int], float]()
    for game, seq, at in told["heard"]:
        first.setdefault((game, seq), at)
    took = [1000 * (first[key] - at) for key, at in begun.items() if key in first]
    return HeardMoves(
        bus=bus,
        games=count,
        moves=len(kept),
        moves_a_second=len(kept) / seconds,
        kept_p50=percentile(kept, 0.5),
        kept_p99=percentile(kept, 0.99),
        heard_p50=percentile(took, 0.5),
        heard_p99=percentile(took, 0.99),
        heard_most=max(took, default=0.0),
        cpu_a_move=1000 * (cpu + told["cpu"]) / max(1, len(kept)),
        unheard=len(begun) - len(took),
        late_p99=percentile(late, 0.99),
        load=os.getloadavg()[0],
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bus", choices=("database", "valkey"), default="database")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=300.0, help="moves a second, all games together")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--hear", nargs="+", metavar="URL", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.hear:
        uvloop.run(hear(wanted.hear))
        return
    measured = asdict(uvloop.run(measure(wanted.bus, wanted.games, wanted.rate, wanted.seconds)))
    if wanted.json:
        print(json.dumps(measured, indent=1))
        return
    for name, value in measured.items():
        print(f"{name.replace('_', ' '):20} {value:10.1f}" if isinstance(value, float) else f"{name:20} {value:>10}")


if __name__ == "__main__":
    main()
