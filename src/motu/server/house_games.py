"""Rated games of somebody with a name and one of the machine's accounts (floor: server), begun as soon as he wants one.

Such a game is like one of two people at different screens: nothing is taken back, the engine says nothing of it, and
its end counts for both ratings. It begins on an empty board, so that all of them are alike.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from motu.server.accounts.account import HOUSE_IDS, UserAccount
from motu.server.events import Created, Participant, ServerError
from motu.server.house_players import STRONGEST_SECONDS, house_id_of, seat_of_account
from motu.server.room import Room
from motu.server.rooms import Rooms


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
    return await rooms.create_between(created, persons, account.id, lambda _: _nothing)


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
