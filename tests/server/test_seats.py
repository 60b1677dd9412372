"""Who may do what: every route with every role, in games at one screen and in games of two people at different ones."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server import challenge_limits
from motu.server.database import NAME
from motu.server.server_settings import ServerSettings
from server.applications import make_application
from server.two_people import HERE, Visitor, challenge, game_of, refused, seq_of

ROLES = ("owner", "first", "second", "spectator", "account", "nobody")
EVERYBODY = set(ROLES)
PLAYERS = {"first", "second"}
Bodies = dict[str, Any]

BODIES: Bodies = {
    "POST /api/games/{game_id}/moves": {"move": "a2"},
    "POST /api/games/{game_id}/take-back": {"keep": 0},
    "POST /api/games/{game_id}/offers": {"kind": "draw"},
    "POST /api/games/{game_id}/answer": {"is_accepted": False},
    "POST /api/games/{game_id}/seed": {"seed": "abc"},
    "POST /api/games/{game_id}/chat": {"circle": "players", "phrase": "hello"},
    "POST /api/games/{game_id}/dice/seal": {"commitment": "a" * 64},
    "POST /api/games/{game_id}/dice/open": {"opening": "a" * 64},
    "POST /api/games/{game_id}/dice/link": {"link": "a" * 64},
    "POST /api/games/{game_id}/resign": {"person": 1},
    "POST /api/games/{game_id}/reveal": {},
    "POST /api/games/{game_id}/restore": {},
    "POST /api/challenges/{challenge_id}/accept": {},
    "POST /api/challenges/{challenge_id}/cancel": {},
    "POST /api/challenges/{challenge_id}/decline": {},
}
"""What is sent; the game's next number comes on top where one is asked for. It is person 1's turn."""

PUT: Bodies = {"PUT /api/games/{game_id}/plan": {"branches": []}}
LOCAL: dict[str, set[str]] = {
    "GET /api/games/{game_id}/plan": set(),
    "PUT /api/games/{game_id}/plan": set(),
    "POST /api/games/{game_id}/chat": set(),
    "POST /api/games/{game_id}/offers": set(),
    "POST /api/games/{game_id}/answer": set(),
    **{f"POST /api/games/{{game_id}}/dice/{part}": set() for part in ("seal", "open", "link")},
}
REMOTE: dict[str, set[str]] = {
    "POST /api/games/{game_id}/moves": {"second"},
    "POST /api/games/{game_id}/take-back": set(),
    "POST /api/games/{game_id}/resign": {"second"},
}
LOOKS = ("", "/dice", "/board", "/events", "/positions", "/threats", "/record", "/picture.png", "/ratings", "/chat")
CHALLENGES = {
    "GET /api/challenges/{challenge_id}": EVERYBODY,
    "GET /api/challenges/{challenge_id}/qr.svg": EVERYBODY,
    "POST /api/challenges/{challenge_id}/accept": {"owner", "second", "spectator", "account"},
    "POST /api/challenges/{challenge_id}/cancel": {"first"},
    "POST /api/challenges/{challenge_id}/decline": set(),
}


def may(label: str, *, is_remote: bool) -> set[str]:
    """Who may: looking is for everybody, all else for whom the game is."""
    if label in CHALLENGES:
        return CHALLENGES[label]
    if label in {f"GET /api/games/{{game_id}}{look}" for look in LOOKS}:
        return EVERYBODY
    special = REMOTE if is_remote else LOCAL
    return special.get(label, PLAYERS if is_remote else {"owner"})


DESCRIPTION = make_application(ServerSettings(Path())).openapi_schema.to_schema()
SCHEMA = DESCRIPTION["paths"]
LABELS = [f"{method.upper()} {path}" for path, methods in SCHEMA.items() for method in methods if "_id}" in path]
OTHERS = (
    "puzzle_id",
    "study_id",
    "session_id",
    "token_id",
    "passkey_id",
    "tournament_id",
    "block_id",
    "warning_id",
    "place_id",
    "/moderation/",
)
"""What belongs to nobody, or is asked of other modules."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    data = tmp_path_factory.mktemp("data")
    settings = ServerSettings(data, "1", engines=1, engine_command=(sys.executable, "-c", ""))
    with TestClient(make_application(settings), base_url=HERE) as opened, pytest.MonkeyPatch.context() as patch:
        patch.setattr(challenge_limits, "MAX_HOURLY", 10_000)
        opened.app.state.data = data
        yield opened


@pytest.fixture(scope="module")
def people(client: TestClient[Any]) -> dict[str, Visitor]:
    made = {role: Visitor(client, "" if role == "nobody" else role) for role in ROLES}
    made["account"].claim("Somebody-else")
    return made


def kept(data: Path) -> list[Any]:
    """All that is on the disk of games and challenges."""
    with sqlite3.connect(data / NAME) as database:
        found = [
            database.execute(f"SELECT * FROM {table}").fetchall()
            for table in ("game", "game_event", "challenge", "plan", "chat_line")
        ]
    database.close()
    return found


