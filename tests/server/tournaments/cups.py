"""A house with tournaments: some processes over one database, people with names, and time that a test lets pass."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motu.server.accounts.account import UserAccount
from motu.server.accounts.accounts import Accounts
from motu.server.accounts.names import skeleton
from motu.server.clocks import Clocks
from motu.server.events import ClockSettings, ServerError
from motu.server.house_clock import HouseClock
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.schema import accounts, tournament_games
from motu.server.speeds import DAY_MS
from motu.server.store import Store
from motu.server.tournaments.course import TournamentCourse
from motu.server.tournaments.ends import end_in_tournament
from motu.server.tournaments.terms import NewTournament, terms_of
from motu.server.tournaments.tournament import TournamentGame
from motu.server.tournaments.tournaments import Tournaments
from server.fake_time import FakeTime

SPEC = "hex(size=3)"
BLITZ = ClockSettings(60_000)
SLOW = ClockSettings(DAY_MS, DAY_MS, "correspondence")
EVERYBODY = ("ann", "bob", "cem", "dan", "eve", "fay", "gus", "hal", "ida")


@dataclass
class Process:
    """One process, which looks after tournaments and clocks when a test says so."""

    store: Store
    time: FakeTime

    def __post_init__(self) -> None:
        wall = self.time.wall()
        self.begun: list[Room] = []
        self.rooms = Rooms(self.store, wall=wall, along=(end_in_tournament,))
        self.accounts = Accounts(self.store)
        self.cups = Tournaments(self.store, self.rooms, self.accounts, on_begun=self.begun.append)
        self.clocks = Clocks(self.store, self.rooms, HouseClock(self.store, wall))

    async def sweep(self) -> None:
        """Do what is done every second."""
        await self.clocks.sweep()
        await self.cups.sweep()


class CupHouse:
    """Some processes, and all that a test asks of them."""

    def __init__(self, database: sa.URL, processes: int = 1, people: Sequence[str] = EVERYBODY) -> None:
        self.time = FakeTime()
        self.stores = [Store(database) for _ in range(processes)]
        self.processes = [Process(store, self.time) for store in self.stores]
        self.people = {each: _account(each, self.time.ms) for each in people}

    @property
    def first(self) -> Process:
        """A process."""
        return self.processes[0]

    async def open(self) -> None:
        """Let people have their names."""
        rows = [
            {name: getattr(each, name) for name in UserAccount.__slots__} | {"skeleton": skeleton(each.name)}
            for each in self.people.values()
        ]
        await self.first.store.write(lambda opened: opened.execute(accounts.insert(), rows))

    async def passes(self, seconds: float, step: float = 1.0) -> None:
        """Let time pass, in which all processes look after what is due, all at once."""
        for _ in range(max(1, round(seconds / step))):
            self.time.passes(step)
            await asyncio.gather(*(each.sweep() for each in self.processes))

    async def make(self, system: str, people: Sequence[str], *, maker: str = "ann", **terms: Any) -> str:
        """Make a tournament which these join, and let it begin; return its id."""
        known = {"name": "Cup", "spec": SPEC, "clock": BLITZ, "most": 16, "starts_in_ms": 1000} | terms
        if system == "arena":
            known |= {"minutes": terms.get("minutes", 60)}
        wanted = NewTournament(system=system, **known)  # type: ignore[arg-type]
        made = await self.first.cups.make(self.people[maker], terms_of(wanted), wanted.starts_in_ms)
        for each in people:
            await self.first.cups.enter(made.tournament.id, self.people[each])
        await self.passes(2)
        return made.tournament.id

    async def course(self, cup: str) -> TournamentCourse:
        """Return a tournament as it stands."""
        return await self.first.cups.find(cup)

    async def going(self, cup: str) -> list[TournamentGame]:
        """Return the games that go on."""
        return [each for each in (await self.course(cup)).unsettled if each.game is not None]

    async def wins(self, game: TournamentGame, winner: str, *, by: int = 0) -> None:
        """Let somebody win a game, the other one giving up, at one of the processes."""
        rooms = self.processes[by % len(self.processes)].rooms
        room = await rooms.find(game.game or "")
        await rooms.resign(room, 0 if winner == game.person1 else 1)

    async def draws(self, game: TournamentGame) -> None:
        """Let both agree on a draw."""
        room = await self.first.rooms.find(game.game or "")
        await self.first.rooms.offer(room, 0, "draw")
        await self.first.rooms.answer(room, 1, is_accepted=True)

    async def moves(self, game: TournamentGame) -> None:
        """Let both make a move."""
        room = await self.first.rooms.find(game.game or "")
        for move in ("a1", "b2"):
            await self.first.rooms.move(room, move)

    async def play_out(self, cup: str, decide: Callable[[TournamentGame], str], *, most: int = 200) -> None:
        """Let a tournament go on to its end, each game won by whom a test says."""
        for turn in range(most):
            for game in await self.going(cup):
                await self.wins(game, decide(game), by=turn)
            await self.passes(21)
            if (await self.course(cup)).tournament.state == "over":
                return
        raise AssertionError("it does not end")

    async def rows(self) -> list[sa.Row[Any]]:
        """Return all pairs of all tournaments."""
        return list(await self.first.store.read(lambda opened: opened.execute(sa.select(tournament_games)).all()))

    def close(self) -> None:
        """End all."""
        for store in self.stores:
            store.close()


@contextlib.contextmanager
def cup_house(database: sa.URL, processes: int = 1, **known: Any) -> Iterator[CupHouse]:
    """Be a house as long as the block lasts."""
    house = CupHouse(database, processes, **known)
    try:
        yield house
    finally:
        house.close()


def play(house: CupHouse, script: Callable[[], Awaitable[None]]) -> None:
    """Carry a script out in a house whose people have their names."""

    async def whole() -> None:
        await house.open()
        await script()

    asyncio.run(whole())


def stronger(game: TournamentGame) -> str:
    """Return who wins where the alphabet decides."""
    return min(game.persons)


def by_chance(seed: int) -> Callable[[TournamentGame], str]:
    """Return who wins where chance decides."""
    chance = random.Random(seed)
    return lambda game: chance.choice(game.persons)


def met(course: TournamentCourse) -> Counter[frozenset[str]]:
    """Return how often each pair has met."""
    return Counter(frozenset(each.persons) for each in course.games)


async def refusal(work: Awaitable[object]) -> str:
    """Return the slug by which something is refused."""
    try:
        await work
    except ServerError as error:
        return error.slug
    raise AssertionError("it is not refused")


def _account(name: str, now_ms: int, kind: str = "person") -> UserAccount:
    return UserAccount(name, kind, name.title(), "none", None, now_ms, now_ms, is_closed=False)  # type: ignore[arg-type]
