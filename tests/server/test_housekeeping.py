"""What is deleted when its time has come, while people play."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from motu.server import housekeeping
from motu.server.events import ClockSettings, Created, Participant, SeriesScore, ServerError
from motu.server.house_clock import AWAY_MS
from motu.server.housekeeping import KEPT_MS, Housekeeping, delete_old
from motu.server.postgres import is_postgres
from motu.server.room import Room
from motu.server.rooms import Rooms
from motu.server.schema import events, games, rung_games, studies
from motu.server.speeds import DAY_MS
from motu.server.store import Store, Work
from motu.server.studies import Draft, Studies
from motu.server.wall_time import now_ms
from server.fake_time import FakeTime, House

PEOPLE = (Participant(), Participant())
SLOW = ClockSettings(100 * DAY_MS, 30 * DAY_MS, "correspondence")


@pytest.fixture
def store(database: sa.URL) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()


async def old_game(store: Store, rooms: Rooms) -> str:
    """Return a game that nobody has played in for too long."""
    return await aged(store, await rooms.create(Created("hex(size=3)", PEOPLE), "ann"))


async def aged(store: Store, room: Room, **known: int | None) -> str:
    """Return a game in which nothing has happened for too long."""
    change = games.update().where(games.c.id == room.row.id).values(changed_ms=now_ms() - KEPT_MS - 1000, **known)
    await store.write(lambda connection: connection.execute(change))
    return room.row.id


def nothing(_: str) -> Work:
    return lambda _connection: None


async def between(rooms: Rooms, clock: ClockSettings | None = None) -> Room:
    return await rooms.begin_between(Created("hex(size=3)", PEOPLE, clock=clock), ("ann", "bob"), nothing)


async def num_rows(store: Store) -> tuple[int, ...]:
    counts = [sa.select(sa.func.count()).select_from(table) for table in (games, events)]
    return await store.read(lambda connection: tuple(connection.execute(each).scalar_one() for each in counts))


def test_it_is_done_again_and_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "SWEPT_SECONDS", 0.02)
    deleted: list[str] = []

    async def script() -> None:
        keeping = Housekeeping(store, deleted.extend)
        await keeping.open()
        assert deleted == []
        old = [await old_game(store, Rooms(store)) for _ in range(3)]
        async with asyncio.timeout(60):
            while len(deleted) < 3:  # noqa: ASYNC110 - nobody tells the test
                await asyncio.sleep(0.01)
        await keeping.close()
        assert sorted(deleted) == sorted(old)
        assert await num_rows(store) == (0, 0)

    asyncio.run(script())


def test_what_others_wait_for_stays_however_long_nobody_has_moved(store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        series = Created("hex(size=3)", PEOPLE, score=SeriesScore(3))
        kept = [
            await aged(store, await between(rooms, SLOW)),
            await aged(store, await between(rooms)),
            await aged(store, await rooms.create(Created("hex(size=3)", PEOPLE, clock=SLOW), "ann")),
            await aged(store, await rooms.create(series, "ann")),
        ]
        old = await old_game(store, rooms)
        assert await delete_old(store, now_ms() - KEPT_MS) == [old]
        assert set(await store.heads(kept)) == set(kept)

    asyncio.run(script())


def test_what_both_have_removed_is_deleted_unless_its_clock_has_yet_to_end_it(store: Store) -> None:
    async def script() -> None:
        rooms, long_ago = Rooms(store), now_ms() - KEPT_MS - 1000
        left: dict[str, int | None] = {"removed0_ms": long_ago, "removed1_ms": long_ago}
        timed = await between(rooms, SLOW)
        untimed = await aged(store, await between(rooms), **left)
        await aged(store, await between(rooms), removed0_ms=long_ago)
        await aged(store, timed, **left, due_ms=None)
        assert await delete_old(store, now_ms() - KEPT_MS) == [untimed]
        await rooms.resign(timed, 0)
        assert await delete_old(store, now_ms() - KEPT_MS) == [timed.row.id]

    asyncio.run(script())


def test_who_plays_for_a_place_in_a_game_that_is_no_more_can_play_another(store: Store) -> None:
    async def script() -> None:
        going, long_ago = await between(Rooms(store), SLOW), now_ms() - KEPT_MS
        pair = {"game": "atoll", "challenger": "ann", "defender": "bob", "begun_ms": long_ago}
        rows = [(going.row.id, None), ("gone", None), ("over", long_ago)]
        known = [{"game_id": game, "ended_ms": ended} | pair for game, ended in rows]
        await store.write(lambda connection: connection.execute(rung_games.insert(), known))
        assert await delete_old(store, now_ms() - KEPT_MS) == []
        query = sa.select(rung_games.c.game_id)
        assert set(await store.read(lambda opened: opened.execute(query).scalars().all())) == {going.row.id, "over"}

    asyncio.run(script())


def test_whoever_plays_in_a_game_that_is_gone_is_told_so_and_nothing_comes_back(store: Store) -> None:
    async def script() -> None:
        rooms = Rooms(store)
        room = await rooms.find(await old_game(store, rooms))
        assert await delete_old(store, now_ms() - KEPT_MS) == [room.row.id]
        with pytest.raises(ServerError) as caught:
            await rooms.move(room, "a1")
        assert caught.value.slug == "server/no-game"
        assert not rooms.is_here(room.row.id)
        assert await num_rows(store) == (0, 0)

    asyncio.run(script())


def test_a_game_in_which_somebody_plays_at_this_moment_stays(store: Store) -> None:
    """Its row is locked by whoever has played, and nothing of it is deleted."""
    if not is_postgres(store._engine):
        pytest.skip("a file has one writer")

    async def script() -> None:
        rooms = Rooms(store)
        game = await old_game(store, rooms)
        with store._engine.connect() as playing, playing.begin():
            playing.execute(games.update().where(games.c.id == game).values(changed_ms=now_ms(), num_moves=1))
            assert await asyncio.wait_for(delete_old(store, now_ms() - KEPT_MS), 60) == []
        assert await num_rows(store) == (1, 1)
        assert await delete_old(store, now_ms() - KEPT_MS) == []

    asyncio.run(script())


def test_many_are_deleted_bit_by_bit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "MOST_AT_ONCE", 4)

    async def script() -> None:
        rooms = Rooms(store)
        old = [await old_game(store, rooms) for _ in range(10)]
        kept = await rooms.create(Created("hex(size=3)", PEOPLE), "ann")
        assert sorted(await delete_old(store, now_ms() - KEPT_MS)) == sorted(old)
        assert await num_rows(store) == (1, 1)
        assert set(await store.heads([*old, kept.row.id])) == {kept.row.id}

    asyncio.run(script())


async def removed_things(store: Store, rooms: Rooms, at_ms: int) -> None:
    """Let a game at one screen, one between two and a study be removed at a time."""
    own, shared = await rooms.create(Created("hex(size=3)", PEOPLE), "ann"), await between(rooms)
    await rooms.move(own, "a1")
    await store.remove(own.row.id, at_ms)
    for person in (0, 1):
        await store.remove(shared.row.id, at_ms, person)
    await Studies(store).create("ann", Draft("Study", "hex(size=3)", b"{}"), "study")
    await store.write(lambda connection: connection.execute(studies.update().values(deleted_ms=at_ms)))


async def num_kept(store: Store, at_ms: int) -> tuple[int, int]:
    """Return how many games and studies there are when at a time all is deleted that is to be deleted."""
    await delete_old(store, at_ms - KEPT_MS)
    counts = [sa.select(sa.func.count()).select_from(table) for table in (games, studies)]
    first, second = await store.read(lambda opened: [int(opened.execute(each).scalar_one()) for each in counts])
    return first, second


@pytest.mark.parametrize(("closed_days", "is_counted"), [(20.0, False), (AWAY_MS / DAY_MS, True)])
def test_days_on_which_the_house_was_closed_do_not_count(store: Store, closed_days: float, is_counted: bool) -> None:
    """Who removed something can bring it back on thirty days on which there is somebody to ask."""

    async def script() -> None:
        time = FakeTime()
        house = await House(store, time).up()
        await removed_things(store, house.rooms, time.ms)
        time.passes(20 * DAY_MS / 1000)
        await house.clock.beat(at_once=True)
        await house.down()
        time.passes(closed_days * DAY_MS / 1000)
        await House(store, time).up()
        time.passes(9 * DAY_MS / 1000)
        assert await num_kept(store, time.ms) == (2, 1)
        time.passes(1 * DAY_MS / 1000 + (0 if is_counted else 1))
        assert await num_kept(store, time.ms) == (0, 0)

    asyncio.run(script())


def test_what_was_removed_is_never_so_later_than_now(store: Store) -> None:
    async def script() -> None:
        time = FakeTime()
        house = await House(store, time).up()
        await house.down()
        time.passes(20 * DAY_MS / 1000)
        await removed_things(store, house.rooms, time.ms - 1)  # by a command, while no server runs
        await House(store, time).up()
        assert await store.read(lambda opened: opened.execute(sa.select(studies.c.deleted_ms)).scalar_one()) == time.ms

    asyncio.run(script())
