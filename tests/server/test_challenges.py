"""Games that wait for somebody: their terms, who may take them, when they end, and that each is taken once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server import challenge_limits
from motu.server.challenge import Terms
from motu.server.challenges import LINK_MS, OPEN_MS, Challenges
from motu.server.database import NAME
from motu.server.events import ServerError
from motu.server.rooms import Rooms
from motu.server.server_settings import ServerSettings
from motu.server.store import Store
from server.applications import make_application
from server.two_people import HERE, Visitor, challenge


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


@pytest.fixture
def ann(client: TestClient[Any]) -> Visitor:
    return Visitor(client, "ann")


@pytest.fixture
def bob(client: TestClient[Any]) -> Visitor:
    return Visitor(client, "bob")


def change(data: Path, text: str) -> None:
    with sqlite3.connect(data / NAME) as database:
        database.execute(f"UPDATE challenge SET {text}")
    database.close()


def test_what_is_offered_is_what_is_played(ann: Visitor, bob: Visitor) -> None:
    clock = {"initial_ms": 60_000, "increment_ms": 2000}
    asked = {"spec": "atomorph(size=4)", "side": "second", "clock": clock, "name": "Ann"}
    made = ann.well("POST", "/api/challenges", asked)
    assert (made["state"], made["is_mine"], made["game"], made["side"]) == ("waiting", True, None, "second")
    seen = bob.well("GET", f"/api/challenges/{made['id']}")
    assert (seen["is_mine"], seen["name"], seen["clock"], seen["spec"]) == (False, "Ann", clock, made["spec"])
    taken = bob.well("POST", f"/api/challenges/{made['id']}/accept", {"name": "Bob"})
    assert taken["state"] == "taken"
    game = bob.well("GET", f"/api/games/{taken['game']}")
    assert game["created"]["spec"] == made["spec"]
    assert game["created"]["clock"] == clock
    assert game["created"]["seats"] == [{"name": "Bob"}, {"name": "Ann"}]
    assert (game["seat"], ann.well("GET", f"/api/games/{taken['game']}")["seat"]) == (0, 1)


def test_a_random_side_is_either(ann: Visitor, bob: Visitor) -> None:
    seats = set()
    for _ in range(15):
        game = bob.well("POST", f"/api/challenges/{challenge(ann, side='random')}/accept", {})["game"]
        seats.add(bob.well("GET", f"/api/games/{game}")["seat"])
        bob.well("POST", f"/api/games/{game}/resign", {"person": bob_seat(bob, game), "seq": 1})
    assert seats == {0, 1}


def bob_seat(bob: Visitor, game: str) -> int:
    return int(bob.well("GET", f"/api/games/{game}")["seat"])


def test_one_challenge_is_taken_once_whoever_is_quickest(tmp_path: Path) -> None:
    async def script() -> None:
        store = Store(tmp_path / NAME)
        waiting = Challenges(store, Rooms(store))
        made = await waiting.make("ann", Terms("hex(size=3)"), is_open=True)
        answers = await asyncio.gather(
            *(waiting.accept(made.id, f"guest{number}") for number in range(50)), return_exceptions=True
        )
        refusals = [each for each in answers if isinstance(each, ServerError)]
        assert [each.slug for each in refusals] == ["server/taken"] * 49
        assert {each.message for each in refusals} == {"somebody else has taken this challenge"}
        [taken] = [each for each in answers if not isinstance(each, BaseException)]
        with sqlite3.connect(tmp_path / NAME) as database:
            games = database.execute("SELECT id, person0, person1 FROM game").fetchall()
            events = database.execute("SELECT game_id, seq FROM game_event").fetchall()
        database.close()
        assert [game for game, *_ in games] == [taken.game]
        assert set(games[0][1:]) == {"ann", taken.taken_by}
        assert events == [(taken.game, 0)]
        store.close()

    asyncio.run(script())


def test_whoever_has_it_is_told_of_the_game_again(ann: Visitor, bob: Visitor) -> None:
    known = challenge(ann)
    first, again = (bob.well("POST", f"/api/challenges/{known}/accept", {}) for _ in range(2))
    assert first == again
    assert ann.well("GET", f"/api/challenges/{known}")["game"] == first["game"]


@pytest.mark.parametrize(
    ("body", "slug"),
    [
        ({"spec": "chess"}, "record/spec"),
        ({"spec": "hex(size=0)"}, "record/spec"),
        ({"spec": "atoll(file=lagoon.json)"}, "record/board"),
        ({"spec": "hex", "clock": {"initial_ms": 0}}, "server/clock"),
        ({"spec": "hex", "name": "a\nb"}, "server/name"),
        ({"spec": "hex", "name": "x" * 41}, "http/400"),
        ({"spec": "hex", "side": "third"}, "http/400"),
        ({"spec": "hex", "setup": {}}, "http/400"),
    ],
)
def test_what_cannot_be_played_does_not_wait(ann: Visitor, body: Any, slug: str) -> None:
    assert ann.refused("POST", "/api/challenges", body) == slug
    assert ann.well("GET", "/api/challenges")["challenges"] == []


def test_who_may_not_take_it_is_told_why(client: TestClient[Any], tmp_path: Path, ann: Visitor, bob: Visitor) -> None:
    known = challenge(ann)
    path = f"/api/challenges/{known}"
    assert ann.refused("POST", f"{path}/accept", {}) == "server/own-challenge"
    assert bob.refused("POST", f"{path}/cancel", {}) == "server/not-yours"
    assert Visitor(client).refused("POST", f"{path}/accept", {}) == "server/no-cookie"
    assert Visitor(client).refused("POST", "/api/challenges", {"spec": "hex"}) == "server/no-cookie"
    assert bob.refused("POST", "/api/challenges/nothing/accept", {}) == "server/no-challenge"
    assert [ann.well("POST", f"{path}/cancel", {})["state"] for _ in range(2)] == ["cancelled"] * 2
    answer = bob.ask("POST", f"{path}/accept", {})
    assert (answer.status_code, answer.json()["error"]) == (409, "whoever made this challenge has withdrawn it")
    late = challenge(ann)
    change(tmp_path, "expires_ms = 5 WHERE taken_by IS NULL")
    answer = bob.ask("POST", f"/api/challenges/{late}/accept", {})
    assert (answer.status_code, answer.json()["error"]) == (409, "nobody took this challenge in time")
    assert ann.refused("POST", f"/api/challenges/{late}/cancel", {}) == "server/taken"


def test_the_list_has_what_is_open_to_all_and_ones_own(ann: Visitor, bob: Visitor) -> None:
    by_link, open_to_all = challenge(ann), challenge(ann, is_open=True)

    def listed(who: Visitor) -> dict[str, bool]:
        return {each["id"]: each["is_mine"] for each in who.well("GET", "/api/challenges")["challenges"]}

    assert listed(ann) == {by_link: True, open_to_all: True}
    assert listed(bob) == {open_to_all: False}
    bob.well("POST", f"/api/challenges/{open_to_all}/accept", {})
    assert listed(bob) == {}
    assert listed(ann) == {by_link: True}


def test_challenges_wait_as_long_as_is_said(ann: Visitor, bob: Visitor) -> None:
    for is_open, ms in ((False, LINK_MS), (True, OPEN_MS)):
        made = ann.well("POST", "/api/challenges", {"spec": "hex", "is_open": is_open})
        assert made["expires_ms"] - made["created_ms"] == ms


def test_there_is_an_end_to_challenges(ann: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenge_limits, "MAX_WAITING", 2)
    known = [challenge(ann) for _ in range(2)]
    assert ann.refused("POST", "/api/challenges", {"spec": "hex"}) == "challenge/limit"
    ann.well("POST", f"/api/challenges/{known[0]}/cancel", {})
    challenge(ann)
    monkeypatch.setattr(challenge_limits, "MAX_WAITING", 20)
    monkeypatch.setattr(challenge_limits, "MAX_HOURLY", 3)
    assert "3 challenges an hour; try again in" in ann.ask("POST", "/api/challenges", {"spec": "hex"}).json()["error"]
    monkeypatch.setattr(challenge_limits, "MAX_OPEN", 1)
    challenge(bob, is_open=True)
    assert bob.refused("POST", "/api/challenges", {"spec": "hex", "is_open": True}) == "challenge/limit"
    challenge(bob)


def test_old_challenges_leave_the_disk(tmp_path: Path) -> None:
    for days, left in ((29, 1), (31, 0)):
        with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as client:
            if left:
                challenge(Visitor(client, "ann"))
        change(tmp_path, f"expires_ms = {days} * -86400000 + CAST(strftime('%s', 'now') AS INTEGER) * 1000")
        with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE):
            pass
        with sqlite3.connect(tmp_path / NAME) as database:
            assert database.execute("SELECT count(*) FROM challenge").fetchone() == (left,)
        database.close()


def test_whoever_waits_hears_when_it_is_taken(client: TestClient[Any], ann: Visitor, bob: Visitor) -> None:
    known = challenge(ann)
    with client.websocket_connect(f"/api/challenges/{known}/live") as waiting:
        assert waiting.receive_json() == {"type": "challenge_news", "state": "waiting", "game": None}
        game = bob.well("POST", f"/api/challenges/{known}/accept", {})["game"]
        assert waiting.receive_json() == {"type": "challenge_news", "state": "taken", "game": game}
    with client.websocket_connect("/api/challenges/nothing/live") as refused:
        assert refused.receive_json()["slug"] == "server/no-challenge"


def test_a_link_can_be_scanned(ann: Visitor) -> None:
    known = challenge(ann)
    answer = ann.ask("GET", f"/api/challenges/{known}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    other = ann.ask("GET", f"/api/challenges/{challenge(ann)}/qr.svg")
    assert other.text != answer.text


def test_a_challenge_outlives_a_restart(tmp_path: Path) -> None:
    def opened() -> TestClient[Any]:
        return TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE)

    with opened() as client:
        known = challenge(Visitor(client, "ann"), name="Ann")
    with opened() as client:
        game = Visitor(client, "bob").well("POST", f"/api/challenges/{known}/accept", {})["game"]
    with opened() as client:
        seats = [Visitor(client, who).well("GET", f"/api/games/{game}")["seat"] for who in ("ann", "bob", "eve")]
        assert seats == [0, 1, None]
