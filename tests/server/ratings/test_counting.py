"""Rated games count once, for both, in the transaction that ends them: over several processes, and after a kill."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest
import sqlalchemy as sa

from motu.server.events import ServerError
from motu.server.glicko import GlickoRating, aged, rated
from motu.server.ratings import counting
from motu.server.ratings.counting import PERIOD_MS
from motu.server.rooms import Rooms
from server.fake_time import FakeTime
from server.ratings.rated_games import begin, changes, kept, play, processes_at

NEW = GlickoRating()
WON, LOST, DRAWN = (rated(NEW, [(NEW, score)]) for score in (1.0, 0.0, 0.5))


def figures(rating: GlickoRating, games: int = 1) -> tuple[object, object, int]:
    return pytest.approx(rating.value), pytest.approx(rating.deviation), games


def test_giving_up_counts_for_both_and_once(database: sa.URL) -> None:
    async def script() -> None:
        room = await begin(rooms)
        await rooms.move(room, "a1")
        await rooms.move(room, "swap")
        await rooms.resign(room, 0)
        with pytest.raises(ServerError, match="over"):
            await rooms.resign(room, 1)
        await rooms.offer(room, 0, "rematch")
        assert await kept(rooms) == {"ann": figures(LOST), "bob": figures(WON)}
        first, second = await changes(rooms)
        assert (first.account, first.opponent, first.score, first.colour) == ("ann", "bob", 0.0, 1)
        assert (second.account, second.opponent, second.score, second.colour) == ("bob", "ann", 1.0, 0)
        assert {(each.game, each.speed, each.opening, each.game_id) for each in (first, second)} == {
            ("atoll", "blitz", "a1 swap", room.row.id)
        }
        assert (first.rating_before, first.deviation_before) == (1500, 350)
        assert first.rating_after == pytest.approx(LOST.value)

    with processes_at(database) as [rooms]:
        play(script)


def test_a_game_won_on_the_board_counts(database: sa.URL) -> None:
    async def script() -> None:
        room = await begin(rooms)
        for move in ("b2", "a1", "a3", "c1", "b1"):
            await rooms.move(room, move)
        assert room.log.result is not None
        winner = room.log.result.winner
        assert {each.person: each.score for each in await changes(rooms)} == {winner: 1.0, 1 - (winner or 0): 0.0}

    with processes_at(database) as [rooms]:
        play(script)


def test_a_flag_counts_whoever_notices_it(database: sa.URL) -> None:
    time = FakeTime()

    async def script() -> None:
        room = await begin(rooms)
        for move in ("a1", "b2"):  # who makes no first move has the game called off
            await rooms.move(room, move)
        time.passes(61)
        await rooms.flag(room)
        await rooms.flag(room)
        assert await kept(rooms) == {"ann": figures(LOST), "bob": figures(WON)}

    with processes_at(database, time=time) as [rooms]:
        play(script)


def test_a_draw_is_half(database: sa.URL) -> None:
    async def script() -> None:
        room = await begin(rooms)
        await rooms.offer(room, 0, "draw")
        await rooms.answer(room, 1, is_accepted=True)
        assert await kept(rooms) == {"ann": figures(DRAWN), "bob": figures(DRAWN)}

    with processes_at(database) as [rooms]:
        play(script)


def test_what_was_called_off_and_what_is_not_rated_counts_for_nobody(database: sa.URL) -> None:
    async def script() -> None:
        called_off = await begin(rooms)
        await rooms.offer(called_off, 0, "cancel")
        await rooms.answer(called_off, 1, is_accepted=True)
        friendly = await begin(rooms, rated=False)
        await rooms.resign(friendly, 0)
        assert called_off.log.is_over
        assert friendly.log.is_over
        assert await kept(rooms) == {}
        assert await changes(rooms) == []

    with processes_at(database) as [rooms]:
        play(script)


def test_a_rematch_is_rated_like_its_game(database: sa.URL) -> None:
    async def script() -> None:
        room = await begin(rooms)
        await rooms.resign(room, 0)
        await rooms.offer(room, 1, "rematch")
        await rooms.answer(room, 0, is_accepted=True)
        again = await rooms.find(room.log.offers.next_game)
        await rooms.resign(again, 0)
        assert [each.game_id for each in await changes(rooms)].count(again.row.id) == 2
        assert {who: games for who, (_, _, games) in (await kept(rooms)).items()} == {"ann": 2, "bob": 2}

    with processes_at(database) as [rooms]:
        play(script)


def test_games_and_speeds_are_apart(database: sa.URL) -> None:
    async def script() -> None:
        for spec, clock in (("hex(size=3)", None), ("atomorph(size=4)", None)):
            await rooms.resign(await begin(rooms, spec=spec, clock=clock), 0)
        await rooms.resign(await begin(rooms), 0)
        found = {(each.game, each.speed): each.rating_after for each in await changes(rooms) if each.person == 0}
        kinds = ("atoll", "untimed"), ("atomorph", "untimed"), ("atoll", "blitz")
        assert found == dict.fromkeys(kinds, pytest.approx(LOST.value))

    with processes_at(database) as [rooms]:
        play(script)


def test_who_stays_away_is_known_less_surely(database: sa.URL) -> None:
    time = FakeTime()

    async def script() -> None:
        await rooms.resign(await begin(rooms, clock=None), 0)
        time.passes(20 * PERIOD_MS / 1000)
        await rooms.resign(await begin(rooms, clock=None), 0)
        *_, again, _ = await changes(rooms)
        assert again.rating_before == pytest.approx(LOST.value)
        assert again.deviation_before == pytest.approx(aged(LOST, 20).deviation)
        assert again.deviation_before > LOST.deviation

    with processes_at(database, time=time) as [rooms]:
        play(script)


def test_two_games_that_end_at_the_same_moment_in_two_processes_both_count(database: sa.URL) -> None:
    async def script() -> None:
        games = [(rooms, await begin(rooms, *two)) for rooms in houses for two in (("ann", "bob"), ("bob", "ann"))]
        more = [(rooms, await begin(rooms, "ann", f"guest{number}")) for number in range(6) for rooms in houses]
        await asyncio.gather(*(rooms.resign(room, 0) for rooms, room in games + more))
        found = await changes(houses[0])
        assert len(found) == 2 * len(games + more)
        assert (await kept(houses[0]))["ann"][2] == 16
        steps = sorted((each.deviation_before, each.deviation_after) for each in found if each.account == "ann")[::-1]
        after = [350.0, *(each[1] for each in steps)]
        assert [each[0] for each in steps] == pytest.approx(after[:-1], abs=0.01), "each goes on where one has ended"

    with processes_at(database, 2) as houses:
        play(script)


def test_a_game_that_two_processes_end_counts_once(database: sa.URL) -> None:
    async def script() -> None:
        room = await begin(houses[0])
        other = await houses[1].find(room.row.id)
        ends = houses[0].resign(room, 0), houses[1].resign(other, 1)
        results = await asyncio.gather(*ends, return_exceptions=True)
        assert sorted(isinstance(each, ServerError) for each in results) == [False, True]
        assert {who: games for who, (_, _, games) in (await kept(houses[0])).items()} == {"ann": 1, "bob": 1}
        assert len(await changes(houses[1])) == 2

    with processes_at(database, 2) as houses:
        play(script)


def test_an_end_that_cannot_be_counted_is_no_end(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        room = await begin(rooms)
        with monkeypatch.context() as patch:
            patch.setattr(counting, "_keep", broken)
            with pytest.raises(ServerError, match="full"):
                await rooms.resign(room, 0)
        assert not room.log.is_over
        assert await changes(rooms) == []
        await rooms.resign(room, 0)
        assert await kept(rooms) == {"ann": figures(LOST), "bob": figures(WON)}

    def broken(*_: object) -> None:
        raise ServerError("the disk is full")

    with processes_at(database) as [rooms]:
        play(script)


KILLED = """
import asyncio, os, signal, sys
import sqlalchemy as sa
from motu.server.ratings import counting
from motu.server.rooms import Rooms
from motu.server.store import Store

