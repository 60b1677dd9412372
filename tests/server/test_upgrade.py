"""Databases of every earlier motu with games in them: all that has happened stays, byte by byte, and goes on."""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
import typing
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from motu.server.database import NAME, file_url, open_database
from motu.server.database_copy import copy_database
from motu.server.events import ClockSettings, Created, Happening, Participant, decode_happening, encode_happening
from motu.server.rooms import Room, Rooms
from motu.server.shelves import games_of
from motu.server.store import Store
from server.databases import NewDatabase, PostgresServer
from server.mutants import LAGOON
from server.test_migrations import EVENT_0001, GAME_0001, old_database, revisions

OWNER, OTHER = "a" * 16, "b" * 16
MANY = 10_000
MOST_SECONDS = 30.0
Template = tuple[dict[str, Any], list[tuple[int, int, bytes]]]
"""A game as the first revision kept it, and its events: number, time, what."""
_GAME = sa.table("game", *map(sa.column, GAME_0001))
_EVENT = sa.table("game_event", *map(sa.column, EVENT_0001))


def kinds() -> list[type[Any]]:
    """Everything that can happen in a game."""
    found: list[type[Any]] = []
    waiting = [*typing.get_args(Happening)]
    while waiting:
        each = waiting.pop(0)
        parts = typing.get_args(each)
        if parts:
            waiting += parts
        else:
            found.append(each)
    return found


def made_up(kind: Any) -> Any:
    """Return a value of a type, as plain as it can be."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind(**{each.name: made_up(each.type) for each in msgspec.structs.fields(kind) if each.required})
    parts = typing.get_args(kind)
    if typing.get_origin(kind) is typing.Literal:
        return parts[0]
    if typing.get_origin(kind) is tuple:
        return tuple(made_up(part) for part in parts if part is not ...)
    if typing.get_origin(kind) is dict:
        return {}
    if parts:
        return made_up(parts[0])
    return {int: 1, str: "ŝ", bool: True, float: 0.5, type(None): None}[kind]


async def play(rooms: Rooms, created: Created, count: int) -> Room:
    """Play so many random moves in a new game."""
    room, chance = await rooms.create(created, OWNER), random.Random(count)
    for _ in range(count):
        if not room.log.is_over:
            await rooms.move(room, chance.choice(room.log.state.legal_moves()))
    return room


async def _played(folder: Path) -> list[Template]:
    store = Store(folder / NAME)
    rooms, people = Rooms(store), (Participant(name="Ĉiĉo"), Participant())
    games = [
        await play(rooms, Created("hex(size=4)", people, clock=ClockSettings(600_000, 1_000)), 5),
        await play(rooms, Created("atoll(file=lagoon.json)", people, board=LAGOON), 2),
        await play(rooms, Created("atomorph(size=4,contested=never)", (Participant(), Participant("level", 3))), 60),
        await play(rooms, Created("atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=3,pieces=5)", people), 12),
        await play(rooms, Created("hex(size=3)", people, moves=("a1", "b2")), 2),
    ]
    await rooms.take_back(games[0], 2)
    await rooms.move(games[0], "a1")
    await rooms.resign(games[1], 0)
    dice = await rooms.create(Created("atmalof", people), OWNER)
    await rooms.seed(dice, "mine")
    await rooms.move(dice, "r1")
    await rooms.resign(dice, 1)
    await rooms.reveal(dice)
    found = []
    for room in (*games, dice):
        row = {name: getattr(room.row, name) for name in GAME_0001}
        row |= {"next_seq": room.log.next_seq, "is_over": room.log.is_over, "changed_ms": room.log.events[-1].at_ms}
        found.append((row, [(each.seq, each.at_ms, encode_happening(each.what)) for each in room.log.events]))
    store.close()
    return found


@cache
def templates() -> list[Template]:
    """Games that were played, and one with everything that can happen, in no order that makes sense."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(_played(Path(folder)))
    everything = [(seq, seq, encode_happening(made_up(kind))) for seq, kind in enumerate(kinds())]
    values = ("everything", OTHER, "hex(size=3)", "0" * 64, 1, 2, len(everything), True)
    return [*found, (dict(zip(GAME_0001, values, strict=True)), everything)]


