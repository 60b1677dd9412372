"""The lobby as those see it who are in it: one look at the database for all of them (floor: server).

The database is asked every two seconds while anybody is here, and at once when something happens in this process; what
happens in another is seen at the next look. Each visitor is sent what he sees only when it has changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from motu.errors import MotuError
from motu.server.accounts.shown import ShownNames
from motu.server.audience import Broadcaster, Subscriber
from motu.server.blocks.blocks import apart_from
from motu.server.bus.onlookers import Onlookers
from motu.server.challenge import Challenge
from motu.server.challenge_views import ChallengeView, challenge_view
from motu.server.challenges import Challenges
from motu.server.ending import end
from motu.server.lobby.pairing import Pairings, PersonInLine, Wish
from motu.server.lobby.running import RunningGame, featured, games_to_watch, keep_featured, read_featured
from motu.server.store import Store
from motu.server.wall_time import now_ms

LOOK_SECONDS = 2.0
"""So often the database is asked."""
MOST_NAMES = 100
"""So many names of people who are here are told."""
LOBBY = "lobby"
"""What the broadcaster knows those here by; no game has such an id."""
_log = logging.getLogger("motu.server")


class InLine(msgspec.Struct, frozen=True):
    """What a visitor waits for."""

    wish: str
    """The game and the pace, with a point between."""
    since_ms: int


class LobbyNews(msgspec.Struct, frozen=True, tag="lobby"):
    """The lobby as a visitor sees it."""

    here: int
    """How many are here, the visitor included."""
    challenges: tuple[ChallengeView, ...]
    """Those for the visitor alone, his own that are open, then the latest of the others'."""
    games: tuple[RunningGame, ...]
    featured: str
    """The game that is shown large; '' where none goes on."""
    waiting: InLine | None
    people: tuple[str, ...] = ()
    """The names of those who are here and want to be seen, in the order of the alphabet."""


class PairedNews(msgspec.Struct, frozen=True, tag="paired"):
    """A game has come of quick pairing."""

    game: str


@dataclass(eq=False, slots=True)
class _Visit:
    guest: str
    reader: Subscriber
    seen: bytes = b""