async def end():
    rooms = Rooms(Store(sa.make_url(sys.argv[1])))
    await rooms.resign(await rooms.find(sys.argv[2]), 0)

kept, calls = counting._keep, []
def killed(*arguments):
    if calls:
        os.kill(os.getpid(), signal.SIGKILL)
    calls.append(kept(*arguments))

counting._keep = killed
asyncio.run(end())
"""


def test_a_kill_between_leaves_a_game_that_goes_on_and_counts_later(database: sa.URL) -> None:
    async def began() -> None:
        games.append((await begin(first)).row.id)

    async def goes_on() -> None:
        room = await second.find(games[0])
        assert not room.log.is_over
        assert await kept(second) == {}
        await second.resign(room, 0)
        assert await kept(second) == {"ann": figures(LOST), "bob": figures(WON)}

    games: list[str] = []
    with processes_at(database) as [first]:
        play(began)
    command = [sys.executable, "-c", KILLED, database.render_as_string(hide_password=False), games[0]]
    assert subprocess.run(command, check=False).returncode == -9
    with processes_at(database) as [second]:
        play(goes_on)


def test_a_game_that_was_over_is_not_counted_again_after_a_restart(database: sa.URL) -> None:
    async def over(rooms: Rooms) -> None:
        games.append((await begin(rooms)).row.id)
        await rooms.resign(await rooms.find(games[0]), 0)

    async def once_more(rooms: Rooms) -> None:
        room = await rooms.find(games[0])
        await rooms.offer(room, 0, "rematch")
        assert {who: count for who, (_, _, count) in (await kept(rooms)).items()} == {"ann": 1, "bob": 1}

    games: list[str] = []
    with processes_at(database) as [before]:
        play(lambda: over(before))
    with processes_at(database) as [after]:
        play(lambda: once_more(after))
