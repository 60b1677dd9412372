"""Rated games of somebody with a name and one of the machine's accounts (floor: server), begun as soon as he wants one.

Such a game is like one of two people at different screens: nothing is taken back, the engine says nothing of it, and
its end counts for both ratings. So all of them are alike: they begin on an empty board that is no toy, with the pie
rule where the game has one, and with time enough for whoever is slower, the machine or its server.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from motu.games import PARAMETERS, Game
from motu.server.accounts.account import HOUSE_IDS, UserAccount
from motu.server.events import ClockSettings, Created, Participant, ServerError
from motu.server.house_players import STRONGEST_SECONDS, house_id_of, seat_of_account
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.speeds import likely_ms, speed_of
from motu.server.time_controls import at_beginning

LEAST_CELLS = 36
"""Of smaller boards most are solved, and who begins wins them by heart."""
LEAST_MS = 60_000
"""What a live clock has before the first move, at least."""
LEAST_LIKELY_MS = 3 * 60_000
"""What it is likely to give for a whole game, at least."""


async def begin_rated(rooms: Rooms, account: UserAccount | None, created: Created) -> Room:
    """Begin a rated game with the machine.

    Args:
        rooms: Where it is played.
        account: Who asks.
        created: What is played: one of its seats is a person's, which is his.

    Raises:
        MotuError: "server/rated" for guests, and where it can't be a rated game; "server/too-many"; what the rules say.
    """
    if account is None:
        raise _wrong("a rated game is one between accounts: claim a name or log in, or play one that isn't rated")
    machine = _machine_in(created)
    if created.moves or created.setup is not None or created.board is not None or created.series:
        raise _wrong("a rated game begins on an empty board, and belongs to no series")
    (first, second), mine = created.seats, seat_of_account(account)
    seats, persons = (mine, second), (account.id, machine)
    if first.kind != "person":
        seats, persons = (first, mine), (machine, account.id)
    created = msgspec.structs.replace(created, seats=seats)
    refuse_toy(created.game(), created.clock)
    return await rooms.create_between(created, persons, account.id, lambda _: _nothing)


def refuse_toy(game: Game, clock: ClockSettings | None) -> None:
    """Check that a game whose result counts for the machine is one that says something.

    Raises:
        ServerError: "server/rated", for the board, the pie rule or the clock.
    """
    if game.board.num_cells < LEAST_CELLS:
        raise _wrong(f"a rated game with the machine has a board of {LEAST_CELLS} cells or more")
    if any(each.key == "swap" for each in PARAMETERS[game.name]) and not game.rules.swap:
        raise _wrong("a rated game with the machine has the pie rule: leave out swap=false")
    if clock is None or speed_of(clock, game) == "correspondence":
        return
    if at_beginning(clock) < LEAST_MS or likely_ms(clock, game) < LEAST_LIKELY_MS:
        least, whole = LEAST_MS // 1000, LEAST_LIKELY_MS // 60_000
        raise _wrong(
            f"a rated game with the machine has a clock of {least} s or more, with which a game takes {whole} minutes"
        )


def _machine_in(created: Created) -> str:
    """Return which of the machine's accounts plays."""
    kinds = [seat.kind for seat in created.seats]
    if kinds.count("person") != 1:
        raise _wrong("a rated game with the machine has one person, and one level or full strength")
    seat: Participant = next(each for each in created.seats if each.kind != "person")
    if seat.kind == "strongest" and seat.seconds != STRONGEST_SECONDS:
        raise _wrong(f"in rated games the machine at full strength takes {STRONGEST_SECONDS:g} seconds for a move")
    found = house_id_of(seat)
    if found not in HOUSE_IDS:
        raise ServerError(f"levels are 1 to 10, not {seat.level}", slug="server/level", text=str(seat.level))
    return found


def _nothing(_connection: sa.Connection) -> None:
    """Nobody else has to be asked."""


def _wrong(told: str) -> ServerError:
    return ServerError(told, slug="server/rated")
