"""A guest's own games, a page at a time (floor: server)."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from motu.errors import MotuError
from motu.server.accounts.shown import ShownNames
from motu.server.events import Participant, SeriesScore, ServerError
from motu.server.game_log import GameLog
from motu.server.messages import ResultView
from motu.server.seats import is_remote, seat_of
from motu.server.shelves import Listed, ListPlace, Wanted, games_of
from motu.server.slow_lane import FairExecutor
from motu.server.speeds import Speed
from motu.server.standing import GameStanding, standing_of
from motu.server.store import Store

MAX_LISTED = 100
"""Games on a page."""
GameName = Literal["atoll", "atomorph", "atmalof"]

_PLACE = re.compile(r"([0-3])\.(\d{1,15})\.([\w-]{1,22})", re.ASCII)
_log = logging.getLogger("motu.server")


class GameItem(msgspec.Struct, frozen=True):
    """A game in a list."""

    id: str
    spec: str
    created_ms: int
    changed_ms: int
    seq: int
    is_over: bool
    seats: tuple[Participant, Participant] | None
    """Who plays; None for a game that can't be read."""
    player: int | None
    """The person to act; None when the game is over."""
    swapped: bool
    moves: int
    """How many have been made, announcements included, rolls and openings not."""
    result: ResultView | None
    is_remote: bool
    """Whether two people at different screens play."""
    seat: int | None
    """Which of these two the guest is; None in all other games."""
    speed: Speed | None
    """How fast it is; None for one of an older version."""
    due_ms: int | None
    """When the time of the person to act is up, in milliseconds since 1970; None where no clock runs."""
    rated: bool
    """Whether the result counts for ratings."""
    score: SeriesScore | None
    """How the series stands that the game belongs to; None where it belongs to none."""


class GamesPage(msgspec.Struct, frozen=True):
    """Some of a guest's games."""

    games: tuple[GameItem, ...]
    older: str | None
    """What to ask for the next page with; None on the last one."""


async def games_page(store: Store, slow_lane: FairExecutor, names: ShownNames, owner: str, wanted: Wanted) -> GamesPage:
    """Return as many of a guest's games as go on a page.

    Raises:
        ServerError: "server/disk", "server/busy".
    """
    found = await games_of(store, owner, MAX_LISTED + 1, wanted)
    listed = found[:MAX_LISTED]
    items = [_item(owner, each, each.standing or await _work_out(store, slow_lane, each)) for each in listed]
    shown = await _with_names(names, listed, items)
    return GamesPage(tuple(shown), _text(listed[-1].place) if len(found) > MAX_LISTED else None)


async def _with_names(names: ShownNames, listed: Sequence[Listed], items: Sequence[GameItem]) -> list[GameItem]:
    """Return what is listed with the names of now."""
    nobody = Participant(), Participant()
    games = [
        ((each.row.person0, each.row.person1), item.seats or nobody) for each, item in zip(listed, items, strict=True)
    ]
    return [
        item if item.seats is None else msgspec.structs.replace(item, seats=seats)
        for item, seats in zip(items, await names.all_seats(games), strict=True)
    ]


async def _work_out(store: Store, slow_lane: FairExecutor, listed: Listed) -> GameStanding | None:
    """Replay a game of an older version and note how it stands; it is done once for each."""
    game_id = listed.row.id
    try:
        found = await store.load(game_id)
        if found is None:
            return None
        row, happened = found
        standing = await slow_lane.run(lambda _: standing_of(GameLog.load(happened)), row.owner)
    except MotuError as error:
        if error.slug in {"server/disk", "server/busy", "server/stopping"}:
            raise
        _log.warning("game %s can't be listed: %s", game_id, error)
        return None
    await store.note(game_id, row.next_seq, standing)
    return standing


def _item(guest: str, listed: Listed, standing: GameStanding | None) -> GameItem:
    row = listed.row
    known = row.id, row.spec, row.created_ms, row.changed_ms, row.next_seq, row.is_over
    where = is_remote(row), seat_of(row, guest)
    if standing is None:
        return GameItem(*known, None, None, False, 0, None, *where, None, None, False, None)
    result = None if standing.reason is None else ResultView(standing.winner, standing.reason)
    stands = standing.seats, standing.player, standing.is_swapped, standing.num_moves, result
    return GameItem(
        *known, *stands, *where, standing.speed, standing.due_ms or None, bool(standing.rated), standing.score
    )


def unknown_place(text: str) -> ServerError:
    """Return what is said of a text that no page has named as its `older`."""
    told = "a list goes on after a place that its page before has named as 'older'"
    return ServerError(told, slug="server/list", text=text)


def place_in(text: str) -> ListPlace:
    """Return the place that a page's `older` names.

    Raises:
        ServerError: "server/list".
    """
    found = _PLACE.fullmatch(text)
    if found is None:
        raise unknown_place(text)
    return ListPlace(int(found[1]), int(found[2]), found[3])


def _text(place: ListPlace) -> str:
    return f"{place.shelf}.{place.rank}.{place.id}"
