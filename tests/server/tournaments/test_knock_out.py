"""Knock-outs: the bracket, who goes on, draws, and those who don't come; over both databases."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from motu.server.tournaments.course import BREAK_MS
from motu.server.tournaments.standings import standings
from motu.server.tournaments.systems import still_in
from server.tournaments.cups import EVERYBODY, SLOW, by_chance, cup_house, play, stronger


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_each_round_halves_them(database: sa.URL, players: int) -> None:
    people = EVERYBODY[:players]

    async def script() -> None:
        cup = await house.make("knock-out", people)
        await house.play_out(cup, stronger)
        course = await house.course(cup)
        played = [each for each in course.games if each.outcome == "played"]
        assert len(played) == players - 1
        placed = standings("knock-out", course.seeded(), course.games, still_in(course))
        assert placed[0].person == people[0]
        assert [each.place for each in placed][:3] == [1, 2, 3][:players]
        assert len({each.place for each in placed}) <= players.bit_length() + 1

    with cup_house(database) as house:
        play(house, script)


def test_the_highest_rated_are_seeded_apart(database: sa.URL) -> None:
    async def script() -> None:
        for winner, loser in (("dan", "ann"), ("dan", "bob"), ("cem", "ann"), ("cem", "bob")):
            cup = await house.make("round-robin", (winner, loser))
            for game in await house.going(cup):
                await house.wins(game, winner)
            await house.passes(1)
        cup = await house.make("knock-out", ("ann", "bob", "cem", "dan"))
        course = await house.course(cup)
        assert set(course.seeded()[:2]) == {"cem", "dan"}
        assert all(len({"cem", "dan"} & set(each.persons)) == 1 for each in course.games)
        rated = [course.entrants[each].rating for each in course.seeded()]
        assert rated == sorted(rated, reverse=True)

    with cup_house(database) as house:
        play(house, script)


def test_a_draw_is_played_again_with_seats_changed_and_after_three_the_higher_seed_goes_on(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("knock-out", ("ann", "bob"))
        seats = []
        for _ in range(3):
            [game] = await house.going(cup)
            seats.append(game.persons)
            await house.draws(game)
            await house.passes(BREAK_MS / 1000 + 2)
        assert seats == [seats[0], seats[0][::-1], seats[0]]
        course = await house.course(cup)
        assert course.tournament.state == "over"
        assert still_in(course) == {course.seeded()[0]}
        placed = standings("knock-out", course.seeded(), course.games, still_in(course))
        assert [(each.place, each.drawn) for each in placed] == [(1, 3), (2, 3)]

    with cup_house(database) as house:
        play(house, script)


def test_a_tie_of_the_next_round_begins_when_both_are_known(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("knock-out", EVERYBODY[:8], clock=SLOW)
        first = await house.going(cup)
        for game in first[:2]:
            await house.wins(game, stronger(game))
        await house.passes(1)
        course = await house.course(cup)
        assert [each.round for each in await house.going(cup)] == [0, 0, 1]
        places = {
            each.person: each.place for each in standings("knock-out", EVERYBODY[:8], course.games, still_in(course))
        }
        assert {each for each, place in places.items() if place == 1} == {stronger(first[0]), stronger(first[1])}
        assert {each for each, place in places.items() if place > 6} == {max(each.persons) for each in first[:2]}
        assert set(course.games[-1].persons) == {stronger(first[0]), stronger(first[1])}

    with cup_house(database) as house:
        play(house, script)


def test_who_goes_is_out_and_where_both_go_the_higher_seed_goes_on(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("knock-out", EVERYBODY[:4], clock=SLOW)
        [one, other] = await house.going(cup)
        for person in one.persons:
            await house.first.cups.leave(cup, house.people[person])
        await house.wins(other, stronger(other))
        await house.passes(1)
        course = await house.course(cup)
        assert course.tournament.state == "over"
        assert still_in(course) == {stronger(other)}
        assert course.games[-1].outcome == "forfeit"

    with cup_house(database) as house:
        play(house, script)


def test_nobody_comes_to_a_game_and_the_higher_seed_goes_on(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("knock-out", ("ann", "bob", "cem"))
        await house.passes(120)  # the two who play miss it; the third has a final with the one who goes on
        course = await house.course(cup)
        first = next(each for each in course.games if each.outcome == "played")
        assert first.missed
        assert course.games[-1].round == 1

    with cup_house(database) as house:
        play(house, script)


def test_sixty_four_by_two_processes(database: sa.URL) -> None:
    people = [f"p{number:02}" for number in range(64)]

    async def script() -> None:
        cup = await house.make("knock-out", people, clock=SLOW, most=64, maker="p00")
        await house.play_out(cup, by_chance(3))
        course = await house.course(cup)
        assert len([each for each in course.games if each.outcome == "played"]) == 63
        begun = [room.row.id for process in house.processes for room in process.begun]
        assert len(begun) == len(set(begun)) == 63

    with cup_house(database, 2, people=people) as house:
        play(house, script)
