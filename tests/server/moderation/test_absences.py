"""Nobody waits for ever for somebody who is suspended, whoever suspends him and whichever process looks."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from motu.server.events import ClockSettings, Created, Participant
from motu.server.moderation.absences import Absences
from motu.server.moderation.moderation import Moderation
from motu.server.room import Room
from motu.server.schema import accounts
from motu.server.tournaments.tournament import TournamentGame
from server.tournaments.cups import SLOW, CupHouse, cup_house, play

DAY_S = 86_400


async def game_of(house: CupHouse, first: str, second: str, clock: ClockSettings | None = None) -> Room:
    seats = Participant(name=first), Participant(name=second)
    created = Created("hex(size=3)", seats, clock=clock)
    return await house.first.rooms.create_between(created, (first, second), first, lambda _: lambda _: None)


async def suspend(house: CupHouse, who: str, days: int | None) -> None:
    """Suspend somebody as the command line does: nobody is told."""
    moderation = Moderation(house.first.store, clock=lambda: house.time.ms)
    await moderation.suspend(None, who, "for the test", days)


async def sweep(house: CupHouse) -> None:
    await asyncio.gather(*(Absences(each.store, each.rooms).sweep() for each in house.processes))


async def results(house: CupHouse, *games: Room) -> list[tuple[int | None, str] | None]:
    """How games stand, as every process sees it."""
    found = []
    for game in games:
        heads = [await each.rooms.find(game.row.id, 99) for each in house.processes]
        told = {None if each.log.result is None else (each.log.result.winner, each.log.result.reason) for each in heads}
        assert len(told) == 1
        found.append(told.pop())
    return found


@pytest.mark.parametrize("processes", [1, 2])
def test_games_without_a_clock_are_given_up_where_it_would_last(database: sa.URL, processes: int) -> None:
    async def script() -> None:
        games = [await game_of(house, *pair) for pair in (("ann", "bob"), ("cem", "ann"), ("bob", "cem"))]
        clocked = await game_of(house, "ann", "dan", ClockSettings(600_000))
        short = await game_of(house, "dan", "eve")
        await suspend(house, "ann", 15)
        await suspend(house, "dan", 14)
        for _ in range(2):
            await sweep(house)
            found = await results(house, *games, clocked, short)
            assert found == [(1, "resign"), (0, "resign"), None, None, None]

    with cup_house(database, processes) as house:
        play(house, script)


def test_a_suspension_that_has_ended_ends_nothing(database: sa.URL) -> None:
    async def script() -> None:
        await suspend(house, "ann", 15)
        house.time.passes(15 * DAY_S + 1)
        game = await game_of(house, "ann", "bob")
        await sweep(house)
        assert await results(house, game) == [None]
        await suspend(house, "bob", None)
        await sweep(house)
        assert await results(house, game) == [(0, "resign")]

    with cup_house(database) as house:
        play(house, script)


def test_a_bot_goes_with_who_answers_for_it(database: sa.URL) -> None:
    async def script() -> None:
        change = accounts.update().where(accounts.c.id == "bob").values(kind="bot", owner="ann")
        await house.first.store.write(lambda opened: opened.execute(change))
        game = await game_of(house, "bob", "cem")
        await suspend(house, "ann", None)
        await sweep(house)
        assert await results(house, game) == [(1, "resign")]

    with cup_house(database) as house:
        play(house, script)


@pytest.mark.parametrize(("days", "is_out"), [(14, False), (15, True), (None, True)])
def test_by_correspondence_a_short_suspension_is_no_end(database: sa.URL, days: int | None, is_out: bool) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann", "bob", "cem"), clock=SLOW)
        await suspend(house, "bob", days)
        await sweep(house)
        await house.passes(2)
        course = await house.course(cup)
        assert course.is_out("bob") == is_out
        assert {each.outcome for each in course.of("bob")} == ({"void"} if is_out else {None})

    with cup_house(database) as house:
        play(house, script)


@pytest.mark.parametrize("processes", [1, 2])
def test_who_is_suspended_plays_no_live_tournament(database: sa.URL, processes: int) -> None:
    async def script() -> None:
        cup = await house.make("knock-out", ("ann", "bob", "cem", "dan"))
        going = await house.going(cup)
        mine = next(each for each in going if "ann" in each.persons)
        await house.moves(mine)
        await suspend(house, "ann", 1)
        await sweep(house)
        await house.passes(3)
        course = await house.course(cup)
        assert course.is_out("ann")
        decided: TournamentGame = course.games[mine.number]
        assert (decided.outcome, decided.score("ann")) == ("forfeit", 0.0)
        room = await house.first.rooms.find(mine.game or "", 99)
        assert room.log.is_over, "the game that goes on is given up"
        waits = await house.first.cups.listed()
        assert [each.tournament.state for each in waits] == ["running"]

    with cup_house(database, processes) as house:
        play(house, script)