def fill(url: sa.URL, count: int) -> None:
    """Put so many games into an older database."""
    engine, known = sa.create_engine(url), templates()
    with engine.begin() as connection:
        for begin in range(0, count, 1000):
            numbered = [(f"g{n:05}", known[n % len(known)]) for n in range(begin, min(begin + 1000, count))]
            connection.execute(_GAME.insert(), [row | {"id": name} for name, (row, _) in numbered])
            rows = [(name, *event) for name, (_, events) in numbered for event in events]
            connection.execute(_EVENT.insert(), [dict(zip(EVENT_0001, row, strict=True)) for row in rows])
    engine.dispose()


def events_in(url: sa.URL) -> tuple[int, str]:
    """Return how many events a database has, and one number for all of them."""
    engine, count, summed = sa.create_engine(url), 0, hashlib.sha256()
    with engine.connect() as connection:
        names = sorted(connection.execute(sa.select(_GAME.c.id)).scalars())
        for begin in range(0, len(names), 500):
            wanted = sa.select(_EVENT).where(_EVENT.c.game_id.in_(names[begin : begin + 500]))
            for row in sorted(tuple(each) for each in connection.execute(wanted)):
                summed.update(repr(row).encode())
                count += 1
    engine.dispose()
    return count, summed.hexdigest()


async def _look(url: sa.URL, numbers: Sequence[int]) -> None:
    store, known = Store(url), templates()
    rooms = Rooms(store)
    for number in numbers:
        if number % len(known) == len(known) - 1:
            continue  # everything at once is no game
        room = await rooms.find(f"g{number:05}")
        assert [encode_happening(each.what) for each in room.log.events] == [
            what for _, _, what in known[number % len(known)][1]
        ]
        if not room.log.is_over and room.machine_to_move is None:
            await rooms.move(room, room.log.state.legal_moves()[0])
    listed = await games_of(store, OWNER, 10)
    assert {each.row.spec for each in listed} <= {row["spec"] for row, _ in known}
    assert listed
    store.close()


def test_everything_that_can_happen_is_kept_as_it_was() -> None:
    for kind in kinds():
        happened = made_up(kind)
        assert decode_happening(encode_happening(happened)) == happened
    found = {type(decode_happening(what)) for _, events in templates() for _, _, what in events}
    assert found == set(kinds())


@pytest.mark.parametrize("revision", revisions())
def test_games_of_any_age_stay_as_they_were_and_go_on(revision: str, tmp_path: Path) -> None:
    url, count = file_url(tmp_path / NAME), len(templates())
    old_database(url, revision)
    fill(url, count)
    before = events_in(url)
    open_database(url).dispose()
    assert events_in(url) == before
    asyncio.run(_look(url, range(count)))


def test_games_in_postgresql_do_so_too(new_database: NewDatabase) -> None:
    url, count = new_database(), len(templates())
    old_database(url, "0001")
    fill(url, count)
    before = events_in(url)
    open_database(url).dispose()
    assert events_in(url) == before
    asyncio.run(_look(url, range(count)))


@pytest.mark.slow
@pytest.mark.parametrize("revision", [revisions()[0], revisions()[-2]])
def test_ten_thousand_games_are_upgraded_in_half_a_minute_and_copied(
    revision: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    url = file_url(tmp_path / NAME)
    old_database(url, revision)
    fill(url, MANY)
    before = events_in(url)
    began = time.monotonic()
    open_database(url).dispose()
    took = time.monotonic() - began
    assert events_in(url) == before
    assert took <= MOST_SECONDS
    copied = postgres.new_database()
    counts = copy_database(url, copied)
    assert (counts["game"], counts["game_event"]) == (MANY, before[0])
    assert events_in(copied) == before
    print(f"{MANY} games, {before[0]} events, of {revision}: upgraded in {took:.2f} s")  # noqa: T201 - it is asked for
    asyncio.run(_look(copied, range(20)))