class Hall:
    """Who is in the lobby of this process."""

    def __init__(
        self,
        store: Store,
        challenges: Challenges,
        pairings: Pairings,
        names: ShownNames,
        audience: Broadcaster,
        onlookers: Onlookers,
        *,
        on_visited: Callable[[], None] = lambda: None,
    ) -> None:
        """Begin with nobody; `on_visited` is called when somebody has come here, or has left."""
        self._store, self._challenges, self._pairings, self._names = store, challenges, pairings, names
        self._audience, self._onlookers, self._on_visited = audience, onlookers, on_visited
        self._visits: set[_Visit] = set()
        self._stirred = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._featured = ""

    @contextlib.contextmanager
    def visit(self, guest: str) -> Iterator[Subscriber]:
        """Let somebody be here as long as the block lasts."""
        visit = _Visit(guest, self._audience.join(LOBBY, guest))
        self._visits.add(visit)
        self._on_visited()
        self.stir()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look_on())
        try:
            yield visit.reader
        finally:
            self._visits.discard(visit)
            self._audience.leave(LOBBY, visit.reader)
            self._on_visited()
            self.stir()

    def stir(self) -> None:
        """Something has happened: look at once."""
        self._stirred.set()

    def hear(self, game_id: str) -> None:
        """Something has happened in a game: who watches the one that is shown large sees it at once."""
        if self._visits and game_id == self._featured:
            self.stir()

    async def close(self) -> None:
        """Look no longer."""
        if self._task is not None:
            await end([self._task])

    async def _look_on(self) -> None:
        while self._visits:
            self._stirred.clear()
            try:
                await self._look()
            except MotuError as error:  # a disk that is full, a database that is started anew
                _log.warning("the lobby could not be looked at: %s", error)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._stirred.wait()

    async def _look(self) -> None:
        """See what there is, and tell everybody what is new to him."""
        people = await self._pairings.seen({visit.guest for visit in self._visits})
        if await self._pair_who_missed(people):
            people = await self._pairings.seen({visit.guest for visit in self._visits})
        await self._tell_paired(people)
        found = await self._names.challenges(await self._challenges.open_to_all())
        watched, before = await self._store.read(lambda opened: (games_to_watch(opened), read_featured(opened)))
        called = await self._names.all_seats([(each.persons, each.game.seats) for each in watched])
        games = tuple(
            msgspec.structs.replace(
                each.game, seats=seats, looking_on=len(self._onlookers.guests(each.game.id) - {*each.persons})
            )
            for each, seats in zip(watched, called, strict=True)
        )
        await self._feature(games, before)
        there = self._onlookers.guests(LOBBY)
        here, shown = len(there), await self._names.seen(there)
        common = LobbyNews(here, tuple(challenge_view(each, None) for each in found), games, self._featured, None)
        asked = await self._challenges.asked_of(*{visit.guest for visit in self._visits})
        found = [*await self._names.challenges(asked), *found]
        others = {each.maker for each in found} | shown.keys()
        apart = await self._store.read(lambda opened: apart_from(opened, others)) if others else set()
        self._tell(msgspec.structs.replace(common, people=_in_order(shown.values())), found, people, apart, shown)

    async def _feature(self, games: Sequence[RunningGame], before: str) -> None:
        """Show the same game large as the whole house, another one where that one has become quiet."""
        found = featured(games, before, now_ms())
        if found != before:
            found = await self._store.write(lambda opened: keep_featured(opened, before, found))
        self._featured = found if any(each.id == found for each in games) else ""

    def _tell(
        self,
        common: LobbyNews,
        found: Sequence[Challenge],
        people: Sequence[PersonInLine],
        apart: Collection[tuple[str, str]],
        shown: Mapping[str, str],
    ) -> None:
        encoded = msgspec.json.encode(common)
        waiting = {each.guest: InLine(each.wish, each.since_ms) for each in people if each.game is None}
        special = {*waiting, *(who for each in found for who in (each.maker, each.asked)), *(one for one, _ in apart)}
        for visit in tuple(self._visits):
            news = encoded
            if visit.guest in special:
                open_to_him = [each for each in found if each.asked in (None, visit.guest)]
                for_him = [each for each in open_to_him if (visit.guest, each.maker) not in apart]
                own = sorted(for_him, key=lambda each: each.asked is None and each.maker != visit.guest)
                seen = tuple(challenge_view(each, visit.guest) for each in own)
                near = _in_order(name for who, name in shown.items() if (visit.guest, who) not in apart)
                known = msgspec.structs.replace(common, challenges=seen, waiting=waiting.get(visit.guest), people=near)
                news = msgspec.json.encode(known)
            if news != visit.seen:
                visit.seen = news
                visit.reader.put(news)

    async def _pair_who_missed(self, people: Sequence[PersonInLine]) -> bool:
        """Pair those who wait for the same beside each other: one of them had been away, and has come back."""
        here = {visit.guest for visit in self._visits}
        line = [each for each in people if each.game is None]
        first: dict[str, str] = {}
        late = [each for each in line if first.setdefault(each.wish, each.guest) != each.guest and each.guest in here]
        for each in late:
            game = await self._pairings.press(
                each.guest, Wish.read(each.wish), each.name, rated=each.rated is not False
            )
            if game is not None:
                self._tell_of_game(each.guest, game)
        return bool(late)

    async def _tell_paired(self, people: Sequence[PersonInLine]) -> None:
        paired = {each.guest: each.game for each in people if each.game is not None}
        told = {visit.guest for visit in self._visits if visit.guest in paired}
        for guest in told:
            self._tell_of_game(guest, paired[guest])
        if told:
            await self._pairings.told(told)

    def _tell_of_game(self, guest: str, game: str) -> None:
        news = msgspec.json.encode(PairedNews(game))
        for visit in self._visits:
            if visit.guest == guest:
                visit.reader.put(news)


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=str.casefold)[:MOST_NAMES])
