"""Who may do what about tournaments: every route with every role, from the interface's own description."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.database import NAME
from motu.server.rates import rates
from motu.server.server_settings import ServerSettings
from motu.server.tournaments import limits
from motu.server.tournaments.rights import MAY, TournamentRole
from server.applications import make_application
from server.ratings.people_with_names import named
from server.two_people import HERE, Visitor

ROLES = ("maker", "entrant", "person", "guest", "nobody")
ACTS = {
    "GET /api/tournaments": "look",
    "GET /api/tournaments/{tournament_id}": "look",
    "POST /api/tournaments": "make",
    "POST /api/tournaments/{tournament_id}/join": "enter",
    "POST /api/tournaments/{tournament_id}/leave": "leave",
    "POST /api/tournaments/{tournament_id}/begin": "begin",
    "POST /api/tournaments/{tournament_id}/cancel": "cancel",
    "PUT /api/tournaments/{tournament_id}/levels": "levels",
}
BODIES = {"PUT /api/tournaments/{tournament_id}/levels": {"levels": [1]}}
IS = {
    "maker": {TournamentRole.MAKER, TournamentRole.PERSON},
    "entrant": {TournamentRole.ENTRANT, TournamentRole.PERSON},
    "person": {TournamentRole.PERSON},
    "guest": {TournamentRole.GUEST},
    "nobody": {TournamentRole.GUEST},
}
SCHEMA = make_application(ServerSettings(Path())).openapi_schema.to_schema()["paths"]
LABELS = [f"{method.upper()} {path}" for path, methods in SCHEMA.items() for method in methods if "tournaments" in path]
CUP = {
    "name": "Cup",
    "system": "round-robin",
    "spec": "hex(size=6)",
    "clock": {"initial_ms": 86_400_000, "kind": "correspondence"},
    "most": 4,
    "starts_in_ms": 600_000,
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    data = tmp_path_factory.mktemp("data")
    with (
        TestClient(make_application(ServerSettings(data, "1", engines=1)), base_url=HERE) as opened,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(limits, "MAX_MADE", 1000)
        patch.setattr(limits, "MAX_ENTERED", 1000)
        patch.setattr(limits, "MAX_GOING", 1000)
        patch.setitem(rates.BY_PERSON, "cup", ())
        opened.app.state.data = data
        yield opened


@pytest.fixture(scope="module")
def people(client: TestClient[Any]) -> dict[str, Visitor]:
    known = {role: named(client, role, role.title()) for role in ("maker", "entrant", "person", "other")}
    return known | {"guest": Visitor(client, "guest"), "nobody": Visitor(client)}


def made(people: dict[str, Visitor], **terms: Any) -> str:
    """Make a tournament in which two have joined."""
    cup = str(people["maker"].well("POST", "/api/tournaments", CUP | terms)["about"]["id"])
    for role in ("entrant", "other"):
        people[role].well("POST", f"/api/tournaments/{cup}/join")
    return cup


def kept(data: Path) -> list[Any]:
    with sqlite3.connect(data / NAME) as database:
        tables = ("tournament", "tournament_entrant", "tournament_game", "game")
        found = [database.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
    database.close()
    return found


def test_every_route_is_decided_here_and_every_act_in_the_table() -> None:
    assert set(LABELS) == ACTS.keys()
    assert set(ACTS.values()) == MAY.keys()


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_does_what_it_may_and_nothing_else(
    client: TestClient[Any], people: dict[str, Visitor], label: str, role: str
) -> None:
    cup = made(people, allows_bots=True)
    method, _, path = label.partition(" ")
    before = kept(client.app.state.data)
    body = CUP if label == "POST /api/tournaments" else BODIES.get(label)
    answer = people[role].ask(method, path.format(tournament_id=cup), body)
    if MAY[ACTS[label]] & IS[role]:  # type: ignore[index]
        assert answer.status_code < 300, answer.text
    else:
        assert answer.status_code == 403, answer.text
        assert kept(client.app.state.data) == before
    people["maker"].ask("POST", f"/api/tournaments/{cup}/cancel")


def test_what_may_be_done_is_told_and_can_be_done(people: dict[str, Visitor]) -> None:
    cup = made(people)
    told = {role: set(people[role].well("GET", f"/api/tournaments/{cup}")["may"]) for role in ROLES}
    assert told == {
        "maker": {"enter", "begin", "cancel"},
        "entrant": {"leave"},
        "person": {"enter"},
        "guest": set(),
        "nobody": set(),
    }
    begun = people["maker"].well("POST", f"/api/tournaments/{cup}/begin")
    assert (begun["about"]["state"], begun["may"]) == ("running", [])
    assert people["entrant"].well("GET", f"/api/tournaments/{cup}")["may"] == ["leave"]
    assert people["person"].refused("POST", f"/api/tournaments/{cup}/join") == "tournament/state"


def test_names_are_told_and_no_ids(people: dict[str, Visitor]) -> None:
    cup = made(people)
    people["maker"].well("POST", f"/api/tournaments/{cup}/begin")
    for who in ("entrant", "guest"):
        found = people[who].ask("GET", f"/api/tournaments/{cup}").text
        assert '"Entrant"' in found
        assert '"entrant"' not in found
        assert '"other"' not in found
    told = people["entrant"].well("GET", f"/api/tournaments/{cup}")
    assert [each["is_me"] for each in told["players"]].count(True) == 1
    assert told["my_game"] == "", "by correspondence nobody is led to his game"
    [game] = told["games"]
    snapshot = people["entrant"].well("GET", f"/api/games/{game['game']}")
    assert snapshot["created"]["tournament"] == {"id": cup, "name": "Cup", "round": 1}
    assert snapshot["seat"] in (0, 1)


def test_a_live_game_of_ones_own_is_told(people: dict[str, Visitor]) -> None:
    cup = made(people, clock={"initial_ms": 60_000})
    people["maker"].well("POST", f"/api/tournaments/{cup}/begin")
    told = {who: people[who].well("GET", f"/api/tournaments/{cup}") for who in ("entrant", "other", "guest")}
    [game] = told["guest"]["games"]
    assert {who: each["my_game"] for who, each in told.items()} == {
        "entrant": game["game"],
        "other": game["game"],
        "guest": "",
    }
    assert cup in {each["id"] for each in people["guest"].well("GET", "/api/tournaments")["tournaments"]}


def test_who_looks_hears_when_it_changes(client: TestClient[Any], people: dict[str, Visitor]) -> None:
    cup = made(people)
    client.cookies.clear()
    with client.websocket_connect(f"/api/tournaments/{cup}/live") as socket:
        assert socket.receive_json() == {"type": "tournament_news", "state": "open"}
        people["maker"].well("POST", f"/api/tournaments/{cup}/begin")
        while json.loads(socket.receive_text())["state"] != "running":
            pass
    with client.websocket_connect("/api/tournaments/nothing/live") as socket:
        assert socket.receive_json()["slug"] == "tournament/none"


def test_a_bots_program_joins_where_it_may(client: TestClient[Any], people: dict[str, Visitor]) -> None:
    people["person"].well("POST", "/api/account/bots", {"name": "Robo"})
    wanted = {"name": "x", "scopes": ["challenge", "read"], "bot": "Robo"}
    token = people["person"].well("POST", "/api/account/tokens", wanted)
    cup = str(people["maker"].well("POST", "/api/tournaments", CUP | {"allows_bots": True})["about"]["id"])
    shown = {"authorization": f"Bearer {token['token']}"}
    client.cookies.clear()
    joined = client.post(f"/api/tournaments/{cup}/join", headers=shown).json()
    assert [(each["name"], each["kind"]) for each in joined["players"]] == [("Robo", "bot")]
    assert client.post("/api/tournaments", json=CUP, headers=shown).json()["slug"] == "token/scope"
    people["other"].well("POST", f"/api/tournaments/{cup}/join")
    people["maker"].well("POST", f"/api/tournaments/{cup}/begin")
    [game] = people["guest"].well("GET", f"/api/tournaments/{cup}")["games"]
    client.cookies.clear()
    told = client.get(f"/api/games/{game['game']}", headers=shown).json()
    assert told["seat"] in (0, 1)
    assert sorted(seat.get("is_bot", False) for seat in told["created"]["seats"]) == [False, True]
