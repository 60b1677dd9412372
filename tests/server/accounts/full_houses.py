"""Somebody with a row in every table that can hold something of a person, and what is left of him."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from motu.server.accounts.belongings import BELONGINGS, Belonging
from motu.server.events import Created, Participant
from motu.server.room import Room
from motu.server.schema import accounts, departures, games, metadata, plans, push_places, sessions
from motu.server.services import Services
from server.accounts.houses import PASSWORD, quick_passwords

NAME = "Zamenhof-in-Bialysto"
"""A name that stands nowhere else."""
WHO = "id-of-zamenhof-x"
REAL = {accounts, departures, games}
"""Tables whose rows come about by what is done."""
PERSONS = {each.column for each in BELONGINGS}


def row_of(belonging: Belonging, who: str) -> dict[str, Any]:
    """A row of a table with somebody's id in a column, whatever the others are."""
    row: dict[str, Any] = {}
    for column in belonging.table.columns:
        if column is belonging.column:
            row[column.name] = who
        elif column in PERSONS:
            row[column.name] = None if column.nullable else "bob"
        elif isinstance(column.type, sa.LargeBinary):
            row[column.name] = b"{}"
        elif isinstance(column.type, sa.String):
            key = f"{belonging.column.name}-key"
            row[column.name] = None if column.nullable else key[: column.type.length]
        else:
            row[column.name] = None if column.nullable else 1
    return row


def fill(connection: sa.Connection, who: str = WHO) -> None:
    """Let somebody have a row for each column of the register."""
    for each in BELONGINGS:
        if each.table not in REAL:
            connection.execute(each.table.insert().values(row_of(each, who)))


def stay_logged_in(connection: sa.Connection) -> None:
    """Let messages go to a browser in which somebody is logged in: else they stop at once."""
    open_ones = sa.select(sessions.c.id).where(sessions.c.account == WHO, sessions.c.expires_ms > 1).limit(1)
    connection.execute(
        push_places.update().where(push_places.c.person == WHO).values(session=open_ones.scalar_subquery())
    )


def refill(connection: sa.Connection) -> None:
    """Let what goes with an account be there again."""
    for each in BELONGINGS:
        if each.leaving == "goes":  # what came about meanwhile, as by giving up his games, would have the same key
            connection.execute(each.table.delete().where(each.column == WHO))
            connection.execute(each.table.insert().values(row_of(each, WHO)))


async def play(services: Services, first: str, second: str, moves: str = "", *, rated: bool = False) -> Room:
    """Let two begin a game, and play some moves."""
    seats = Participant(name=await name_of(services, first)), Participant(name=await name_of(services, second))
    created = Created("hex(size=4,swap=false)", seats, rated=rated)
    room = await services.rooms.create_between(created, (first, second), first, lambda _: lambda _: None)
    for move in moves.split():
        await services.rooms.move(room, move)
    return room


async def name_of(services: Services, who: str) -> str:
    return (await services.accounts.names([who])).get(who, "A guest")


async def settle_in(services: Services) -> dict[str, Room]:
    """Let somebody have a name, a bot, a row everywhere, and games of all kinds; return the games."""
    services.accounts._passwords = quick_passwords()
    for who, name in ((WHO, NAME), ("bob", "Bob")):
        await services.accounts.claim(who, name, PASSWORD)
    me = await services.accounts.find(WHO)
    assert me is not None
    bot = await services.bots.make(me, f"{NAME[:14]}-bot")
    await services.sessions.make(WHO, "Firefox")
    await services.store.write(fill)
    await services.store.write(stay_logged_in)
    alone = Created("hex(size=3)", (Participant(name=f"{NAME} alone"), Participant(name="Somebody")))
    rooms = {
        "over": await play(services, WHO, "bob", "a1 b1", rated=True),
        "going": await play(services, "bob", WHO, "a1 b1", rated=True),
        "begun": await play(services, WHO, "bob", "a1", rated=True),
        "with a guest": await play(services, "a-guest", WHO, "a1 b1"),
        "of the bot": await play(services, bot.id, "bob", "a1 b1"),
        "alone": await services.rooms.create(alone, WHO),
    }
    await services.rooms.resign(rooms["over"], 1)
    plan = {"game_id": rooms["begun"].row.id, "person": 0, "version": "x", "what": b"{}"}
    await services.store.write(lambda connection: connection.execute(plans.insert().values(plan)))
    return rooms


def where_it_stands(connection: sa.Connection, text: str) -> set[str]:
    """In which columns a text stands anywhere."""
    found = set()
    for table in metadata.sorted_tables:
        for row in connection.execute(sa.select(table)).mappings():
            for name, value in row.items():
                told = value if isinstance(value, bytes) else str(value).encode()
                if text.encode() in told:
                    found.add(f"{table.name}.{name}")
    return found


def all_rows(connection: sa.Connection) -> dict[str, list[Any]]:
    """All that a database holds."""
    return {
        table.name: sorted(map(repr, connection.execute(sa.select(table)).all())) for table in metadata.sorted_tables
    }


def first_event(connection: sa.Connection, game_id: str) -> Any:
    """The event with which a game began, as it is kept."""
    query = sa.text("SELECT what FROM game_event WHERE game_id = :id AND seq = 0")
    return msgspec.json.decode(bytes(connection.execute(query, {"id": game_id}).scalar_one()))
