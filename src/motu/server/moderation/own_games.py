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
from motu.games import Game, State
from motu.games.line import Line
from motu.games.rules import GameType
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
MOST_COMPARED = 50
"""So many of somebody's latest games of a kind may be what he asks about."""
NEAR = 4
"""So many stones more, and what goes on from a position still says something of it, whoever has played it."""
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
        found = await asyncio.to_thread(_touched, line, game.type, images)
        if found is not None and (found.is_near or not await self._is_played(guest, line, game)):
            raise _help(found.game_id)

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

    async def _is_played(self, guest: str, line: Line, game: Game) -> bool:
        """Return whether a line is somebody's game with another person that is over, or its beginning."""
        moves = tuple(line.replay().moves())
        who = sa.or_(games.c.person0 == guest, games.c.person1 == guest), games.c.person1.is_not(None)
        is_it = games.c.is_over == sa.true(), games.c.spec == game.spec, games.c.num_moves >= len(moves)
        query = sa.select(games.c.id).where(*who, *is_it).order_by(games.c.changed_ms.desc()).limit(MOST_COMPARED)
        for game_id in await self._store.read(lambda opened: opened.execute(query).scalars().all()):
            log = (await self._rooms.find(game_id)).log
            if log.created.setup == line.setup and tuple(log.state.moves())[: len(moves)] == moves:
                return True
        return False

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


@dataclass(frozen=True, slots=True)
class _Touched:
    """A game that goes on, of which a line says something."""

    game_id: str
    is_near: bool
    """Whether the line comes through its position, or through one that goes on from it by a few stones."""


def _touched(line: Line, kind: GameType, images: Mapping[bytes, str]) -> _Touched | None:
    """Return the game of one of some positions that a line comes through, or its end goes on from; None for none."""
    seen = []
    try:
        state = line.start()
        for move in line.moves:
            seen.append(bytes(state.stones()))
            if _num_stones(seen[-1]) and seen[-1] in images:
                return _Touched(images[seen[-1]], is_near=True)
            state.play(move)
    except MotuError:
        return None
    seen.append(bytes(state.stones()))
    found = [image for image in images if goes_on_from(seen[-1], (image,), kind)]
    near = [image for image in found if any(_is_near(stones, image, kind) for stones in seen)]
    return _Touched(images[(near or found)[0]], is_near=bool(near)) if found else None


def _is_near(stones: bytes, image: bytes, kind: GameType) -> bool:
    return _num_stones(stones) - _num_stones(image) <= NEAR and goes_on_from(stones, (image,), kind)


def goes_on_from(stones: bytes, images: Iterable[bytes], kind: GameType) -> bool:
    """Return whether a position is one of some, or may go on from it by the rules.

    Stones stay where they are. Where they are flipped, or move, three in four are still as they were: of what has
    changed more a position says nothing any more. No flip leaves a cell empty, and no piece leaves the board.
    """
    return any(_goes_on(stones, image, kind) for image in images)


def _goes_on(stones: bytes, image: bytes, kind: GameType) -> bool:
    there = [(mine, theirs) for mine, theirs in zip(stones, image, strict=True) if theirs != EMPTY]
    if not there:
        return not _num_stones(stones)
    changed = sum(mine != theirs for mine, theirs in there)
    if not changed or 4 * changed > len(there):
        return not changed
    if kind.has_flips:
        return all(mine != EMPTY for mine, _ in there)
    return kind.has_moves and all(stones.count(colour) >= image.count(colour) for colour in (0, 1))


def _num_stones(stones: bytes) -> int:
    return len(stones) - stones.count(EMPTY)
