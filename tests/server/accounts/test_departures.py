"""Whoever deletes his account leaves his games with others, without a name, and nothing else: at every server."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server.accounts import departures as module
from motu.server.accounts import leaving
from motu.server.accounts.account import HOUSE_IDS
from motu.server.accounts.belongings import BELONGINGS
from motu.server.accounts.leaving import GRACE_MS
from motu.server.bus.memory import Hub
from motu.server.challenge import Terms
from motu.server.events import CalledOff, Event, Resigned, ServerError
from motu.server.room import Room
from motu.server.schema import accounts, chat_lines, departures, rating_changes, ratings, rungs
from motu.server.services import Services
from motu.server.store import Store
from motu.server.wall_time import now_ms
from server.accounts.full_houses import NAME, WHO, all_rows, first_event, play, refill, settle_in, where_it_stands
from server.accounts.houses import PASSWORD
from server.houses import house, until

Script = Callable[..., Awaitable[None]]
LATER = GRACE_MS + 1


def with_house(database: sa.URL, folder: Path, script: Script, count: int = 1, hub: Hub | None = None) -> None:
    async def run() -> None:
        async with house(database, folder, count, hub) as services:
            for each in services:
                await each.own.departures.close()  # nobody looks but when a test says so
            await script(*services)

    asyncio.run(run())


async def sweep_later(services: Services) -> None:
    """Look when everything is due."""
    services.own.departures._clock = lambda: now_ms() + LATER
    await services.own.departures.sweep()


async def left(services: Services) -> int:
    """How many have not quite gone."""
    query = sa.select(sa.func.count()).select_from(departures)
    return int(await services.store.read(lambda connection: connection.execute(query).scalar_one()))


def test_nothing_stays_but_games_without_a_name(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        rooms = await settle_in(only)
        assert "game_event.what" in await only.store.read(lambda opened: where_it_stands(opened, NAME[:10]))
        await only.own.departures.delete(WHO)
        await sweep_later(only)
        assert await left(only) == 0
        assert await only.store.read(lambda opened: where_it_stands(opened, NAME[:10])) == set()
        stays = {f"{each.table.name}.{each.column.name}" for each in BELONGINGS if each.leaving == "stays"}
        stays |= {"game.person0", "game.person1", "tournament_entrant.person", "audit_entry.whom"}
        found = await only.store.read(lambda opened: where_it_stands(opened, WHO))
        assert found <= stays | {"account.id", "account.skeleton"}
        check_games(only, rooms)

        def check(opened: sa.Connection) -> None:
            for each in BELONGINGS:
                if each.leaving == "goes":
                    rows = opened.execute(sa.select(each.table).where(each.column == WHO)).all()
                    assert not rows, each.column
            gone = opened.execute(sa.select(accounts).where(accounts.c.id == WHO)).one()
            nothing = gone.name, gone.password, gone.role, gone.created_ms, gone.is_closed
            assert nothing == ("", None, "none", 0, True)
            assert opened.execute(sa.select(chat_lines.c.text).where(chat_lines.c.person == WHO)).all() == []
            assert opened.execute(sa.select(ratings).where(ratings.c.account == WHO)).all() == []
            theirs = sa.select(rating_changes.c.account).where(rating_changes.c.game_id == rooms["going"].row.id)
            assert set(opened.execute(theirs).scalars()) == {"bob", WHO}, "the opponent's rating follows from it"

        await only.store.read(check)
        with pytest.raises(ServerError) as refused:
            await only.rooms.find(rooms["alone"].row.id)
        assert refused.value.slug == "server/no-game"
        await only.accounts.claim("another", NAME, PASSWORD)

    with_house(database, tmp_path, script)


def check_games(services: Services, rooms: dict[str, Room]) -> None:
    """See how the games have ended."""

    def ended(which: str) -> Event:
        return next(each for each in reversed(rooms[which].log.events) if isinstance(each.what, Resigned | CalledOff))

    assert ended("over").what == Resigned(1)
    assert ended("going").what == Resigned(1)
    assert ended("begun").what == CalledOff(0)
    assert ended("with a guest").what == Resigned(1)
    assert ended("of the bot").what == Resigned(0)
    assert all(rooms[which].log.is_over for which in rooms if which != "alone")


def test_others_see_that_he_is_gone_and_keep_their_own_names(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        rooms = await settle_in(only)
        await only.own.departures.delete(WHO)
        seats = await only.names.seats(rooms["going"].row, rooms["going"].log.seats)
        assert [(each.name, each.is_gone) for each in seats] == [("Bob", False), ("", True)]
        await sweep_later(only)
        for which, seat in (("going", 1), ("over", 0), ("with a guest", 1)):
            room = rooms[which]
            assert room.log.seats[seat].name == "", "also in memory"
            assert room.log.seats[1 - seat].name in ("Bob", "A guest")
            first = await only.store.read(partial(first_event, game_id=room.row.id))
            assert "name" not in first["seats"][seat]
            assert first["seats"][1 - seat]["name"] == room.log.seats[1 - seat].name
            assert (await only.store.load(room.row.id)) is not None

    with_house(database, tmp_path, script)


def test_what_he_offered_is_withdrawn_and_nothing_new_begins_with_him(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        rooms = await settle_in(only)
        terms = Terms("hex(size=3)", name=NAME)
        offered = await only.challenges.make(WHO, terms, is_open=True)
        asked = await only.challenges.make("bob", Terms("hex(size=3)", to=NAME), is_open=False, asked=WHO)
        told = only.audience.join(offered.id)
        await only.rooms.offer(rooms["over"], 1, "rematch")
        await only.own.departures.delete(WHO)
        await only.own.departures.sweep()
        assert (await only.challenges.find(offered.id)).state == "cancelled"
        assert (await only.challenges.find(asked.id)).state == "declined"
        assert b"cancelled" in (await told.next() or b"")
        for who in (0, 1):
            with pytest.raises(ServerError) as refused:
                await only.rooms.answer(rooms["over"], who, is_accepted=True)
            assert refused.value.slug == "server/offer"
        with pytest.raises(ServerError) as refused:
            await only.rooms.offer(rooms["going"], 0, "rematch")
        assert refused.value.slug == "server/offer"
        await sweep_later(only)
        with pytest.raises(ServerError):
            await only.challenges.find(offered.id)

    with_house(database, tmp_path, script)


def test_the_places_below_him_move_up(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        await settle_in(only)
        await only.store.write(lambda opened: opened.execute(rungs.delete()))
        for who in ("bob", WHO, "cem"):
            account = await only.accounts.find(who) or await only.accounts.claim(who, who.capitalize(), PASSWORD)
            await only.rungs.join("atoll", account)
        await only.own.departures.delete(WHO)

        def places(opened: sa.Connection) -> list[tuple[str, int]]:
            rows = opened.execute(sa.select(rungs.c.person, rungs.c.place).order_by(rungs.c.place))
            return [(row.person, row.place) for row in rows]

        assert await only.store.read(places) == [("bob", 1), ("cem", 2)]

    with_house(database, tmp_path, script)


def test_the_machine_stays_and_nobody_goes_twice(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        await settle_in(only)
        with pytest.raises(ServerError) as refused:
            await only.own.departures.delete(HOUSE_IDS[0])
        assert refused.value.slug == "moderation/not-yours"
        await only.own.departures.delete(WHO)
        for who in (WHO, "a-guest", "nobody"):
            with pytest.raises(ServerError) as refused:
                await only.own.departures.delete(who)
            assert refused.value.slug == "server/no-person"

    with_house(database, tmp_path, script)


def test_what_was_under_way_when_he_left_goes_as_well(database: sa.URL, tmp_path: Path) -> None:
    async def script(only: Services) -> None:
        await settle_in(only)
        await only.own.departures.delete(WHO)
        await only.own.departures.sweep()
        assert await left(only) == 2, "he and his bot: something may still be on its way"
        await only.store.write(refill)
        late = await play(only, "bob", WHO, "a1 b1")
        await sweep_later(only)
        assert await left(only) == 0
        assert late.log.is_over

        def check(opened: sa.Connection) -> None:
            for each in BELONGINGS:
                if each.leaving == "goes":
                    assert not opened.execute(sa.select(each.table).where(each.column == WHO)).all(), each.column

        await only.store.read(check)

    with_house(database, tmp_path, script)


# --- several processes, and kills


def test_the_other_server_knows_at_once(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        rooms = await settle_in(first)
        token = await first.sessions.make(WHO, "")
        assert await second.sessions.read(token) is not None
        there = await second.rooms.find(rooms["going"].row.id)
        assert (await second.accounts.names([WHO])) == {WHO: NAME}
        await first.own.departures.delete(WHO)
        assert await second.sessions.read(token) is None
        assert (await second.accounts.names([WHO])) == {WHO: ""}
        await sweep_later(first)
        await until(lambda: there.log.is_over and there.log.seats[1].name == "")

    with_house(database, tmp_path, script, 2)


def test_two_servers_look_at_the_same_moment(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        rooms = await settle_in(first)
        await first.own.departures.delete(WHO)
        await asyncio.gather(*(sweep_later(each) for each in (first, second, first, second)))
        assert await left(first) == 0
        for which in ("going", "begun"):
            room = await second.rooms.find(rooms[which].row.id)
            await second.exchange.compare()
            ends = [each for each in room.log.events if isinstance(each.what, Resigned | CalledOff)]
            assert len(ends) == 1

    with_house(database, tmp_path, script, 2)


KILLED = """
import asyncio, os, signal, sys
import sqlalchemy as sa
from motu.server.accounts import leaving
from motu.server.store import Store

