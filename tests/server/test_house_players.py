"""The machine's own accounts as players: how they sit, for whom they think, and rated games with them."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.accounts.account import HOUSE_IDS
from motu.server.accounts.accounts import Accounts
from motu.server.events import Participant
from motu.server.house_players import house_id_of, house_ids, is_house, seat_of_account
from motu.server.server_settings import ServerSettings
from motu.server.store import Store
from server.applications import make_application
from server.ratings.people_with_names import named
from server.two_people import HERE, Visitor, does, refused

FIRST_LEGAL = """
import json, sys
import motu
for line in sys.stdin:
    request = json.loads(line)
    if "action" in request:
        continue
    state = motu.load_game(request["spec"]).new_initial_state()
    for move in request["moves"]:
        state.play(move)
    move = state.legal_moves()[0]
    print(json.dumps({"id": request["id"], "isDuringSearch": False, "move": move}), flush=True)
"""
"""An engine that plays the first move that is legal."""
PATIENCE_S = 60.0


@pytest.fixture
def client(tmp_path: Path, database: sa.URL) -> Iterator[TestClient[Any]]:
    command = (sys.executable, "-c", FIRST_LEGAL)
    settings = ServerSettings(tmp_path, "1", engines=1, engine_command=command, database=database)
    with TestClient(make_application(settings), base_url=HERE) as opened:
        yield opened


@pytest.fixture
def ann(client: TestClient[Any]) -> Visitor:
    return named(client, "ann", "Ann")


def rated(level: int = 3, **terms: Any) -> dict[str, Any]:
    """A rated game against a level, in which the person begins."""
    seats = [{}, {"kind": "level", "level": level}]
    return {"spec": "hex(size=6)", "seats": seats, "rated": True} | terms


def state_after(who: Visitor, game: str, moves: int) -> Any:
    """Return a game when so many moves have been made."""

    until = time.monotonic() + PATIENCE_S
    told = who.well("GET", f"/api/games/{game}")
    while len(told["steps"]) < moves and not told["result"]:
        assert time.monotonic() < until
        time.sleep(0.05)
        told = who.well("GET", f"/api/games/{game}")
    return told


def test_each_account_of_the_house_sits_as_what_it_is(tmp_path: Path) -> None:
    async def script() -> None:
        store = Store(tmp_path / "motu.db")
        accounts = Accounts(store)
        await accounts.open()
        for each in HOUSE_IDS:
            seat = seat_of_account(await accounts.find(each))
            assert seat.kind != "person"
            assert is_house(house_id_of(seat))
            assert house_id_of(seat) == each
        store.close()

    asyncio.run(script())
    assert house_ids([1, 10], is_strongest=True) == {"level-1", "level-10", "strongest"}
    assert seat_of_account(None) == Participant()


def test_a_rated_game_with_a_level_counts_for_both(client: TestClient[Any], ann: Visitor) -> None:
    game = ann.well("POST", "/api/games", rated())
    assert (game["is_remote"], game["seat"], game["created"]["rated"]) == (True, 0, True)
    assert game["created"]["seats"] == [{"name": "Ann"}, {"kind": "level", "level": 3}]
    does(ann, game["id"], "moves", move="b2")
    told = state_after(ann, game["id"], 2)
    assert told["steps"][1][1] == 1, "the level has moved by itself"
    does(ann, game["id"], "resign", person=0)
    ratings = ann.well("GET", f"/api/games/{game['id']}/ratings")
    assert [each["name"] for each in ratings["persons"]] == ["Ann", "level-3"]
    assert [each["is_machine"] for each in ratings["persons"]] == [False, True]
    before, after = ([each[when]["rating"] for each in ratings["persons"]] for when in ("before", "after"))
    assert before == [1500, 1500]
    assert after[0] < 1500 < after[1]
    level = ann.well("GET", "/api/people/level-3")
    assert (level["kind"], level["ratings"][0]["games"], level["by_opponent"][0]["opponent"]) == ("house", 1, "Ann")


def test_the_machine_may_begin_and_is_played_to_the_end(client: TestClient[Any], ann: Visitor) -> None:
    seats = [{"kind": "strongest", "seconds": 5}, {}]
    game = ann.well("POST", "/api/games", rated(seats=seats))["id"]
    told = state_after(ann, game, 1)
    while told["result"] is None:
        does(ann, game, "moves", move=state_of(told).legal_moves()[-1])
        told = state_after(ann, game, len(told["steps"]) + 2)
    ladder = ann.well("GET", "/api/ladder?game=atoll&speed=untimed")
    assert {each["name"]: each["kind"] for each in ladder["provisional"]} == {"Ann": "person", "strongest": "house"}


def state_of(told: Any) -> Any:
    import motu

    state = motu.load_game(told["created"]["spec"]).new_initial_state()
    for text, _ in told["steps"]:
        state.play(text)
    return state


def test_in_it_nothing_is_asked_taken_back_or_helped(client: TestClient[Any], ann: Visitor) -> None:
    game = ann.well("POST", "/api/games", rated())["id"]
    does(ann, game, "moves", move="b2")
    state_after(ann, game, 2)
    for kind in ("take_back", "draw", "cancel"):
        assert refused(ann, game, "offers", kind=kind) == "server/offer"
    assert refused(ann, game, "take-back", keep=0) == "server/offer"
    assert refused(ann, game, "resign", person=1) == "server/person"
    assert ann.refused("GET", f"/api/games/{game}/threats") == "server/fair-play"
    assert ann.well("GET", f"/api/games/{game}/chat")["circles"] == []
    does(ann, game, "resign", person=0)
    assert refused(ann, game, "offers", kind="rematch") == "server/offer"
    assert [each["kind"] for each in ann.well("GET", "/api/notices")["notices"] if each["kind"] == "turn"] == []


def test_its_dice_are_shown_at_the_end(client: TestClient[Any], ann: Visitor) -> None:
    game = ann.well("POST", "/api/games", rated(spec="junior"))
    assert (game["dice"], game["created"].get("sealed")) == (None, None)
    ended = does(ann, game["id"], "resign", person=0)
    assert ended["secret"], "whoever has lost may see that nobody has chosen the rolls"


def test_the_machine_is_always_there(client: TestClient[Any], ann: Visitor) -> None:
    game = ann.well("POST", "/api/games", rated())["id"]
    client.cookies.clear()
    with client.websocket_connect(f"/api/games/{game}/live", headers=ann.headers) as socket:
        while (message := socket.receive_json())["type"] != "presence":
            pass
    assert message["here"] == [True, True]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": [{}, {}]},
        {"seats": [{"kind": "level", "level": 1}, {"kind": "level", "level": 2}]},
        {"seats": [{}, {"kind": "strongest", "seconds": 1}]},
        {"opening": ["a1"]},
        {"series": "game-before"},
        {"setup": {"stones": ".........", "player": 0}},
        {"spec": "hex(size=5)"},
        {"spec": "hex(size=6,swap=false)"},
        {"spec": "atmalof(rows=4,cols=4,line=4)"},
        {"clock": {"initial_ms": 59_000, "increment_ms": 60_000}},
        {"clock": {"initial_ms": 170_000}},
        {"clock": {"kind": "delay", "initial_ms": 0, "increment_ms": 60_000}},
    ],
)
def test_what_no_rated_game_with_the_machine_is(wrong: dict[str, Any], ann: Visitor) -> None:
    assert ann.refused("POST", "/api/games", rated(**wrong)) == "server/rated"


@pytest.mark.parametrize(
    "right",
    [
        {"clock": {"initial_ms": 180_000}},
        {"clock": {"initial_ms": 60_000, "increment_ms": 15_000}},
        {"clock": {"kind": "byo-yomi", "initial_ms": 0, "increment_ms": 30_000, "periods": 3}},
        {"clock": {"kind": "correspondence", "initial_ms": 86_400_000, "increment_ms": 86_400_000}},
        {"spec": "junior"},
    ],
)
def test_what_a_rated_game_with_the_machine_may_be(right: dict[str, Any], ann: Visitor) -> None:
    assert ann.well("POST", "/api/games", rated(**right))["created"]["rated"] is True


def test_guests_and_levels_that_are_none_are_refused(client: TestClient[Any], ann: Visitor) -> None:
    assert Visitor(client, "guest").refused("POST", "/api/games", rated()) == "server/rated"
    assert ann.refused("POST", "/api/games", rated(11)) == "server/level"
    assert ann.well("GET", "/api/games")["games"] == []


def test_a_level_is_told_of_nothing(client: TestClient[Any], ann: Visitor) -> None:
    """Nobody reads its notices; they would only grow."""
    game = ann.well("POST", "/api/games", rated())["id"]
    does(ann, game, "moves", move="b2")
    state_after(ann, game, 2)  # or the level might answer between the look at the game and the resignation
    does(ann, game, "resign", person=0)

    def read(connection: sa.Connection) -> int:
        return int(connection.execute(sa.text("SELECT count(*) FROM notice WHERE person LIKE 'level-%'")).scalar_one())

    with client.portal() as portal:
        assert portal.call(client.app.state.services.store.read, read) == 0
    assert msgspec.json.encode(ann.well("GET", "/api/games")).count(b'"level"') == 2
