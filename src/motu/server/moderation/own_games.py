"""No help in one's own rated games that go on (floor: server): neither of the engine nor of the solver, however asked.

While somebody plays a rated game live, the engine says nothing to him of that game at all, on whatever board. Of games
by correspondence, which last for weeks, only their positions are locked: a line that comes through one, and a position
that goes on from one, also when it is mirrored or set up by hand. Others may ask, and whoever looks on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from motu.errors import MotuError
from motu.games import State
from motu.games.line import Line
from motu.server.events import ServerError
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.schema import games
from motu.server.seats import seat_of
from motu.server.speeds import Speed
from motu.server.store import Store

LIVE: frozenset[Speed] = frozenset({"blitz", "rapid", "slow"})
EMPTY = 2
"""A cell without a stone."""
MOST_ASKED = 200
"""Games by correspondence of one person that are compared; who plays more of a kind has no help in that kind at all."""
AGAIN_SECONDS = 3.0
"""How often it is looked whether what goes on has become help."""
FAIR_PLAY = "server/fair-play"


class OwnGames:
    """Says what would be help in somebody's own games."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        """Ask a store which games go on, and rooms how they stand."""
        self._store, self._rooms = store, rooms

    async def refuse_help(self, guest: str, line: Line) -> None:
        """Check that what an engine says of a line is no help to somebody.

        Raises:
            ServerError: "server/fair-play".
        """
        try:
            game = line.game()
        except MotuError:
            return  # whoever reads it says what is wrong with it
        images: dict[bytes, str] = {}
        going = await self._going(guest, game.name)
        live = next((game_id for game_id, speed in going if speed in LIVE), None)
        if live is not None or len(going) > MOST_ASKED:
            raise _help(live or "")
        for game_id, _ in going:
            room = await self._rooms.find(game_id)
            if room.log.game == game:
                images |= dict.fromkeys(images_of(room.log.state), game_id)
        if not images:
            return
        if touched := await asyncio.to_thread(_touched, line, images):
            raise _help(touched)

    async def until_help(self, guest: str, line: Line) -> None:
        """Wait for as long as what an engine says of a line is no help to somebody, who may begin a game meanwhile.

        Raises:
            ServerError: "server/fair-play", as soon as it is.
        """
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                await self.refuse_help(guest, line)
            except ServerError as error:  # of any other kind it tells nothing: one looks again
                if error.slug == FAIR_PLAY:
                    raise

    async def _going(self, guest: str, name: str) -> list[tuple[str, Speed | None]]:
        """Return somebody's rated games that go on, and how fast they are."""
        mine = sa.or_(games.c.person0 == guest, games.c.person1 == guest)
        goes_on = games.c.is_over == sa.false(), games.c.rated == sa.true()
        query = sa.select(games.c.id, games.c.speed).where(mine, *goes_on, games.c.spec.startswith(f"{name}("))
        rows = await self._store.read(lambda opened: opened.execute(query.limit(MOST_ASKED + 1)).all())
        return [(row.id, row.speed) for row in rows]


@dataclass(frozen=True, slots=True)
class HelpGuard:
    """Sees to it that somebody is told nothing that would be help."""

    own_games: OwnGames
    guest: str

    async def refuse(self, line: Line) -> None:
        """Check what is asked for; see `OwnGames.refuse_help`."""
        await self.own_games.refuse_help(self.guest, line)

    async def until_refused(self, line: Line) -> None:
        """Wait until what is told has become help; see `OwnGames.until_help`."""
        await self.own_games.until_help(self.guest, line)


def refuse_help_in(room: Room, guest: str) -> None:
    """Check that somebody doesn't play a rated game that goes on himself.

    Raises:
        ServerError: "server/fair-play".
    """
    if room.log.created.rated and not room.log.is_over and seat_of(room.row, guest) is not None:
        raise _help(room.row.id)


def line_of(room: Room) -> Line:
    """Return the line that a game has come to."""
    return msgspec.structs.replace(room.log.created, moves=tuple(room.log.state.moves()))


def _help(game_id: str) -> ServerError:
    """Return why; which game it is stands in `legal`, '' where there are too many to say."""
    told = "this would be help in a rated game of yours that goes on; ask again when it is over"
    return ServerError(told, slug=FAIR_PLAY, legal=[game_id] if game_id else [])


def images_of(state: State) -> set[bytes]:
    """Return the stones of a position and of all that are like it, a byte a cell."""
    stones, found = state.stones(), set[bytes]()
    for symmetry in state.game.symmetries:
        image = bytearray([EMPTY]) * len(stones)
        for cell, stone in enumerate(stones):
            image[symmetry.cells[cell]] = 1 - stone if symmetry.swaps_colours and stone != EMPTY else stone
        found.add(bytes(image))
    return found


def _touched(line: Line, images: Mapping[bytes, str]) -> str:
    """Return the game of one of some positions that a line comes through, or its end goes on from; '' for none."""
    try:
        state = line.start()
        for move in line.moves:
            if _has_stones(seen := bytes(state.stones())) and seen in images:
                return images[seen]
            state.play(move)
    except MotuError:
        return ""
    last = bytes(state.stones())
    return next((game for image, game in images.items() if goes_on_from(last, (image,))), "")


def goes_on_from(stones: bytes, images: Iterable[bytes]) -> bool:
    """Return whether a position is one of some, or has nearly all of its stones: in some games a few go again."""
    for image in images:
        there = [(mine, theirs) for mine, theirs in zip(stones, image, strict=True) if theirs != EMPTY]
        missing = sum(mine != theirs for mine, theirs in there)
        if not there:
            if not _has_stones(stones):
                return True
        elif missing == 0 or 4 * missing <= len(there):
            return True
    return False


def _has_stones(stones: bytes) -> bool:
    return any(stone != EMPTY for stone in stones)
