"""Round robins from the first name on the list to the last point, over both databases."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from motu.server.blocks.blocks import Blocks
from motu.server.events import ClockSettings
from motu.server.tournaments.course import BREAK_MS
from motu.server.tournaments.standings import standings
from motu.server.tournaments.tournament import TournamentGame
from server.tournaments.cups import BLITZ, SLOW, cup_house, met, play, stronger


@pytest.mark.parametrize("players", [4, 5])
def test_a_live_one_is_played_round_by_round(database: sa.URL, players: int) -> None:
    people = ("ann", "bob", "cem", "dan", "eve")[:players]

    async def script() -> None:
        cup = await house.make("round-robin", people)
        first = await house.going(cup)
        assert len(first) == players // 2
        assert {each.round for each in first} == {0}
        assert len(house.first.begun) == len(first)
        told = house.first.begun[0].log.created
        assert told.rated
        assert told.tournament is not None
        assert (told.tournament.id, told.tournament.name, told.tournament.round) == (cup, "Cup", 1)
        assert {seat.name.lower() for seat in told.seats} == set(first[0].persons)
        for game in first:
            await house.wins(game, stronger(game))
        await house.passes(BREAK_MS / 1000 - 2)
        assert await house.going(cup) == [], "there is a break between rounds"
        await house.passes(3)
        assert {each.round for each in await house.going(cup)} == {1}
        await house.play_out(cup, stronger)
        course = await house.course(cup)
        assert len(course.games) == players * (players - 1) // 2
        assert set(met(course).values()) == {1}
        placed = standings("round-robin", course.seeded(), course.games)
        assert [each.person for each in placed] == list(people)
        assert [each.points for each in placed] == list(range(players - 1, -1, -1))
        assert course.tournament.due_ms is None

    with cup_house(database) as house:
        play(house, script)


def test_one_by_correspondence_begins_all_at_once_and_twice_over(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann", "bob", "cem"), clock=SLOW, cycles=2)
        assert len(await house.going(cup)) == 6
        await house.play_out(cup, stronger)
        assert set(met(await house.course(cup)).values()) == {2}

    with cup_house(database) as house:
        play(house, script)


@pytest.mark.parametrize("clock", [BLITZ, SLOW], ids=["live", "correspondence"])
def test_two_of_whom_one_has_blocked_the_other_do_not_play_and_nobody_loses(
    database: sa.URL, clock: ClockSettings
) -> None:
    async def script() -> None:
        await Blocks(house.first.store).decide("cem", "ann", "block", "Ann")
        cup = await house.make("round-robin", ("ann", "bob", "cem", "dan"), clock=clock)
        await Blocks(house.first.store).decide("ann", "bob", "block", "Bob")
        await house.play_out(cup, stronger)
        course = await house.course(cup)
        (apart,) = [each for each in course.games if each.outcome != "played"]
        assert (set(apart.persons), apart.outcome, apart.game) == ({"ann", "cem"}, "void", None)
        placed = {each.person: each.points for each in standings("round-robin", course.seeded(), course.games)}
        assert placed == {"ann": 2, "bob": 2, "cem": 1, "dan": 0}
        assert course.tournament.state == "over"

    with cup_house(database) as house:
        play(house, script)


def test_of_equals_he_is_first_who_has_won_against_the_better() -> None:
    def game(number: int, first: str, second: str, score: float) -> TournamentGame:
        return TournamentGame(number, 0, 0, first, second, 0, "x", score, 1 - score, "played")

    games = [
        game(0, "ann", "bob", 0.0),
        game(1, "ann", "cem", 1.0),
        game(2, "bob", "cem", 0.5),
        game(3, "dan", "bob", 0.5),
        game(4, "dan", "cem", 0.5),
        game(5, "dan", "ann", 0.0),
    ]
    placed = {
        each.person: (each.place, each.points, each.tie_break) for each in standings("round-robin", list("x"), [])
    }
    assert placed == {"x": (1, 0.0, 0.0)}
    found = standings("round-robin", ["ann", "bob", "cem", "dan"], games)
    assert [(each.person, each.place, each.points, each.tie_break) for each in found] == [
        ("bob", 1, 2.0, 3.0),
        ("ann", 2, 2.0, 2.0),
        ("cem", 3, 1.0, 1.5),
        ("dan", 3, 1.0, 1.5),
    ]


def test_in_an_arena_points_come_first_then_wins_then_fewer_games() -> None:
    def game(number: int, first: str, second: str, score: float) -> TournamentGame:
        return TournamentGame(number, 0, 0, first, second, 0, "x", score, 1 - score, "played")

    games = [
        game(0, "ann", "eve", 1.0),  # 2 points
        game(1, "bob", "cem", 0.5),
        game(2, "bob", "cem", 0.5),  # 2 points each, without a win
        game(3, "dan", "eve", 1.0),
        game(4, "dan", "eve", 0.0),  # 2 points, a win, one game more; eve has 2 and a game more still
        game(5, "fay", "gus", 1.0),
        game(6, "fay", "gus", 1.0),  # 4 points
    ]
    found = standings("arena", ["gus", "eve", "dan", "cem", "bob", "ann", "fay"], games)
    assert [(each.person, each.place, each.points) for each in found] == [
        ("fay", 1, 4),
        ("ann", 2, 2),
        ("dan", 3, 2),
        ("eve", 4, 2),
        ("cem", 5, 2),
        ("bob", 5, 2),
        ("gus", 7, 0),
    ]


def test_who_goes_before_half_of_his_games_counts_for_nobody(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann", "bob", "cem", "dan", "eve"), clock=SLOW)
        lost = next(each for each in await house.going(cup) if set(each.persons) == {"ann", "bob"})
        await house.wins(lost, "bob")
        await house.passes(1)
        await house.first.cups.leave(cup, house.people["ann"])
        course = await house.course(cup)
        assert {each.outcome for each in course.of("ann")} == {"void"}
        assert {each.person: each.points for each in standings("round-robin", course.seeded(), course.games)}[
            "bob"
        ] == 0
        for game in course.of("ann"):
            room = await house.first.rooms.find(game.game or "")
            assert room.log.is_over, "he has given up what went on"
        await house.play_out(cup, stronger)
        assert set(met(await house.course(cup)).values()) == {1}

    with cup_house(database) as house:
        play(house, script)


def test_who_goes_after_half_of_his_games_loses_the_rest(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann", "bob", "cem", "dan", "eve"), clock=SLOW)
        for game in (await house.course(cup)).of("ann")[:2]:
            await house.wins(game, "ann")
        await house.passes(1)
        await house.first.cups.leave(cup, house.people["ann"])
        course = await house.course(cup)
        assert sorted(str(each.outcome) for each in course.of("ann")) == ["forfeit", "forfeit", "played", "played"]
        placed = {each.person: each for each in standings("round-robin", course.seeded(), course.games)}
        assert (placed["ann"].points, placed["ann"].won, placed["ann"].lost) == (2, 2, 2)

    with cup_house(database) as house:
        play(house, script)


def test_who_does_not_come_loses_and_after_two_games_is_out(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann", "bob", "cem", "dan"))

        async def nobody_hears_of(who: str) -> None:
            for game in await house.going(cup):
                if who in game.persons:
                    if game.person1 == who:
                        room = await house.first.rooms.find(game.game or "")
                        await house.first.rooms.move(room, "a1")
                else:
                    await house.wins(game, stronger(game))
            await house.passes(35)

        await nobody_hears_of("dan")
        course = await house.course(cup)
        missed = next(each for each in course.of("dan") if each.outcome is not None)
        assert (missed.score("dan"), missed.has_missed("dan"), missed.outcome) == (0.0, True, "played")
        assert missed.score(missed.other("dan") or "") == 1.0
        assert not course.is_out("dan")
        await house.passes(21)
        await nobody_hears_of("dan")
        course = await house.course(cup)
        assert course.is_out("dan")
        assert [each.outcome for each in course.of("dan")].count("forfeit") == 1
        await house.play_out(cup, stronger)

    with cup_house(database) as house:
        play(house, script)


def test_a_rated_one_counts_and_another_one_doesnt(database: sa.URL) -> None:
    async def script() -> None:
        for rated in (True, False):
            await house.make("round-robin", ("ann", "bob"), rated=rated)
        assert [each.log.created.rated for each in house.first.begun] == [True, False]

    with cup_house(database) as house:
        play(house, script)


def test_with_one_player_nothing_comes_of_it(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann",))
        assert (await house.course(cup)).tournament.state == "cancelled"

    with cup_house(database) as house:
        play(house, script)
