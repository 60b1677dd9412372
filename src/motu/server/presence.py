"""Who is at a game just now (floor: server): the two who play it at different screens, and how many look on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from motu.server.audience import Broadcaster
from motu.server.house_players import is_house
from motu.server.seats import is_remote
from motu.server.store import GameRow


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Who is there."""

    here: tuple[bool, bool]
    """Whether person 0 and person 1 have the game open; the machine always has."""
    looking_on: int
    """How many others do; each counts once."""


def presence_of(row: GameRow, guests: Iterable[str]) -> Presence:
    """Return who of those that have a game open plays it, and how many look on."""
    there, two = set(guests), (row.person0, row.person1)
    first, second = (each is not None and (each in there or is_house(each)) for each in two)
    return Presence((first, second), len(there - set(two)))


def tell_presence(audience: Broadcaster, row: GameRow, guests: Iterable[str]) -> None:
    """Tell everybody here at a game of two people at different screens who is there, here or elsewhere."""
    if is_remote(row):
        audience.send(row.id, presence_of(row, guests))