step = int(sys.argv[2])
works = list(leaving._OWN)
works.insert(step, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
leaving._OWN = works
store = Store(sa.make_url(sys.argv[1]))
asyncio.run(store.write(lambda connection: leaving.close_for_good(connection, sys.argv[3], 1)))
"""


@pytest.mark.parametrize("step", [0, 2, len(leaving._OWN)])
def test_a_kill_while_it_is_closed_leaves_everything(database: sa.URL, tmp_path: Path, step: int) -> None:
    async def prepare(only: Services) -> None:
        await settle_in(only)

    async def again(only: Services) -> None:
        await only.own.departures.delete(WHO)

    with_house(database, tmp_path, prepare)
    before = kept(database)
    url = database.render_as_string(hide_password=False)
    killed = subprocess.run([sys.executable, "-c", KILLED, url, str(step), WHO], check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert kept(database) == before
    with_house(database, tmp_path, again)


def kept(database: sa.URL) -> dict[str, list[Any]]:
    store = Store(database)
    try:
        return asyncio.run(store.read(all_rows))
    finally:
        store.close()


class Killed(BaseException):
    """A process does nothing any more."""


@pytest.mark.parametrize("after", range(5))
def test_whoever_is_killed_afterwards_is_followed_by_another(
    database: sa.URL, tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(only: Services) -> None:
        await settle_in(only)
        await only.own.departures.delete(WHO)
        writes, write = 0, only.store.write

        async def killed(work: Any) -> Any:
            nonlocal writes
            writes += 1
            if writes > after:
                raise Killed
            return await write(work)

        with monkeypatch.context() as patch:
            patch.setattr(only.store, "write", killed)
            with pytest.raises(Killed):
                await sweep_later(only)

    async def lives(only: Services) -> None:
        assert await left(only) > 0
        await sweep_later(only)
        assert await left(only) == 0
        assert await only.store.read(lambda opened: where_it_stands(opened, NAME[:10])) == set()

    with_house(database, tmp_path, dies)
    with_house(database, tmp_path, lives)


def test_it_goes_on_by_itself(database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(module, "GRACE_MS", 200)
    monkeypatch.setattr(leaving, "GRACE_MS", 200)

    async def run() -> None:
        async with house(database, tmp_path, 2) as (first, second):
            rooms = await settle_in(first)
            await second.own.departures.delete(WHO)
            await until(lambda: rooms["going"].log.is_over)
            while await left(first):  # noqa: ASYNC110 - nobody tells the test
                await asyncio.sleep(0.02)

    asyncio.run(run())
