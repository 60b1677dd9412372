"""What people do with all that is theirs, as one part of the server (floor: server)."""

from __future__ import annotations

from dataclasses import dataclass

from motu.server.accounts.accounts import Accounts
from motu.server.accounts.departures import Departures
from motu.server.accounts.taking import GuestThingsTaken
from motu.server.bus.exchange import Exchange
from motu.server.challenges import Challenges
from motu.server.rooms import Rooms
from motu.server.store import Store


@dataclass(slots=True)
class OwnThings:
    """All of it."""

    taking: GuestThingsTaken
    departures: Departures


def make_own_things(
    store: Store, rooms: Rooms, exchange: Exchange, accounts: Accounts, challenges: Challenges
) -> OwnThings:
    """Return it for one process of a house."""
    return OwnThings(
        GuestThingsTaken(store, rooms, exchange), Departures(store, rooms, challenges, exchange, accounts.forget)
    )