def test_every_route_that_names_something_is_decided_here() -> None:
    named = [label for label in LABELS if not any(each in label for each in OTHERS)]
    assert {label for label in named if label.startswith("POST")} == BODIES.keys()
    assert len(named) > 18


@pytest.mark.parametrize("is_remote", [False, True], ids=["one screen", "two screens"])
@pytest.mark.parametrize("label", [label for label in LABELS if not any(each in label for each in OTHERS)])
def test_each_role_does_what_it_may_and_nothing_else(
    client: TestClient[Any], people: dict[str, Visitor], label: str, is_remote: bool
) -> None:
    method, _, path = label.partition(" ")
    for role in ROLES:
        game = begun(people, is_remote=is_remote)
        waits = challenge(people["first"])
        body = (BODIES | PUT).get(label)
        if body is not None and "seq" in fields(path, method.lower()):
            body = body | {"seq": seq_of(people["nobody"], game)}
        before = kept(client.app.state.data)
        answer = people[role].ask(method, path.format(game_id=game, challenge_id=waits), body)
        if role in may(label, is_remote=is_remote):
            assert answer.status_code < 300 or answer.json()["slug"] in EMPTY.get(label, ()), (role, answer.text)
        else:
            assert answer.status_code in (403, 409), (role, answer.text)
            assert kept(client.app.state.data) == before, role
        people["first"].ask("POST", f"/api/challenges/{waits}/cancel", {})


EMPTY = {
    "POST /api/games/{game_id}/answer": ("server/offer",),
    "POST /api/games/{game_id}/seed": ("server/dice",),
    **{f"POST /api/games/{{game_id}}/dice/{part}": ("server/dice",) for part in ("seal", "open", "link")},
    "POST /api/games/{game_id}/reveal": ("server/running",),
    "GET /api/games/{game_id}/picture.png": ("server/picture",),
}
"""What somebody who may is told all the same, because there is nothing of the kind in this game."""


def fields(path: str, method: str) -> set[str]:
    """What a route asks for."""
    content = SCHEMA[path][method].get("requestBody", {}).get("content", {})
    name = json.dumps(content).rpartition("/")[2].partition('"')[0]
    schemas = DESCRIPTION["components"]["schemas"]
    return set(schemas[name]["properties"]) if name in schemas else set()


def begun(people: dict[str, Visitor], *, is_remote: bool) -> str:
    """Begin a game in which person 0 has moved."""
    if is_remote:
        game = game_of(people["first"], people["second"])
        mover = people["first"]
    else:
        seats = [{"kind": "person"}, {"kind": "person"}]
        mover = people["owner"]
        game = str(mover.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": seats})["id"])
    mover.well("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1})
    return game


def test_nobody_gives_up_for_the_other(people: dict[str, Visitor]) -> None:
    game = game_of(people["first"], people["second"])
    assert refused(people["first"], game, "resign", person=1) == "server/not-yours"
    assert refused(people["first"], game, "resign", person=2) == "server/person"


def test_everybody_is_told_what_he_is(people: dict[str, Visitor]) -> None:
    game = game_of(people["first"], people["second"], side="second")
    told = {role: people[role].well("GET", f"/api/games/{game}") for role in ROLES}
    assert {role: each["seat"] for role, each in told.items()} == {
        "owner": None,
        "first": 1,
        "second": 0,
        "spectator": None,
        "account": None,
        "nobody": None,
    }
    assert {role for role, each in told.items() if each["is_mine"]} == PLAYERS
    assert all(each["is_remote"] for each in told.values())


def test_each_removes_a_game_for_himself(client: TestClient[Any]) -> None:
    first, second = Visitor(client, "remover"), Visitor(client, "keeper")
    game = game_of(first, second)

    def lists(who: Visitor) -> bool:
        return game in {each["id"] for each in who.well("GET", "/api/games")["games"]}

    assert lists(first)
    assert lists(second)
    first.well("DELETE", f"/api/games/{game}")
    assert not lists(first)
    assert lists(second)
    first.well("POST", f"/api/games/{game}/restore")
    assert lists(first)


def test_games_in_which_somebody_waits_come_first(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    mine = game_of(ann, bob)
    theirs = game_of(ann, bob, side="second")
    own = ann.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})["id"]
    over = game_of(ann, bob)
    ann.well("POST", f"/api/games/{over}/resign", {"person": 0, "seq": 1})
    listed = ann.well("GET", "/api/games")["games"]
    assert [each["id"] for each in listed] == [mine, own, theirs, over]
    assert [(each["is_remote"], each["seat"]) for each in listed] == [(True, 0), (False, None), (True, 1), (True, 0)]
    assert [each["id"] for each in bob.well("GET", "/api/games?is_over=false")["games"]] == [theirs, mine]
