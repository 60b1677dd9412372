"""What people do with all that is theirs, as one part of the server (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass

from motu.server.accounts.taking import GuestThingsTaken
from motu.server.bus.exchange import Exchange
from motu.server.rooms import Rooms
from motu.server.store import Store


@dataclass(slots=True)
class OwnThings:
    """All of it."""

    taking: GuestThingsTaken


def make_own_things(store: Store, rooms: Rooms, exchange: Exchange) -> OwnThings:
    """Return it for one process of a house."""
    return OwnThings(GuestThingsTaken(store, rooms, exchange))
