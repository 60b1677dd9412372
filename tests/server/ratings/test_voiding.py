"""A rated result that counts no longer leaves both ratings as if the game had not been played."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.ratings.voiding import void_result
from motu.server.rooms import Room, Rooms
from server.databases import NewDatabase
from server.fake_time import FakeTime
from server.ratings.rated_games import begin, changes, kept, play, processes_at


async def won(rooms: Rooms, first: str, second: str, loser: int) -> Room:
    room = await begin(rooms, first, second)
    for move in ("a1", "b2"):
        await rooms.move(room, move)
    await rooms.resign(room, loser)
    return room


def test_as_if_it_had_not_been_played(new_database: NewDatabase) -> None:
    with_it, without = (new_database() for _ in range(2))
    results: list[tuple[object, object]] = []
    for database, has_it in ((with_it, True), (without, False)):
        time = FakeTime()
        with processes_at(database, time=time) as (rooms,):

            async def script(rooms: Rooms = rooms, has_it: bool = has_it, time: FakeTime = time) -> None:
                await won(rooms, "ann", "bob", 1)
                time.passes(86_400)
                void = await won(rooms, "ann", "bob", 0) if has_it else None
                time.passes(86_400)
                await won(rooms, "bob", "ann", 1)
                if void is not None:
                    players = await rooms._store.write(lambda connection: void_result(connection, void.row.id))
                    assert players == ("ann", "bob")
                    with pytest.raises(ServerError) as caught:
                        await rooms._store.write(lambda connection: void_result(connection, void.row.id))
                    assert caught.value.slug == "moderation/nothing"
                shown = [(row.account, row.score, row.at_ms) for row in await changes(rooms)]
                results.append((await kept(rooms), shown))

            play(script)
    (there, shown_there), (here, shown_here) = results
    assert shown_there == shown_here
    assert there == here


def test_the_only_result_leaves_no_rating(database: sa.URL) -> None:
    with processes_at(database) as (rooms,):

        async def script() -> None:
            room = await won(rooms, "ann", "bob", 1)
            await rooms._store.write(lambda connection: void_result(connection, room.row.id))
            assert await kept(rooms) == {}
            assert await changes(rooms) == []

        play(script)
