"""The machine's levels in tournaments: their maker lets them in, they play at once, and their games count."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.accounts.account import HOUSE_IDS
from motu.server.house_players import is_house
from motu.server.server_settings import ServerSettings
from motu.server.tournaments.schedule import FreePlayer, pairs_with_levels
from server.applications import make_application
from server.ratings.people_with_names import named
from server.test_house_players import FIRST_LEGAL, PATIENCE_S
from server.tournaments.cups import BLITZ, SLOW, CupHouse, cup_house, play, refusal
from server.two_people import HERE, Visitor, does

CUP = {
    "name": "Cup",
    "system": "round-robin",
    "spec": "hex(size=6)",
    "clock": {"initial_ms": 86_400_000, "kind": "correspondence", "has_vacation": False},
    "most": 4,
    "starts_in_ms": 600_000,
    "allows_bots": True,
}


async def with_levels(house: CupHouse) -> None:
    """Let the machine's accounts be there."""
    await house.first.accounts.open()


async def open_cup(house: CupHouse, system: str, people: tuple[str, ...] = ("ann", "bob"), **terms: Any) -> str:
    """Make a tournament that has not begun."""
    known = {"allows_bots": True, "rated": False} | terms
    return await house.make(system, people, starts_in_ms=3_600_000, **known)


async def entrants(house: CupHouse, cup: str) -> list[str]:
    course = await house.course(cup)
    return sorted(each for each in course.entrants if not course.is_out(each))


def test_its_maker_lets_levels_in_and_out(database: sa.URL) -> None:
    async def script() -> None:
        await with_levels(house)
        cups, ann, bob = house.first.cups, house.people["ann"], house.people["bob"]
        cup = await open_cup(house, "knock-out")
        await cups.set_levels(cup, ann, {"level-1", "level-9"})
        assert await entrants(house, cup) == ["ann", "bob", "level-1", "level-9"]
        await cups.set_levels(cup, ann, {"level-9", "strongest"})
        assert await entrants(house, cup) == ["ann", "bob", "level-9", "strongest"]
        assert await refusal(cups.set_levels(cup, bob, {"level-1"})) == "tournament/not-yours"
        assert await refusal(cups.set_levels(cup, None, {"level-1"})) == "account/none"
        await cups.set_levels(cup, ann, set())
        assert await entrants(house, cup) == ["ann", "bob"]

    with cup_house(database) as house:
        play(house, script)


def test_where_results_count_levels_play_no_toys(database: sa.URL) -> None:
    async def script() -> None:
        await with_levels(house)
        cups, ann = house.first.cups, house.people["ann"]
        toys: tuple[dict[str, Any], ...] = (
            {},
            {"spec": "hex(size=6,swap=false)", "clock": SLOW},
            {"spec": "hex", "clock": BLITZ},
        )
        for toy in toys:
            cup = await open_cup(house, "round-robin", rated=True, **toy)
            assert await refusal(cups.set_levels(cup, ann, {"level-1"})) == "server/rated"
            await cups.cancel(cup, ann)
        cup = await open_cup(house, "round-robin", rated=True, spec="hex(size=6)", clock=SLOW)
        await cups.set_levels(cup, ann, {"level-1"})
        assert await entrants(house, cup) == ["ann", "bob", "level-1"]

    with cup_house(database) as house:
        play(house, script)


def test_levels_take_places_like_all_others(database: sa.URL) -> None:
    async def script() -> None:
        await with_levels(house)
        cups, ann = house.first.cups, house.people["ann"]
        for_people = await open_cup(house, "round-robin", allows_bots=False)
        assert await refusal(cups.set_levels(for_people, ann, {"level-1"})) == "tournament/bots"
        small = await open_cup(house, "round-robin", most=3)
        assert await refusal(cups.set_levels(small, ann, {"level-1", "level-2"})) == "tournament/full"
        assert await entrants(house, small) == ["ann", "bob"], "all of them or none"
        await cups.set_levels(small, ann, {"level-1"})
        await cups.set_levels(small, ann, {"level-2"})
        assert await entrants(house, small) == ["ann", "bob", "level-2"], "who leaves makes room first"
        await cups.begin(small, ann)
        assert await refusal(cups.set_levels(small, ann, set())) == "tournament/state"

    with cup_house(database) as house:
        play(house, script)


