"""The ladder over HTTP: every route with a person, a guest and nobody; names, and no ids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.ratings.people_with_names import named
from server.two_people import HERE, Visitor

LADDER = "/api/rungs/atoll"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


def test_a_place_is_played_for_and_the_game_leads_back(client: TestClient[Any]) -> None:
    ann, bob, guest = named(client, "ann", "Ann"), named(client, "bob", "Bob"), Visitor(client, "guest")
    for who in (ann, bob):
        who.well("POST", f"{LADDER}/join")
    told = bob.well("GET", LADDER)
    assert [(each["place"], each["name"], each["is_me"], each["may_challenge"]) for each in told["rungs"]] == [
        (1, "Ann", False, True),
        (2, "Bob", True, False),
    ]
    assert '"ann"' not in guest.ask("GET", LADDER).text
    assert not any(each["may_challenge"] for each in guest.well("GET", LADDER)["rungs"])
    game = bob.well("POST", f"{LADDER}/challenge", {"name": "Ann"})["game"]
    snapshot = ann.well("GET", f"/api/games/{game}")
    assert snapshot["created"]["tournament"] == {"id": "ladder-atoll", "name": "Atoll ladder"}
    assert snapshot["created"]["clock"]["kind"] == "correspondence"
    assert {each["game"] for each in guest.well("GET", LADDER)["rungs"]} == {game}
    ann.well("POST", f"/api/games/{game}/resign", {"person": snapshot["seat"], "seq": 1})
    assert [each["name"] for each in guest.well("GET", LADDER)["rungs"]] == ["Bob", "Ann"]
    assert not ann.well("POST", f"{LADDER}/leave")["is_in"]


@pytest.mark.parametrize("path", ["join", "leave", "challenge"])
def test_guests_look_on(client: TestClient[Any], path: str) -> None:
    named(client, "ann", "Ann").well("POST", f"{LADDER}/join")
    body = {"name": "Ann"} if path == "challenge" else None
    for who in (Visitor(client, "guest"), Visitor(client)):
        assert who.refused("POST", f"{LADDER}/{path}", body) == "account/none"
    assert len(Visitor(client).well("GET", LADDER)["rungs"]) == 1


def test_there_is_one_for_each_game_and_no_other(client: TestClient[Any]) -> None:
    ann = named(client, "ann", "Ann")
    assert ann.well("GET", "/api/rungs/atmalof")["rungs"] == []
    assert ann.ask("GET", "/api/rungs/chess").status_code in (400, 404)
    assert ann.refused("POST", f"{LADDER}/challenge", {"name": "Nobody"}) == "server/no-person"
