"""Which bus a house has (floor: server)."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa

from motu.errors import one_line
from motu.server.bus.memory import MemoryBus
from motu.server.bus.seam import Bus
from motu.server.events import ServerError
from motu.server.postgres import DRIVER
from motu.server.store import Store

SCHEMES = {"valkey": "redis", "valkeys": "rediss", "redis": "redis", "rediss": "rediss"}
"""What a bus's URL may begin with, and what the library calls that."""


def bus_url(text: str) -> str:
    """Return the URL of a bus as its library takes it.

    Raises:
        ServerError: "server/bus" with what would be right.
    """
    scheme, colon, rest = text.partition("://")
    if scheme not in SCHEMES or not colon or not rest:
        raise ServerError(
            f"'{one_line(text).rpartition('@')[2]}' is no URL of a bus; right is valkey://HOST:PORT/0",
            slug="server/bus",
        )
    return f"{SCHEMES[scheme]}://{rest}"


def check_bus(database: sa.URL | None, bus: str) -> None:
    """Refuse what is no bus, and a bus for games in a file; None is the folder's.

    Raises:
        ServerError: "server/bus" with what would be right.
    """
    bus_url(bus)
    if database is None or database.drivername != DRIVER:
        raise ServerError("games in a folder have one server, and need no bus", slug="server/bus")


async def make_bus(database: sa.URL, bus: str | None, store: Store) -> Bus:
    """Return the bus of a house: over Valkey where one is named, else through PostgreSQL; with a file there is none.

    Raises:
        ServerError: "server/bus" where what it needs is not installed, or the games are in a file.
    """
    if database.drivername != DRIVER:
        if bus is not None:
            check_bus(database, bus)
        return MemoryBus()
    if bus is None:
        from motu.server.bus.postgres import NotifyBus  # noqa: PLC0415 - what only the extra `house` brings

        return NotifyBus(database)
    try:
        from motu.server.bus.valkey import ValkeyBus  # noqa: PLC0415 - as above
    except ModuleNotFoundError as error:
        raise ServerError("Valkey needs what pip install 'motu[house]' brings", slug="server/bus") from error
    # A name that nobody else knows: houses may share a server.
    name = hashlib.sha256((await store.secret("bus")).encode()).hexdigest()[:24]
    return ValkeyBus(bus_url(bus), f"motu:{name}")
