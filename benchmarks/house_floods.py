"""What others notice of somebody who asks a server for far too much: challenges, accounts, chat, all from one address.

Games go on, first in peace, then while it is flooded. Told are how much was let through and how much refused with 429,
and how long moves took in peace and meanwhile. Players, flood and server share the machine.

    python benchmarks/house_floods.py
    python benchmarks/house_floods.py --challenges 10000 --accounts 2000 --lines 2000 --flood 300 --json
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import uvloop
from house_load import CONNECTIONS, SPARE_FILES, LoadedGame, allow_files, begin_games, join_all, percentile, play_all
from house_load import servers as run_servers
from house_players import Sender

ADDRESS = "203.0.113.7"
"""From where all of the flood comes; a proxy on this machine is believed."""
GUESTS = 50
FLOODERS = 64
"""As many at a time: whoever is refused is held for a moment, and few would not reach the rate."""
TOO_MUCH = 429
DEEDS = ("challenges", "accounts", "lines")


@dataclass(frozen=True, slots=True)
class Wave:
    """A request of the flood."""

    deed: str
    path: str
    body: Any
    cookie: str
    """Whose it is; "" for a guest who comes for it."""


@dataclass
class Flooded:
    """What came of it; milliseconds."""

    games: int
    moves_a_second: float
    flood_a_second: float
    let_through: dict[str, int]
    refused: dict[str, int]
    other_answers: dict[str, int]
    post_p99_in_peace: float
    post_p99_flooded: float
    heard_p99_in_peace: float
    heard_p99_flooded: float
    players_late_p99: float
    load: float
    """Processes that wanted a processor in the last minute."""


async def make_guests(sender: Sender) -> list[str]:
    """Return cookies of guests that come from that address."""
    return [(await sender.ask("GET", "/api/games"))[2] for _ in range(GUESTS)]


async def make_game(sender: Sender, cookies: list[str]) -> str:
    """Have two of them play each other; return the game."""
    made, _ = await sender.post("/api/challenges", {"spec": "hex(size=5)"}, cookies[0])
    taken, _ = await sender.post(f"/api/challenges/{made['id']}/accept", {}, cookies[1])
    return str(taken["game"])


def waves(counts: dict[str, int], cookies: list[str], game: str) -> Iterator[Wave]:
    """Yield the requests of the flood, all kinds mixed."""
    bodies = {
        "challenges": lambda _: ("/api/challenges", {"spec": "hex(size=3)"}),
        "accounts": lambda at: ("/api/account", {"name": f"Flood{at}", "password": "correct horse battery"}),
        "lines": lambda _: (f"/api/games/{game}/chat", {"circle": "players", "phrase": "have-fun"}),
    }
    most = max(counts.values())
    for at in range(most):
        for deed in DEEDS:
            if at * counts[deed] // most != (at + 1) * counts[deed] // most:
                path, body = bodies[deed](at)
                of = {"lines": cookies[:2], "challenges": cookies, "accounts": [""]}[deed]
                yield Wave(deed, path, body, of[at % len(of)])


async def flood(url: str, wanted: Iterator[Wave], rate: float) -> tuple[Counter[tuple[str, int]], float]:
    """Send requests at a rate; return how many had which answer, and how many there were a second."""
    answers, began = Counter[tuple[str, int]](), time.perf_counter()
    numbered = zip(itertools.count(), wanted, strict=False)

    async def send() -> None:
        sender = Sender(url, ADDRESS)
        for number, wave in numbered:
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            cookie = wave.cookie or (await sender.ask("GET", "/api/games"))[2]
            status, _, _ = await sender.ask("POST", wave.path, wave.body, cookie)
            answers[wave.deed, status] += 1

    await asyncio.gather(*(send() for _ in range(FLOODERS)))
    return answers, answers.total() / (time.perf_counter() - began)


async def play(url: str, games: list[LoadedGame], rate: float, seconds: float) -> tuple[list[float], ...]:
    """Play for a while; return how long moves took, how long until they were heard, and how late this process was."""
    before = [len(game.heard) for game in games]
    took, late = await play_all(url, games, rate, seconds)
    heard = [each for game, count in zip(games, before, strict=True) for each in game.heard[count:]]
    return took, heard, late


async def measure(count: int, rate: float, counts: dict[str, int], flood_rate: float) -> Flooded:
    """Play in peace, then while the server is flooded; both take as long as the flood is meant to."""
    seconds = sum(counts.values()) / flood_rate
    with run_servers(1) as [running]:
        games = await begin_games(running.url, count)
        await join_all([running.url], games)
        sender = Sender(running.url, ADDRESS)
        cookies = await make_guests(sender)
        game = await make_game(sender, cookies)
        peace = await play(running.url, games, rate, seconds)
        flooding = asyncio.create_task(flood(running.url, waves(counts, cookies, game), flood_rate))
        flooded = await play(running.url, games, rate, seconds)
        answers, flooded_rate = await flooding
    kinds = {"let_through": (200, 201), "refused": (TOO_MUCH,)}
    told = {name: {deed: sum(answers[deed, each] for each in kind) for deed in DEEDS} for name, kind in kinds.items()}
    others = {f"{deed} {status}": n for (deed, status), n in answers.items() if status not in (200, 201, TOO_MUCH)}
    return Flooded(
        count,
        rate,
        flooded_rate,
        **told,
        other_answers=others,
        post_p99_in_peace=percentile(peace[0], 0.99),
        post_p99_flooded=percentile(flooded[0], 0.99),
        heard_p99_in_peace=percentile(peace[1], 0.99),
        heard_p99_flooded=percentile(flooded[1], 0.99),
        players_late_p99=percentile(peace[2] + flooded[2], 0.99),
        load=os.getloadavg()[0],
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second, all games together")
    parser.add_argument("--challenges", type=int, default=10_000)
    parser.add_argument("--accounts", type=int, default=2_000)
    parser.add_argument("--lines", type=int, default=2_000, help="of chat")
    parser.add_argument("--flood", type=float, default=300.0, help="requests a second")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    allow_files(2 * wanted.games + CONNECTIONS + SPARE_FILES)
    counts = {deed: getattr(wanted, deed) for deed in DEEDS}
    measured = asdict(uvloop.run(measure(wanted.games, wanted.rate, counts, wanted.flood)))
    if wanted.json:
        print(json.dumps(measured, indent=1))
        return
    for name, value in measured.items():
        print(f"{name.replace('_', ' '):20} {value:.1f}" if isinstance(value, float) else f"{name:20} {value}")


if __name__ == "__main__":
    main()
