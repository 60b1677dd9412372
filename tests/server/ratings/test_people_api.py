"""What anybody may know of somebody with a name, and who stands where on a ladder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.ratings.counting import PERIOD_MS
from motu.server.schema import accounts, ratings
from motu.server.server_settings import ServerSettings
from motu.server.wall_time import now_ms
from server.applications import make_application
from server.ratings.people_with_names import named
from server.two_people import HERE, Visitor, does, game_of


@pytest.fixture
def client(tmp_path: Path, database: sa.URL) -> Iterator[TestClient[Any]]:
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as opened:
        yield opened


@pytest.fixture
def ann(client: TestClient[Any]) -> Visitor:
    return named(client, "ann", "Ann")


@pytest.fixture
def bob(client: TestClient[Any]) -> Visitor:
    return named(client, "bob", "Bob")


@pytest.fixture
def guest(client: TestClient[Any]) -> Visitor:
    return Visitor(client, "guest")


def write(client: TestClient[Any], *statements: sa.Executable) -> None:
    def work(connection: sa.Connection) -> None:
        for each in statements:
            connection.execute(each)

    with client.portal() as portal:
        portal.call(client.app.state.services.store.write, work)


def test_a_profile_says_what_rated_games_have_come_to(ann: Visitor, bob: Visitor, guest: Visitor) -> None:
    won = game_of(ann, bob)
    does(ann, won, "moves", move="a1")
    does(bob, won, "moves", move="swap")
    does(bob, won, "resign", person=1)
    lost = game_of(bob, ann)
    does(ann, lost, "resign", person=1)
    friendly = game_of(ann, bob, rated=False)
    does(ann, friendly, "resign", person=0)
    found = guest.well("GET", "/api/people/ann")
    assert (found["name"], found["kind"]) == ("Ann", "person")
    assert found["since_ms"] > 0
    assert (found["finished"], found["left"]) == (3, 0), "those that don't count are games, too"
    [rating] = found["ratings"]
    assert (rating["game"], rating["speed"], rating["games"], rating["is_provisional"]) == ("atoll", "untimed", 2, True)
    assert [value for _, value in rating["course"]] == [1662, rating["rating"]]
    ends = {"won": 1, "drawn": 0, "lost": 1}
    assert found["by_game"] == [{"game": "atoll", "speed": "untimed", **ends}]
    assert found["by_opponent"] == [{"opponent": "Bob", **ends}]
    assert {(each["game"], each["colour"], each["won"], each["lost"]) for each in found["by_colour"]} == {
        ("atoll", 1, 1, 1)
    }
    openings = [(each["opening"], each["colour"], each["won"], each["lost"]) for each in found["by_opening"]]
    assert sorted(openings) == [("", 1, 0, 1), ("a1 swap", 1, 1, 0)]
    latest = [(each["id"], each["opponent"], each["score"]) for each in found["latest"]]
    assert latest == [(lost, "Bob", 0.0), (won, "Bob", 1.0)]
    assert found["latest"][0]["before"] == found["latest"][1]["after"] == 1662


def test_nothing_of_a_profile_is_an_id(ann: Visitor, bob: Visitor, guest: Visitor) -> None:
    does(ann, game_of(ann, bob), "resign", person=0)
    found = guest.ask("GET", "/api/people/Ann").text
    assert '"ann"' not in found
    assert '"bob"' not in found


def test_the_machine_has_a_profile_and_nobody_has_none(client: TestClient[Any], ann: Visitor, guest: Visitor) -> None:
    assert guest.well("GET", "/api/people/level-3")["kind"] == "house"
    assert guest.refused("GET", "/api/people/nobody-here") == "server/no-person"
    assert ann.well("GET", "/api/people/Ann")["ratings"] == []
    write(client, accounts.update().where(accounts.c.id == "ann").values(is_closed=True))
    assert guest.refused("GET", "/api/people/Ann") == "server/no-person"


def test_a_ladder_has_those_who_are_known_and_the_others_apart(client: TestClient[Any], guest: Visitor) -> None:
    now = now_ms()

    def row(
        account: str, rating: float, deviation: float, changed_ms: int = now, speed: str = "rapid"
    ) -> sa.Executable:
        kind = {"account": account, "game": "atoll", "speed": speed}
        figures = {"rating": rating, "deviation": deviation, "volatility": 0.06, "games": 30}
        return ratings.insert().values(kind | figures | {"changed_ms": changed_ms})

    write(
        client,
        row("level-1", 1200, 60),
        row("level-9", 1900, 60),
        row("level-5", 1950, 200),
        row("level-7", 2000, 60, now - 300 * PERIOD_MS),
        row("level-8", 2100, 60, speed="blitz"),
        row("who-is-gone", 2500, 60),
    )
    found = guest.well("GET", "/api/ladder?game=atoll&speed=rapid")
    assert [each["name"] for each in found["ranked"]] == ["level-9", "level-1"]
    assert [each["name"] for each in found["provisional"]] == ["level-7", "level-5"]
    assert all(each["kind"] == "house" for each in found["ranked"])
    assert found["provisional"][0]["deviation"] > 110
    empty = guest.well("GET", "/api/ladder?game=atmalof&speed=slow")
    assert (empty["ranked"], empty["provisional"]) == ([], [])
    assert guest.ask("GET", "/api/ladder?game=chess&speed=slow").status_code == 400
