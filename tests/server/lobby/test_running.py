"""Games to watch: which is shown large, how its series stands, and that a move in it is seen at once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server.events import ClockSettings, Created, Participant, SeriesScore
from motu.server.lobby import hall
from motu.server.lobby.running import IDLE_MS, RunningGame, featured, keep_featured, read_featured
from motu.server.rooms import Room
from motu.server.services import Services
from server.houses import house, told

NOW = 1_800_000_000_000


def game(name: str, watched: int = 0, moves: int = 5, idle_ms: int = 0, *, bots: bool = False) -> RunningGame:
    """Return a game that goes on."""
    seats = Participant(is_bot=bots), Participant(is_bot=bots)
    known = name, "hex(size=3)", moves + 1, seats, 0, False, moves, watched, False, None
    return RunningGame(*known, NOW - idle_ms)


def test_the_liveliest_is_shown_large_and_stays_while_somebody_moves() -> None:
    quiet, watched = game("quiet", moves=9), game("watched", watched=3)
    assert featured([], "", NOW) == featured([], "over", NOW) == ""
    assert featured([quiet, watched], "", NOW) == "watched"
    assert featured([quiet, watched], "quiet", NOW) == "quiet"
    assert featured([quiet, watched], "over", NOW) == "watched"
    idle = game("quiet", watched=9, idle_ms=IDLE_MS)
    assert featured([idle, watched], "quiet", NOW) == "watched"
    assert featured([idle], "quiet", NOW) == "quiet", "there is no other one"


def test_people_come_before_programs() -> None:
    bots, people = game("bots", watched=9, bots=True), game("people")
    assert featured([bots, people], "bots", NOW) == "people"
    assert featured([bots, game("people", idle_ms=IDLE_MS)], "people", NOW) == "bots"
    assert featured([bots], "", NOW) == "bots"


async def begun(services: Services, first: str = "Ann", second: str = "Bob") -> Room:
    """Return a public game of a series in which somebody has moved."""
    seats = Participant(name=first), Participant(name=second)
    created = Created("hex(size=5)", seats, clock=ClockSettings(600_000), score=SeriesScore(5, 1, (1.0, 0.0)))
    nothing: Callable[[str], Any] = lambda _: lambda _: None  # noqa: E731 - it is handed over as it is
    room = await services.rooms.create_between(
        created, (first.lower(), second.lower()), first.lower(), nothing, is_public=True
    )
    await services.rooms.move(room, "a1")
    return room


def test_a_move_in_the_large_game_is_seen_at_once(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "LOOK_SECONDS", 3600.0)

    async def script() -> None:
        async with house(database, tmp_path) as (one, other):
            room = await begun(one)
            with one.hall.visit("eve") as here, other.hall.visit("flo") as there:
                for reader in (here, there):
                    shown = await told(reader, "lobby")
                    assert shown["featured"] == room.row.id
                    assert shown["games"][0]["score"] == {"best_of": 5, "games": 1, "points": [1.0, 0.0]}
                await other.rooms.find(room.row.id)  # as a page does that draws it
                await one.rooms.move(room, "b2")
                for reader in (here, there):
                    [moved] = (await told(reader, "lobby"))["games"]
                    assert moved["moves"] == 2

    asyncio.run(script())


def test_nobody_looks_on_and_on_where_nothing_happens(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "LOOK_SECONDS", 3600.0)
    look, looks = hall.Hall._look, list[int]()

    async def counted(each: hall.Hall) -> None:
        looks.append(1)
        await look(each)

    monkeypatch.setattr(hall.Hall, "_look", counted)

    async def script() -> None:
        async with house(database, tmp_path, 1) as (one,):
            with one.hall.visit("eve") as here:
                await told(here, "lobby")
                await asyncio.sleep(0.5)
                assert len(looks) < 4, "once when somebody comes, and when he is heard of"

    asyncio.run(script())


def test_the_whole_house_shows_the_same_game_large(database: sa.URL, tmp_path: Path) -> None:
    """Each server would choose another one by itself: it has heard of other people who look on."""

    async def script() -> None:
        async with house(database, tmp_path) as (one, other):
            first, second = await begun(one), await begun(other, "Cleo", "Dan")
            ids = {first.row.id, second.row.id}
            with one.hall.visit("eve") as here, other.hall.visit("flo") as there:
                shown = [(await until_two(reader, ids))["featured"] for reader in (here, there)]
                assert shown[0] == shown[1]
                large, small = (first, second) if shown[0] == first.row.id else (second, first)
                with contextlib.ExitStack() as watching:
                    for name in ("gus", "hal"):
                        reader = other.audience.join(small.row.id, name)
                        watching.callback(other.audience.leave, small.row.id, reader)
                    await one.rooms.resign(large, 0)
                    for reader in (here, there):
                        news = await told(reader, "lobby")
                        while news["featured"] != small.row.id:
                            news = await told(reader, "lobby")
                assert await one.store.read(read_featured) == small.row.id

    asyncio.run(script())


async def until_two(reader: Any, ids: set[str]) -> Any:
    news = await told(reader, "lobby")
    while {each["id"] for each in news["games"]} != ids:
        news = await told(reader, "lobby")
    return news


def test_of_two_servers_that_choose_at_the_same_moment_one_decides(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path) as (one, other):
            chosen = await asyncio.gather(
                one.store.write(lambda opened: keep_featured(opened, "", "a")),
                other.store.write(lambda opened: keep_featured(opened, "", "b")),
            )
            stands = await one.store.read(read_featured)
            assert stands in ("a", "b")
            assert stands in chosen
            late = await one.store.write(lambda opened: keep_featured(opened, "c", "d"))
            assert late == stands, "it was another one before"

    asyncio.run(script())
