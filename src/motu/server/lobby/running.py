"""Games that everybody may watch, and the one that is shown large (floor: server)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from motu.server.events import Participant, SeriesScore
from motu.server.postgres import insert_into
from motu.server.schema import featured_games, games
from motu.server.standing import COLUMNS, standing_in_row
from motu.server.wall_time import now_ms

MAX_WATCHED = 24
"""So many are listed, those that were moved in last first."""
LIVELY_MS = 10 * 60_000
"""A game in which nobody has moved for longer is not worth watching just now."""
IDLE_MS = 2 * 60_000
"""After so long without a move another game is shown large, where there is one that is livelier."""


class RunningGame(msgspec.Struct, frozen=True):
    """A game that goes on, as the lobby shows it."""

    id: str
    spec: str
    seq: int
    """The number of its next event: what is shown of it changes with it."""
    seats: tuple[Participant, Participant]
    player: int | None
    swapped: bool
    moves: int
    looking_on: int
    """How many watch it, without those who play."""
    rated: bool
    """Whether the result counts for ratings."""
    score: SeriesScore | None
    """How the series stands that the game belongs to; None where it belongs to none."""
    moved_ms: int
    """When something happened in it last."""


class Watchable(msgspec.Struct, frozen=True):
    """A game, and who plays it: nobody is shown that."""

    game: RunningGame
    persons: tuple[str | None, str | None]


def games_to_watch(opened: sa.Connection) -> list[Watchable]:
    """Return the public games that go on."""
    names = "id", "spec", "next_seq", "changed_ms", "person0", "person1"
    query = sa.select(*(games.c[name] for name in (*names, *COLUMNS)))
    goes_on = games.c.is_public == sa.true(), games.c.is_over == sa.false(), games.c.num_moves > 0
    lively = games.c.changed_ms > now_ms() - LIVELY_MS
    rows = opened.execute(query.where(*goes_on, lively).order_by(games.c.changed_ms.desc()).limit(MAX_WATCHED))
    found = []
    for row in rows.mappings():
        standing = standing_in_row({**row})
        if standing is not None:
            known = standing.seats, standing.player, standing.is_swapped, standing.num_moves, 0, bool(standing.rated)
            shown = RunningGame(row["id"], row["spec"], row["next_seq"], *known, standing.score, row["changed_ms"])
            found.append(Watchable(shown, (row["person0"], row["person1"])))
    return found


def featured(running: Sequence[RunningGame], before: str, now: int) -> str:
    """Return which game is shown large: the liveliest.

    The one before stays as long as it goes on and somebody moves in it, unless two programs play it and people play
    another one. Else it is one of people before one of programs, and the one that most people watch.
    """
    lively = [each for each in running if each.moved_ms > now - IDLE_MS]
    of_people = [each for each in lively if not any(seat.is_bot for seat in each.seats)]
    found = of_people or lively or running
    if any(each.id == before for each in found):
        return before
    best = max(found, key=lambda each: (each.looking_on, each.moves, each.id), default=None)
    return "" if best is None else best.id


def read_featured(opened: sa.Connection) -> str:
    """Return which game the house shows large; '' for none."""
    return str(opened.execute(sa.select(featured_games.c.game_id)).scalar_one_or_none() or "")


def keep_featured(opened: sa.Connection, before: str, found: str) -> str:
    """Let the house show another game large, unless another process was quicker; return which one it shows."""
    opened.execute(insert_into(opened, featured_games).values(place=0, game_id="").on_conflict_do_nothing())
    opened.execute(featured_games.update().where(featured_games.c.game_id == before).values(game_id=found))
    return read_featured(opened)
