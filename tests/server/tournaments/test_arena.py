"""Arenas: a whole one by scripts over one and two processes, and who is paired with whom; over both databases."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import pytest
import sqlalchemy as sa

from motu.server.blocks.blocks import Blocks
from motu.server.tournaments.course import TournamentCourse
from motu.server.tournaments.standings import standings
from motu.server.tournaments.systems import REST_MS
from motu.server.tournaments.tournament import TournamentGame
from server.tournaments.cups import EVERYBODY, SLOW, CupHouse, cup_house, play


def busy(games: list[TournamentGame]) -> Counter[str]:
    return Counter(person for game in games for person in game.persons)


def twice_in_a_row(course: TournamentCourse) -> list[tuple[str, str]]:
    """Return who has played somebody twice, one game after the other."""
    last, found = defaultdict[str, str](str), []
    for game in course.games:
        for person in game.persons:
            other = game.other(person) or ""
            found += [(person, other)] if last[person] == other else []
            last[person] = other
    return found


async def whole(house: CupHouse, cup: str, minutes: int, chance: Random) -> None:
    """Let an arena go on to its end: games last as long as chance has it, and the better one mostly wins."""
    moved = set[int]()
    for second in range(60 * minutes):
        going = await house.going(cup)
        assert set(busy(going).values()) <= {1}, "somebody plays two games at once"
        for game in going:
            if game.number not in moved:
                moved.add(game.number)
                await house.moves(game)
            if chance.random() < 0.15:
                favourite = min(game.persons) if chance.random() < 0.8 else max(game.persons)
                if chance.random() < 0.1:
                    await house.draws(game)
                else:
                    await house.wins(game, favourite, by=second)
        await house.passes(5, step=2.5)
        if (await house.course(cup)).tournament.state == "over":
            return
    raise AssertionError("it does not end")


@pytest.mark.parametrize("processes", [1, 2])
def test_a_whole_arena(database: sa.URL, processes: int) -> None:
    async def script() -> None:
        cup = await house.make("arena", EVERYBODY, minutes=10)
        await whole(house, cup, 10, Random(processes))
        course = await house.course(cup)
        assert course.tournament.over_ms is not None
        assert course.tournament.ends_ms is not None
        assert course.tournament.over_ms - course.tournament.ends_ms < 3000
        assert twice_in_a_row(course) == []
        assert {(each.round, each.tie) for each in course.games} == {(0, 0)}
        played = [each for each in course.games if each.counts]
        assert len(played) > 40
        placed = standings("arena", course.seeded(), course.games)
        assert sum(each.points for each in placed) == 2 * len(played)
        games = [len(course.of(each)) for each in EVERYBODY]
        assert min(games) > len(course.games) / len(EVERYBODY), "everybody plays about as much: two seats a game"
        seats = {each: sum(1 if game.person0 == each else -1 for game in course.of(each)) for each in EVERYBODY}
        assert max(map(abs, seats.values())) <= 3, seats
        begun = [room.row.id for process in house.processes for room in process.begun]
        assert sorted(begun) == sorted(game.game for game in course.games if game.game)

    with cup_house(database, processes) as house:
        play(house, script)


@pytest.mark.parametrize(("late_ms", "outcome"), [(0, "played"), (1, "void")])
def test_a_game_counts_that_ends_with_the_arena(database: sa.URL, late_ms: int, outcome: str) -> None:
    async def script() -> None:
        cup = await house.make("arena", ("ann", "bob"), minutes=10)
        [game] = await house.going(cup)
        ends_ms = (await house.course(cup)).tournament.ends_ms or 0
        house.time.passes((ends_ms + late_ms - house.time.ms) / 1000)
        await house.wins(game, "ann")
        await house.passes(1)
        course = await house.course(cup)
        assert (course.tournament.state, [each.outcome for each in course.games]) == ("over", [outcome])

    with cup_house(database) as house:
        play(house, script)


def test_who_has_just_played_rests_and_games_at_the_end_do_not_count(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("arena", ("ann", "bob", "cem", "dan"), minutes=10)
        first, second = await house.going(cup)
        for game in (first, second):
            await house.wins(game, min(game.persons))
        await house.passes(REST_MS / 1000 - 2)
        assert await house.going(cup) == []
        await house.passes(4)
        again = await house.going(cup)
        assert {frozenset(each.persons) for each in again}.isdisjoint(
            {frozenset(each.persons) for each in (first, second)}
        )
        for game in again:
            await house.moves(game)
        course = await house.course(cup)
        house.time.passes(((course.tournament.ends_ms or 0) - house.time.ms) / 1000 - 1)
        for game in again[:1]:
            await house.wins(game, game.person0)
        house.time.passes(2)
        await house.wins(again[1], again[1].person0)
        await house.first.cups.sweep()
        course = await house.course(cup)
        assert course.tournament.state == "over"
        assert [each.outcome for each in course.games] == ["played", "played", "played", "void"]

    with cup_house(database) as house:
        play(house, script)


def test_one_comes_late_goes_and_comes_back(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("arena", ("ann", "bob"))
        [game] = await house.going(cup)
        await house.first.cups.enter(cup, house.people["cem"])
        await house.passes(5)
        assert len(await house.going(cup)) == 1
        await house.first.cups.leave(cup, house.people["ann"])
        await house.wins(game, "ann")
        await house.passes(10)
        assert [set(each.persons) for each in await house.going(cup)] == [{"bob", "cem"}]
        await house.first.cups.enter(cup, house.people["ann"])
        await house.first.cups.enter(cup, house.people["ann"])
        [game] = await house.going(cup)
        await house.wins(game, "bob")
        await house.passes(10)
        [game] = await house.going(cup)
        assert "ann" in game.persons
        placed = standings("arena", (await house.course(cup)).seeded(), (await house.course(cup)).games)
        assert {each.person: each.points for each in placed} == {"ann": 2, "bob": 2, "cem": 0}

    with cup_house(database) as house:
        play(house, script)


def test_who_misses_two_games_in_a_row_is_out_until_he_comes_back(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("arena", ("ann", "bob", "cem"))
        for _ in range(400):
            for game in await house.going(cup):
                room = await house.first.rooms.find(game.game or "")
                if "cem" not in game.persons:
                    await house.wins(game, min(game.persons))
                elif game.person1 == "cem" and not room.log.steps:
                    await house.first.rooms.move(room, "a1")
            await house.passes(5)
            if (await house.course(cup)).is_out("cem"):
                break
        course = await house.course(cup)
        assert course.is_out("cem")
        assert [each.has_missed("cem") for each in course.of("cem")] == [True, True]
        await house.first.cups.enter(cup, house.people["cem"])
        await house.passes(5)
        assert not (await house.course(cup)).is_out("cem")

    with cup_house(database) as house:
        play(house, script)


def test_an_arena_to_which_nobody_comes_does_not_go_on_by_itself(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("arena", ("ann", "bob", "cem"))
        await house.passes(900, step=5.0)
        course = await house.course(cup)
        assert len(course.playing) <= 1, "the last one meets nobody any more"
        placed = standings("arena", course.seeded(), course.games)
        assert max(each.points for each in placed) <= 4, "two others who have not come either, twice at most"

    with cup_house(database) as house:
        play(house, script)


def test_games_in_which_the_other_one_has_not_come_say_nothing_of_who_waits(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("arena", ("ann", "bob"))
        for _ in range(60):
            for game in await house.going(cup):
                room = await house.first.rooms.find(game.game or "")
                if game.person0 == "ann" and not room.log.steps:
                    await house.first.rooms.move(room, "a1")
            await house.passes(5)
        course = await house.course(cup)
        assert course.is_out("bob")
        assert not course.is_out("ann")

    with cup_house(database) as house:
        play(house, script)


def test_nobody_is_paired_who_plays_in_another_tournament(database: sa.URL) -> None:
    async def script() -> None:
        other = await house.make("arena", ("ann", "bob"), name="Other")
        [elsewhere] = await house.going(other)
        await house.moves(elsewhere)
        cup = await house.make("arena", ("ann", "cem", "dan"))
        assert [set(each.persons) for each in await house.going(cup)] == [{"cem", "dan"}]
        [game] = await house.going(cup)
        await house.wins(game, "cem")
        await house.wins(elsewhere, "ann")
        await house.first.cups.leave(other, house.people["ann"])
        await house.passes(10)
        assert "ann" in {each for game in await house.going(cup) for each in game.persons}
        slow = await house.make("round-robin", ("eve", "fay"), name="Slow", clock=SLOW, maker="eve")
        assert len(await house.going(slow)) == 1
        third = await house.make("arena", ("eve", "fay"), name="Third", maker="eve")
        assert len(await house.going(third)) == 1, "who plays by correspondence has time"

    with cup_house(database) as house:
        play(house, script)


@pytest.mark.parametrize("processes", [1, 2])
def test_two_of_whom_one_has_blocked_the_other_are_never_paired(database: sa.URL, processes: int) -> None:
    async def script() -> None:
        await Blocks(house.first.store).decide("bob", "ann", "block", "Ann")
        cup = await house.make("arena", ("ann", "bob"), minutes=10)
        await house.passes(30)
        assert (await house.course(cup)).games == [], "nobody else is there"
        for each in ("cem", "dan"):
            await house.first.cups.enter(cup, house.people[each])
        for _ in range(12):
            await house.passes(6)
            for game in await house.going(cup):
                await house.wins(game, min(game.persons))
        course = await house.course(cup)
        pairs = Counter(frozenset(game.persons) for game in course.games)
        assert pairs[frozenset(("ann", "bob"))] == 0
        assert min(len(course.of(each)) for each in ("ann", "bob")) > 2

    with cup_house(database, processes) as house:
        play(house, script)
