"""How fast the browser app's server is: a real process, wall time as a client on the same machine sees it.

Bounds: first page 1 s after the start, a page of 200 kB, a move in 50 ms (99 of 100) with 200 games at once in which
each player thinks for a second, engines off. Run by `scripts/bench`, or `python benchmarks/bench_server.py [--json]`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import posixpath
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import uvloop

import motu

STARTS = 5
GAMES = 200
SECONDS = 10.0
THINKING_SECONDS = 1.0
LARGE = "hex(size=27)"
ROUNDS = 25
GAMES_AHEAD = 2
"""Games that a player knows before it begins."""
LAG_SECONDS = 0.005


@dataclass(frozen=True)
class Row:
    """A line of the table; milliseconds, or kB."""

    what: str
    median: float
    worst: float
    unit: str = "ms"


class Running:
    """A server process and where it is."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "-m", "motu", "serve", "--port", "0", "--no-browser", "--data", str(data)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[3]

    def cpu_ms(self) -> float:
        """Milliseconds of processor time that it has taken so far (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(") ")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(data: Path) -> Iterator[Running]:
    """Run a server that keeps its games in a folder."""
    running = Running(data)
    try:
        yield running
    finally:
        running.process.terminate()
        running.process.wait()


def fetch(url: str) -> bytes:
    """Return what is at an address."""
    with urllib.request.urlopen(url) as answer:
        body: bytes = answer.read()
    return body


def milliseconds_since(begin: float) -> float:
    """Return the wall time since a moment of `time.perf_counter`."""
    return 1000 * (time.perf_counter() - begin)


def row_of(what: str, times: list[float]) -> Row:
    """Return median and 99th percentile."""
    return Row(what, statistics.median(times), sorted(times)[int(0.99 * (len(times) - 1))])


def start_times() -> Iterator[Row]:
    """Measure from the command to the first page: the first start of all, and one with games there already."""
    for what, is_first in (("first start of all", True), ("later start", False)):
        times, own = [], []
        with tempfile.TemporaryDirectory() as folder:
            for number in range(STARTS):
                begin = time.perf_counter()
                with server(Path(folder, str(number) if is_first else "same")) as running:
                    fetch(running.url)
                    times.append(milliseconds_since(begin))
                    own.append(running.cpu_ms())
        yield row_of(f"{what}, to the first page", times[not is_first :])
        yield row_of(f"{what}, to the first page, CPU time", own[not is_first :])


def fetch_times(what: str, url: str) -> Row:
    """Measure one address again and again."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        fetch(url)
        times.append(milliseconds_since(begin))
    return row_of(what, times)


def site_weight() -> Row:
    """Weigh what each page loads as it travels, with a language; median and heaviest."""
    from motu.server.pages import load_site, packed

    site = load_site().contents
    common = {name for name in site if name.endswith((".css", ".html", ".svg")) or name == "js/early.js"}
    common.add(max((name for name in site if name.startswith("locale/")), key=lambda name: len(site[name])))
    weights = []
    for view in (name for name in site if name.startswith("js/views/")):
        loaded = common | modules_of(site, "js/main.js") | modules_of(site, view)
        weights.append(sum(len(packed(name)) for name in loaded) / 1000)
    return Row("weight of a page", statistics.median(weights), max(weights), "kB")


def modules_of(site: dict[str, bytes], name: str) -> set[str]:
    """Return a module with all that it imports at once."""
    found, waiting = set[str](), [name]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            names = re.findall(r"^import [^;]*?'(\.[^']+)';", site[module].decode(), flags=re.MULTILINE)
            waiting += [posixpath.normpath(posixpath.join(posixpath.dirname(module), each)) for each in names]
    return found


class Told(msgspec.Struct):
    """What a player reads of an answer."""

    seq: int
    id: str = ""
    added: tuple[tuple[str, int], ...] = ()


