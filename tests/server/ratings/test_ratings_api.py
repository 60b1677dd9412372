"""Ratings over HTTP: who plays rated games, and what is told of them before and after."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.ratings.people_with_names import named
from server.two_people import HERE, Visitor, challenge, does, game_of

NEW = {"rating": 1500, "deviation": 350, "is_provisional": True}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
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


def told(who: Visitor, game: str) -> Any:
    return who.well("GET", f"/api/games/{game}/ratings")


def test_between_people_with_names_games_are_rated(ann: Visitor, bob: Visitor, guest: Visitor) -> None:
    game = game_of(ann, bob, clock={"initial_ms": 600_000, "increment_ms": 5000})
    assert ann.well("GET", f"/api/games/{game}")["created"]["rated"] is True
    person = {"is_machine": False, "before": NEW, "after": None}
    before = {"rated": True, "speed": "rapid", "persons": [{"name": "Ann", **person}, {"name": "Bob", **person}]}
    assert told(ann, game) == told(guest, game) == before
    does(bob, game, "resign", person=1)
    first, second = told(guest, game)["persons"]
    assert (first["before"], second["before"]) == (NEW, NEW)
    assert first["after"] == {"rating": 1662, "deviation": 290, "is_provisional": True}
    assert second["after"] == {"rating": 1338, "deviation": 290, "is_provisional": True}
    again = game_of(ann, bob, clock={"initial_ms": 600_000, "increment_ms": 5000})
    assert told(ann, again)["persons"][0]["before"]["rating"] == 1662
    assert told(guest, game)["persons"][0]["before"] == NEW, "a game that is over stays what it was"


@pytest.mark.parametrize("wanted", [None, False])
def test_with_a_guest_no_game_is_rated(ann: Visitor, guest: Visitor, wanted: bool | None) -> None:
    game = game_of(ann, guest, rated=wanted)
    does(guest, game, "resign", person=1)
    found = told(guest, game)
    assert (found["rated"], found["speed"]) == (False, "untimed")
    assert found["persons"] == [{"name": "Ann", "is_machine": False, "before": NEW, "after": None}, None]


def test_a_game_that_must_be_rated_is_for_people_with_names(ann: Visitor, bob: Visitor, guest: Visitor) -> None:
    terms = {"spec": "hex(size=3)", "rated": True}
    assert guest.refused("POST", "/api/challenges", terms) == "server/rated"
    waits = challenge(ann, rated=True)
    assert guest.well("GET", f"/api/challenges/{waits}")["rated"] is True
    assert guest.refused("POST", f"/api/challenges/{waits}/accept", {}) == "server/rated"
    taken = bob.well("POST", f"/api/challenges/{waits}/accept", {})
    assert told(guest, taken["game"])["rated"]


def test_who_doesnt_want_a_rated_game_has_none(ann: Visitor, bob: Visitor) -> None:
    game = game_of(ann, bob, rated=False)
    does(ann, game, "resign", person=0)
    assert not told(ann, game)["rated"]
    assert all(each["after"] is None for each in told(ann, game)["persons"])


def test_at_one_screen_nobody_is_rated_and_nobody_can_say_so(ann: Visitor) -> None:
    begun = {"spec": "hex(size=3)", "seats": [{}, {}]}
    assert ann.refused("POST", "/api/games", begun | {"rated": True}) == "server/rated"
    game = ann.well("POST", "/api/games", begun)["id"]
    assert told(ann, game) == {"rated": False, "speed": "untimed", "persons": [None, None]}


def test_a_challenge_says_whether_it_may_count_and_keeps_its_word(
    client: TestClient[Any], ann: Visitor, guest: Visitor
) -> None:
    def said(who: Visitor, known: str) -> bool:
        found = who.well("GET", f"/api/challenges/{known}")
        assert "is_named" not in found
        return bool(found["may_count"])

    assert said(guest, challenge(ann))
    assert not said(guest, challenge(ann, rated=False))
    late = Visitor(client, "late")
    waits = challenge(late)
    assert not said(ann, waits)
    late.claim("Late")
    game = ann.well("POST", f"/api/challenges/{waits}/accept", {})["game"]
    assert not told(ann, game)["rated"], "whoever took it was told that it does not count"
    assert told(ann, game_of(late, ann))["rated"]


def test_lists_say_which_games_count(ann: Visitor, bob: Visitor) -> None:
    counts, casual = game_of(ann, bob), game_of(ann, bob, rated=False)
    for who in (ann, bob):
        assert {each["id"]: each["rated"] for each in who.well("GET", "/api/games")["games"]} == {
            counts: True,
            casual: False,
        }
    does(ann, counts, "resign", person=0)
    assert {each["rated"] for each in bob.well("GET", "/api/games?is_over=true")["games"]} == {True}


@pytest.mark.parametrize("wishes", [(True, True), (True, False), (False, True), (False, False)])
def test_a_game_of_quick_pairing_counts_where_both_want_it(
    ann: Visitor, bob: Visitor, guest: Visitor, wishes: tuple[bool, bool]
) -> None:
    asked = {"game": "atoll", "pace": "fast"}
    ann.well("POST", "/api/pairing", asked | {"rated": wishes[0]})
    game = bob.well("POST", "/api/pairing", asked | {"rated": wishes[1]})["game"]
    assert told(guest, game)["rated"] is all(wishes)
    for _ in range(2):  # the first time she is told of that game
        ann.well("POST", "/api/pairing", asked)
    assert not told(ann, guest.well("POST", "/api/pairing", asked)["game"])["rated"]