def test_where_it_begins_full_a_level_fills_it(database: sa.URL) -> None:
    async def script() -> None:
        await with_levels(house)
        cup = await open_cup(house, "round-robin", most=3, begins_full=True)
        course = await house.first.cups.set_levels(cup, house.people["ann"], {"level-4"})
        assert course.tournament.state == "running"

    with cup_house(database) as house:
        play(house, script)


def test_levels_are_in_as_many_tournaments_as_one_likes(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.server.tournaments.limits.MAX_ENTERED", 1)

    async def script() -> None:
        await with_levels(house)
        for people in (("ann",), ("bob",)):
            cup = await open_cup(house, "round-robin", people)
            await house.first.cups.set_levels(cup, house.people["ann"], {"level-4"})
            assert "level-4" in await entrants(house, cup)

    with cup_house(database) as house:
        play(house, script)


def test_levels_alone_are_nobodys_tournament(database: sa.URL) -> None:
    async def script() -> None:
        await with_levels(house)
        cups, ann = house.first.cups, house.people["ann"]
        cup = await house.make("round-robin", (), starts_in_ms=60_000, allows_bots=True, rated=False)
        await cups.set_levels(cup, ann, {"level-1", "level-2"})
        assert await refusal(cups.begin(cup, ann)) == "tournament/state"
        await house.passes(61)
        course = await house.course(cup)
        assert (course.tournament.state, course.games) == ("cancelled", [])

    with cup_house(database) as house:
        play(house, script)


def test_a_game_of_a_level_is_the_machines_and_rated(database: sa.URL) -> None:
    async def script() -> None:
        await with_levels(house)
        cup = await open_cup(house, "round-robin", ("ann",), clock=SLOW, rated=True, spec="hex(size=6)")
        await house.first.cups.set_levels(cup, house.people["ann"], {"level-7", "strongest"})
        await house.first.cups.begin(cup, house.people["ann"])
        seen = []
        for game in await house.going(cup):
            room = await house.first.rooms.find(game.game or "")
            assert (room.row.person0, room.row.person1) == game.persons
            assert [seat.kind == "person" for seat in room.log.seats] == [each == "ann" for each in game.persons]
            assert room.log.created.rated
            seen += [seat.level or seat.seconds for seat in room.log.seats if seat.kind != "person"]
        assert sorted(seen) == [5.0, 5.0, 7, 7]

    with cup_house(database) as house:
        play(house, script)


def test_in_an_arena_levels_play_whoever_would_wait(database: sa.URL) -> None:
    async def script() -> None:
        await with_levels(house)
        cups, ann = house.first.cups, house.people["ann"]
        cup = await house.make("arena", ("ann", "bob", "cem"), allows_bots=True, rated=False)
        going = await house.going(cup)
        assert len(going) == 1
        waits = next(each for each in ("ann", "bob", "cem") if each not in going[0].persons)
        await cups.set_levels(cup, ann, {"level-1", "level-2"})
        await house.passes(3)
        pairs = [set(game.persons) for game in await house.going(cup)]
        assert len(pairs) == 2
        assert [sum(map(is_house, pair)) for pair in pairs] == [0, 1], "levels don't play each other"
        assert waits in pairs[1]
        await cups.set_levels(cup, ann, set())
        await house.passes(3)
        assert await entrants(house, cup) == ["ann", "bob", "cem"]

    with cup_house(database) as house:
        play(house, script)


def test_who_waits_plays_a_level_of_nearest_points_and_another_one_next_time() -> None:
    def free(person: str, points: int = 0, since: int = 0, last: str = "", games: int = 0) -> FreePlayer:
        return FreePlayer(person, points, since, last, games)

    levels = [free("level-1", 0), free("level-5", 4), free("level-9", 8)]

    def paired(*left: FreePlayer) -> list[tuple[str, str]]:
        return [(one.person, other.person) for one, other in pairs_with_levels(left, levels)]

    assert paired(free("ann", 5)) == [("ann", "level-5")]
    assert paired(free("ann", 5, last="level-5")) == [("ann", "level-9")]
    assert paired(free("ann", 9, since=2), free("bob", 8, since=1)) == [("bob", "level-9"), ("ann", "level-5")]
    assert pairs_with_levels([free("ann", last="level-1")], levels[:1])[0][1].person == "level-1"
    assert pairs_with_levels([free("ann")], []) == []


# --- with engines


@pytest.fixture
def client(tmp_path: Path, database: sa.URL) -> Iterator[TestClient[Any]]:
    command = (sys.executable, "-c", FIRST_LEGAL)
    settings = ServerSettings(tmp_path, "1", engines=1, engine_command=command, database=database)
    with TestClient(make_application(settings), base_url=HERE) as opened:
        yield opened


def test_levels_play_at_once_also_each_other_and_nobody_need_look(client: TestClient[Any]) -> None:
    ann = named(client, "ann", "Ann")
    cup = ann.well("POST", "/api/tournaments", CUP)["about"]["id"]
    ann.well("POST", f"/api/tournaments/{cup}/join")
    told = ann.well("PUT", f"/api/tournaments/{cup}/levels", {"levels": [2, 6], "strongest": True})
    assert [each["name"] for each in told["players"] if each["kind"] == "house"] == ["level-2", "level-6", "strongest"]
    told = ann.well("POST", f"/api/tournaments/{cup}/begin")
    me = next(at for at, each in enumerate(told["players"]) if each["is_me"])
    until = time.monotonic() + PATIENCE_S
    while [each for each in told["games"] if me not in each["players"] and not each["outcome"]]:
        assert time.monotonic() < until
        time.sleep(0.1)
        told = ann.well("GET", f"/api/tournaments/{cup}")
    mine = [each for each in told["games"] if me in each["players"]]
    assert len(mine) == 3
    for game in mine:
        seat = game["players"].index(me)
        does(ann, game["game"], "resign", person=seat)
    while told["about"]["state"] != "over":
        assert time.monotonic() < until
        time.sleep(0.1)
        told = ann.well("GET", f"/api/tournaments/{cup}")
    assert {each["outcome"] for each in told["games"]} == {"played"}
    assert sum(each["won"] for each in told["standings"]) == 6
    figures = {name: ann.well("GET", f"/api/people/{name}")["ratings"][0]["games"] for name in ("Ann", "level-2")}
    assert figures == {"Ann": 3, "level-2": 3}


def test_what_a_maker_may_say_of_levels(client: TestClient[Any]) -> None:
    ann, bob = named(client, "ann", "Ann"), named(client, "bob", "Bob")
    cup = ann.well("POST", "/api/tournaments", CUP)["about"]["id"]
    path = f"/api/tournaments/{cup}/levels"
    assert "levels" in ann.well("GET", f"/api/tournaments/{cup}")["may"]
    assert bob.well("GET", f"/api/tournaments/{cup}")["may"] == ["enter"]
    assert bob.refused("PUT", path, {"levels": [1]}) == "tournament/not-yours"
    for wrong in ({"levels": [0]}, {"levels": [11]}, {"levels": ["strongest"]}, {"levels": [1] * 11}, {}):
        assert ann.refused("PUT", path, wrong) == "http/400"
    everybody = ann.well("POST", "/api/tournaments", CUP | {"most": 16})["about"]["id"]
    told = ann.well("PUT", f"/api/tournaments/{everybody}/levels", {"levels": [*range(1, 11)], "strongest": True})
    assert {each["name"] for each in told["players"]} == set(HOUSE_IDS)
    for_people = ann.well("POST", "/api/tournaments", CUP | {"allows_bots": False})["about"]["id"]
    assert "levels" not in ann.well("GET", f"/api/tournaments/{for_people}")["may"]


def test_visitors_who_look_are_told_of_no_way(client: TestClient[Any]) -> None:
    ann = named(client, "ann", "Ann")
    cup = ann.well("POST", "/api/tournaments", CUP)["about"]["id"]
    assert Visitor(client, "guest").well("GET", f"/api/tournaments/{cup}")["may"] == []