class Player:
    """Plays a game over one connection, a random move at a time; it knows them beforehand, unless dice are rolled."""

    def __init__(self, url: str, number: int, thinking: float) -> None:
        self._address = urlsplit(url)
        self._random = random.Random(number)
        self._thinking = thinking
        self._cookie = ""
        self._spec = self._random.choice(("atoll", "hex", "atomorph", "atmalof"))
        self._games = [] if self._spec == "atmalof" else [self._random_game() for _ in range(GAMES_AHEAD)]
        self.times: list[float] = []

    def _random_game(self) -> list[str]:
        state, moves = motu.load_game(self._spec).new_initial_state(), []
        while not state.is_terminal():
            moves.append(state.action_to_string(self._random.choice(state.legal_actions())))
            state.play(moves[-1])
        return moves

    async def play(self, until: float) -> None:
        """Play on until that moment of `time.perf_counter`."""
        self._reader, self._writer = await asyncio.open_connection(self._address.hostname, self._address.port)
        while time.perf_counter() < until:
            game = await self._post("/api/games", {"spec": self._spec, "seats": [{"kind": "person"}] * 2})
            await asyncio.sleep(self._random.uniform(0.0, self._thinking))
            await self._play_one(f"/api/games/{game.id}/moves", until)
        self._writer.close()

    async def _play_one(self, path: str, until: float) -> None:
        known = iter(self._random.choice(self._games)) if self._games else None
        state, seq = motu.load_game(self._spec).new_initial_state(), 1
        while time.perf_counter() < until and not (known is None and state.is_terminal()):
            move = self._next_move(state) if known is None else next(known, None)
            if move is None:
                return
            begin = time.perf_counter()
            told = await self._post(path, {"move": move, "seq": seq})
            self.times.append(milliseconds_since(begin))
            seq = told.seq
            if known is None:
                for text, _ in told.added:
                    state.play(text)
            await asyncio.sleep(self._random.uniform(0.5, 1.5) * self._thinking)

    def _next_move(self, state: motu.State) -> str:
        return state.action_to_string(self._random.choice(state.legal_actions()))

    async def _post(self, path: str, body: Any) -> Told:
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {self._address.netloc}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(data)}\r\n" + (f"Cookie: {self._cookie}\r\n" if self._cookie else "") + "\r\n"
        self._writer.write(head.encode() + data)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        self._cookie = fields.get("set-cookie", self._cookie).partition(";")[0]
        answer = await self._reader.readexactly(int(fields["content-length"]))
        assert lines[0].split()[1] == "201", answer
        return msgspec.json.decode(answer, type=Told)


@dataclass
class Load:
    """What a while of playing came to; milliseconds."""

    times: list[float]
    """From sending a move to reading its answer."""
    lags: list[float]
    """How late this process itself was for what it had to do: so much of the times is its own."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.times) / SECONDS


async def play_all(url: str, games: int, thinking: float) -> Load:
    """Play games side by side."""
    players = [Player(url, number, thinking) for number in range(games)]
    gc.collect()
    gc.freeze()
    lags: list[float] = []
    until = time.perf_counter() + SECONDS
    await asyncio.gather(watch_lag(lags, until), *(player.play(until) for player in players))
    return Load([each for player in players for each in player.times], lags)


async def watch_lag(lags: list[float], until: float) -> None:
    """Note again and again by how much a timer rings too late."""
    while time.perf_counter() < until:
        begin = time.perf_counter()
        await asyncio.sleep(LAG_SECONDS)
        lags.append(milliseconds_since(begin) - 1000 * LAG_SECONDS)


def rows() -> Iterator[Row]:
    """Measure everything."""
    yield from start_times()
    yield site_weight()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as running:
        yield fetch_times("the document", running.url)
        yield fetch_times(f"board of {LARGE}", f"{running.url}api/boards?spec={LARGE}")
        yield row_of("a move, one game", uvloop.run(play_all(running.url, 1, 0.0)).times)
        before = running.cpu_ms()
        load = uvloop.run(play_all(running.url, GAMES, THINKING_SECONDS))
        own = (running.cpu_ms() - before) / len(load.times)
        yield Row("a move, CPU time of the server", own, own)
        yield row_of(f"a move, {GAMES} games, {load.rate:.0f} moves/s", load.times)
        yield row_of("how late the load generator itself was meanwhile", load.lags)
        load = uvloop.run(play_all(running.url, GAMES, 0.0))
        yield row_of(f"a move, {GAMES} games without a thought, {load.rate:.0f} moves/s", load.times)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    wants_json = parser.parse_args().json
    found = list(rows())
    if wants_json:
        print(json.dumps([row.__dict__ for row in found], indent=1))
        return
    print(f"{'what':52} {'median':>9} {'99 %':>9}")
    for row in found:
        print(f"{row.what:52} {row.median:9.1f} {row.worst:9.1f} {row.unit}")


if __name__ == "__main__":
    main()
